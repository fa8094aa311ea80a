import { type Advert, isInLocate } from './advert.ts'
import { matchesNobody } from './credibility.ts'
import { currentQuantity } from './decay.ts'
import { awaitsNoTrigger } from './index.ts'
import { marketReason } from './market-reasons.ts'
import type { Sighting } from './quote.ts'
import { type Reason, reason } from './reason.ts'
import type { State } from './state.ts'

/** An advert that ends so soon is hardly worth a contra's call. */
const expiringMs = 1_000

type Told = Reason | null

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
): readonly Reason[] {
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
  ].filter((each): each is Reason => each !== null)
  return found.length > 0 ? found : [reason('WAITING_FOR_CONTRA')]
}

/** Nothing more is to be said of what is not in play. */
function outOfPlay(advert: Advert): Told {
  const { advertisementStatus } = advert
  if (isInLocate(advert)) return reason('IN_LOCATE')
  return advertisementStatus === 'UNSENT' ||
    advertisementStatus === 'COMPLETED' ||
    advertisementStatus === 'DEAD'
    ? reason(advertisementStatus)
    : null
}

function held(advert: Advert): Told {
  if (advert.advertisementStatus === 'PAUSED') return reason('PAUSED')
  if (advert.advertisementStatus === 'LIVE' || awaitsNoTrigger(advert)) return null
  return reason('TRIGGER', { price: advert.terms.advertisingTrigger ?? 0 })
}

function haltReason({ halts }: State, { firmId, securityId }: Advert): Told {
  if (halts.platform) return reason('PLATFORM_CLOSED')
  if (halts.firms.has(firmId)) return reason('FIRM_HALTED')
  return halts.securities.has(securityId) ? reason('SECURITY_HALTED') : null
}

function marketOf(state: State, { securityId }: Advert, sighting: Sighting | null, at: number): Told {
  const security = state.securities.get(securityId)
  return security ? marketReason(state, security, sighting, at) : null
}

/** The brokers of the own path that could execute at all, whoever the contra is (rules 7). */
function brokerReason(state: State, { firmId, terms }: Advert): Told {
  const enabled = state.firms.get(firmId)?.brokerIds ?? []
  const usable = terms.brokerIds
    .filter((brokerId) => enabled.includes(brokerId))
    .map((brokerId) => state.brokers.get(brokerId))
    .filter((broker) => broker?.active)
  if (usable.length === 0) return reason('NO_BROKER')
  const needsSwap = [terms.transactionType, terms.transactionTypePreference].includes('SWAP_ONLY')
  return needsSwap && !usable.some((broker) => broker?.swapEnabled) ? reason('NO_SWAP_BROKER') : null
}

function decayReason(state: State, advert: Advert, at: number): Told {
  if (!advert.decay || currentQuantity(state, advert, at) > advert.minShares) return null
  return reason('DECAYED', { shares: advert.minShares })
}

/** What of its owner keeps every contra away: rating, presence, locates that are open (rules 3, 14). */
function ownerReasons({ traders, limits }: State, { traderId }: Advert): Told[] {
  const owner = traders.get(traderId)
  if (!owner) return []
  const { rating, present, openLocates } = owner
  return [
    matchesNobody(rating, limits) ? reason('RATING', { rating }) : null,
    present ? null : reason('ABSENT'),
    openLocates >= limits.openLocatesPerTrader ? reason('BUSY', { count: openLocates }) : null,
  ]
}

function unsettled({ limits }: State, { settledSince }: Advert, at: number): Told {
  const time = settledSince + limits.minLiveMs
  return limits.minLiveMs > 0 && time > at ? reason('UNSETTLED', { time }) : null
}

const expiring = ({ expiryDate }: Advert, at: number): Told =>
  expiryDate !== null && expiryDate - at <= expiringMs ? reason('EXPIRING', { time: expiryDate }) : null
