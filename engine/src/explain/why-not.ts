import { type Advert, isInLocate } from '../adverts/advert.ts'
import { currentQuantity } from '../adverts/quantity-decay.ts'
import { haltRefusal } from '../market/halts.ts'
import type { Sighting } from '../market/quote.ts'
import { matchesNobody } from '../rating/credibility.ts'
import { isBrokerUsable } from '../state/lookups.ts'
import type { State } from '../state/state.ts'
import { awaitsNoTrigger } from '../state/state-index.ts'
import { marketWhyNot } from './why-not-market.ts'
import { type WhyNotReason, whyNotReason } from './why-not-reason.ts'

/** An advert that ends so soon is hardly worth a contra's call. */
const expiringMs = 1_000

type Told = WhyNotReason | null

/**
 * Why an advert of the asker is not matching at a moment, in milliseconds UTC: everything that stands in its
 * way, or the single reason that it waits for a contra. For its owner, from own and public facts alone: the
 * answer is the same whatever other institutions do (rules 15, specification 4). `sighting` is what the market
 * of its security shows, null if nobody looked.
 */
export function whyNot(
  state: State,
  advert: Advert,
  sighting: Sighting | null,
  at: number,
): readonly WhyNotReason[] {
  const over = outOfPlay(advert)
  if (over) return [over]
  const found = [
    held(advert),
    haltReason(state, advert) ?? marketOf(state, advert, sighting, at),
    brokerReason(state, advert),
    decayReason(state, advert, at),
    ...ownerReasons(state, advert),
    unsettled(state, advert, at),
    expiring(advert, at),
  ].filter((each): each is WhyNotReason => each !== null)
  return found.length > 0 ? found : [whyNotReason('WAITING_FOR_CONTRA')]
}

/** Nothing more is to be said of what is not in play. */
function outOfPlay(advert: Advert): Told {
  const { advertisementStatus } = advert
  if (isInLocate(advert)) return whyNotReason('IN_LOCATE')
  return advertisementStatus === 'UNSENT' ||
    advertisementStatus === 'COMPLETED' ||
    advertisementStatus === 'DEAD'
    ? whyNotReason(advertisementStatus)
    : null
}

function held(advert: Advert): Told {
  if (advert.advertisementStatus === 'PAUSED') return whyNotReason('PAUSED')
  if (advert.advertisementStatus === 'LIVE' || awaitsNoTrigger(advert)) return null
  return whyNotReason('TRIGGER', { price: advert.terms.advertisingTrigger ?? 0 })
}

const haltCodes = {
  'PLATFORM-CLOSED': 'PLATFORM_CLOSED',
  'FIRM-HALTED': 'FIRM_HALTED',
  'SECURITY-HALTED': 'SECURITY_HALTED',
} as const

function haltReason(state: State, advert: Advert): Told {
  const refusal = haltRefusal(state, advert)
  return refusal && whyNotReason(haltCodes[refusal.errorCode])
}

function marketOf(state: State, { securityId }: Advert, sighting: Sighting | null, at: number): Told {
  const security = state.securities.get(securityId)
  return security ? marketWhyNot(state, security, sighting, at) : null
}

/** The brokers of the own path that could execute at all, whoever the contra is (rules 7). */
function brokerReason(state: State, { firmId, terms }: Advert): Told {
  const usable = terms.brokerIds.filter((brokerId) => isBrokerUsable(state, firmId, brokerId))
  if (usable.length === 0) return whyNotReason('NO_BROKER')
  const needsSwap = [terms.transactionType, terms.transactionTypePreference].includes('SWAP_ONLY')
  const canSwap = usable.some((brokerId) => state.brokers.get(brokerId)?.swapEnabled)
  return needsSwap && !canSwap ? whyNotReason('NO_SWAP_BROKER') : null
}

function decayReason(state: State, advert: Advert, at: number): Told {
  if (!advert.decay || currentQuantity(state, advert, at) > advert.minShares) return null
  return whyNotReason('DECAYED', { shares: advert.minShares })
}

/** What of its owner keeps every contra away: rating, presence, locates that are open (rules 3, 14). */
function ownerReasons({ traders, limits }: State, { traderId }: Advert): Told[] {
  const owner = traders.get(traderId)
  if (!owner) return []
  const { rating, present, openLocates } = owner
  return [
    matchesNobody(rating, limits) ? whyNotReason('RATING', { rating }) : null,
    present ? null : whyNotReason('ABSENT'),
    openLocates >= limits.openLocatesPerTrader ? whyNotReason('BUSY', { count: openLocates }) : null,
  ]
}

function unsettled({ limits }: State, { settledSince }: Advert, at: number): Told {
  const time = settledSince + limits.minLiveMs
  return limits.minLiveMs > 0 && time > at ? whyNotReason('UNSETTLED', { time }) : null
}

const expiring = ({ expiryDate }: Advert, at: number): Told =>
  expiryDate !== null && expiryDate - at <= expiringMs ? whyNotReason('EXPIRING', { time: expiryDate }) : null
