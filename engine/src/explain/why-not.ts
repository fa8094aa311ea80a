import { currentQuantity } from '../adverts/quantity-decay.ts'
import { isResting } from '../adverts/rest-after-raise.ts'
import { haltRefusal } from '../market/halts.ts'
import { isWithinLimit } from '../market/limit-price.ts'
import { matchingPrice } from '../market/matching-price.ts'
import { isSettled, neededLiveMs } from '../matching/eligibility.ts'
import { openHandoversOf } from '../matching/open-handovers.ts'
import { type BudgetKind, usedUpBudgets } from '../matching/probing-budgets.ts'
import { type Advert, isInLocate } from '../model/advert.ts'
import { isBrokerUsable } from '../model/lookups.ts'
import type { Sighting } from '../model/quote.ts'
import type { HaltCode } from '../model/refusals.ts'
import type { State } from '../model/state.ts'
import { awaitsNoTrigger } from '../model/state-index.ts'
import { matchesNobody } from '../rating/credibility.ts'
import { marketWhyNot } from './why-not-market.ts'
import { type WhyNotReason, whyNotReason } from './why-not-reason.ts'

/** An advert with less time left is reported as expiring. */
const expiringMs = 1_000

type MaybeReason = WhyNotReason | null

/**
 * All reasons why an advert is not matching at a moment, in milliseconds UTC, or the single reason that it
 * waits for a contra. For its owner: derived only from the owner's own and public data, so that the result
 * does not depend on other institutions (docs/rules.md §15, docs/specification.md §4). `sighting` is the
 * market data of its security, or null.
 */
export function whyNot(
  state: State,
  advert: Advert,
  sighting: Sighting | null,
  at: number,
): readonly WhyNotReason[] {
  const over = onlyReason(advert)
  if (over) return [over]
  const found = [
    statusReason(advert),
    limitReason(state, advert, sighting, at),
    haltReason(state, advert) ?? marketReason(state, advert, sighting, at),
    brokerReason(state, advert),
    decayReason(state, advert, at),
    ...usedUpBudgets(state, advert, at).map((kind) => budgetReason(state, advert, kind, at)),
    ...ownerReasons(state, advert),
    unsettledReason(state, advert, at),
    restReason(advert, at),
    expiringReason(advert, at),
  ].filter((each): each is WhyNotReason => each !== null)
  return found.length > 0 ? found : [whyNotReason('WAITING_FOR_CONTRA')]
}

/** The only reason for an advert that is a draft, in a locate, or ended. */
function onlyReason(advert: Advert): MaybeReason {
  const { advertisementStatus } = advert
  if (isInLocate(advert)) return whyNotReason('IN_LOCATE')
  return advertisementStatus === 'UNSENT' ||
    advertisementStatus === 'COMPLETED' ||
    advertisementStatus === 'DEAD'
    ? whyNotReason(advertisementStatus)
    : null
}

function statusReason(advert: Advert): MaybeReason {
  if (advert.advertisementStatus === 'PAUSED') return whyNotReason('PAUSED')
  if (advert.advertisementStatus === 'LIVE' || awaitsNoTrigger(advert)) return null
  return whyNotReason('TRIGGER', { price: advert.terms.advertisingTrigger ?? 0 })
}

/** It waits for its limit, or the mid has left it so recently that nothing is confirmed (docs/rules.md §25). */
function limitReason(state: State, advert: Advert, sighting: Sighting | null, at: number): MaybeReason {
  const { terms, isBeyondLimit } = advert
  if (terms.limitPrice === null) return null
  const price = sighting && matchingPrice(state, sighting, at)
  const isLeft = advert.advertisementStatus === 'LIVE' && price !== null && !isWithinLimit(terms, price)
  return isBeyondLimit || isLeft ? whyNotReason('LIMIT', { price: terms.limitPrice }) : null
}

const codeOfHalt = {
  'PLATFORM-CLOSED': 'PLATFORM_CLOSED',
  'FIRM-HALTED': 'FIRM_HALTED',
  'SECURITY-HALTED': 'SECURITY_HALTED',
} as const satisfies Record<HaltCode, string>

function haltReason(state: State, advert: Advert): MaybeReason {
  const refusal = haltRefusal(state, advert)
  return refusal && whyNotReason(codeOfHalt[refusal.errorCode])
}

function marketReason(
  state: State,
  { securityId }: Advert,
  sighting: Sighting | null,
  at: number,
): MaybeReason {
  const security = state.securities.get(securityId)
  return security ? marketWhyNot(state, security, sighting, at) : null
}

/** Whether a broker of the advert's own path could execute for any contra at all (docs/rules.md §7). */
function brokerReason(state: State, { firmId, terms }: Advert): MaybeReason {
  const usable = terms.brokerIds.filter((brokerId) => isBrokerUsable(state, firmId, brokerId))
  if (usable.length === 0) return whyNotReason('NO_BROKER')
  const needsSwap = [terms.transactionType, terms.transactionTypePreference].includes('SWAP_ONLY')
  const canSwap = usable.some((brokerId) => state.brokers.get(brokerId)?.swapEnabled)
  return needsSwap && !canSwap ? whyNotReason('NO_SWAP_BROKER') : null
}

function decayReason(state: State, advert: Advert, at: number): MaybeReason {
  if (!advert.decay || currentQuantity(state, advert, at) > advert.minShares) return null
  return whyNotReason('DECAYED', { shares: advert.minShares })
}

const budgetReason = (state: State, { traderId }: Advert, kind: BudgetKind, at: number): WhyNotReason =>
  kind === 'HANDOVER'
    ? whyNotReason('HANDOVER_BUDGET', { count: openHandoversOf(state, traderId, at) })
    : whyNotReason(`${kind}_BUDGET`)

/** Reasons of its owner that exclude every contra: rating, presence, open locates (docs/rules.md §3, §14). */
function ownerReasons({ traders, limits }: State, { traderId }: Advert): MaybeReason[] {
  const owner = traders.get(traderId)
  if (!owner) return []
  const { rating, present, openLocates } = owner
  return [
    matchesNobody(rating, limits) ? whyNotReason('RATING', { rating }) : null,
    present ? null : whyNotReason('ABSENT'),
    openLocates >= limits.openLocatesPerTrader ? whyNotReason('BUSY', { count: openLocates }) : null,
  ]
}

const unsettledReason = (state: State, advert: Advert, at: number): MaybeReason =>
  isSettled(state, advert, at)
    ? null
    : whyNotReason('UNSETTLED', { time: advert.settledSince + neededLiveMs(state, advert, at) })

const restReason = (advert: Advert, at: number): MaybeReason =>
  isResting(advert, at) ? whyNotReason('RESTING', { time: advert.restsUntil ?? at }) : null

const expiringReason = ({ expiryDate }: Advert, at: number): MaybeReason =>
  expiryDate !== null && expiryDate - at <= expiringMs ? whyNotReason('EXPIRING', { time: expiryDate }) : null
