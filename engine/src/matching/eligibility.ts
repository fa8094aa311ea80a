import { currentQuantity } from '../adverts/quantity-decay.ts'
import { isResting } from '../adverts/rest-after-raise.ts'
import { type Advert, effectiveHurdle } from '../model/advert.ts'
import { floorLot } from '../model/security.ts'
import { firmPairKey, type State, type Trader } from '../model/state.ts'
import { starsOf } from '../rating/credibility.ts'
import { commonBrokers } from './broker-choice.ts'
import { transactionsFit } from './cash-swap.ts'
import { hasFailedToday, isAnyBudgetUsedUp, isAnyOwnBudgetUsedUp } from './probing-budgets.ts'

/**
 * The conditions of docs/rules.md §3 that need no price. `newLocates` checks the other two: E4 is `locatePrice`, once
 * per security, and E12 is `isWithinLimit` at that price.
 */
export const pairConditions = ['E1', 'E2', 'E3', 'E5', 'E6', 'E7', 'E8', 'E9', 'E10', 'E11'] as const
export type PairCondition = (typeof pairConditions)[number]

type Rule = (state: State, a: Advert, b: Advert, at: number) => boolean

const ownerOf = (state: State, advert: Advert): Trader | undefined => state.traders.get(advert.traderId)

const ratingOfOwner = (state: State, advert: Advert): number => ownerOf(state, advert)?.rating ?? 0

/**
 * Whether the owner can be located: connected, not halted, and below the limit of open locates (docs/rules.md
 * §16).
 */
const isAvailable = (state: State, advert: Advert): boolean => {
  const owner = ownerOf(state, advert)
  if (state.halts.firms.has(advert.firmId)) return false
  return owner?.present === true && owner.openLocates < state.limits.openLocatesPerTrader
}

/** The quantity of a locate of two adverts at a moment, in whole lots (docs/rules.md §3, E5). */
export const locatableQuantity = (state: State, a: Advert, b: Advert, at: number): number =>
  floorLot(
    Math.min(currentQuantity(state, a, at), currentQuantity(state, b, at)),
    state.securities.get(a.securityId)?.lotSize ?? Number.POSITIVE_INFINITY,
  )

/** Whether two firms are the same or in one affiliate group (docs/rules.md §3, E2). */
export function areAffiliated(state: State, firmId: string, otherFirmId: string): boolean {
  if (firmId === otherFirmId) return true
  const group = state.firms.get(firmId)?.affiliateGroup ?? null
  return group !== null && group === state.firms.get(otherFirmId)?.affiliateGroup
}

export const isCoolingDown: Rule = (state, a, b, at) =>
  (state.cooldowns.get(firmPairKey(a.firmId, b.firmId, a.securityId))?.until ?? 0) > at

/**
 * How long an advert must have been unchanged (docs/rules.md §3, E11). An institution that has failed a locate in the
 * security on this day rests, so that it cannot probe quickly by resuming.
 */
export const neededLiveMs = (state: State, advert: Advert, at: number): number =>
  hasFailedToday(state, advert, at) ? state.limits.restAfterFailureMs : state.limits.minLiveMs

/** Whether an advert has been unchanged for long enough. */
export function isSettled(state: State, advert: Advert, at: number): boolean {
  const unchangedFor = at - advert.settledSince
  const { minLiveMs, restAfterFailureMs } = state.limits
  // Most adverts have been unchanged for long enough even after a failure, so failures need not be looked up.
  if (unchangedFor >= minLiveMs && unchangedFor >= restAfterFailureMs) return true
  const needed = neededLiveMs(state, advert, at)
  return needed === 0 || unchangedFor >= needed
}

/** Whether an advert has been unchanged for long enough, and its institution has rested after a raise or flip. */
const isRested = (state: State, advert: Advert, at: number): boolean =>
  !isResting(advert, at) && isSettled(state, advert, at)

const expires = (advert: Advert): number => advert.expiryDate ?? Number.POSITIVE_INFINITY

/** The conditions one by one, so that an explanation can name the one that failed. */
export const conditionHolds: Readonly<Record<PairCondition, Rule>> = {
  E1: (_, a, b) => a.securityId === b.securityId && a.terms.direction !== b.terms.direction,
  E2: (state, a, b) => !areAffiliated(state, a.firmId, b.firmId),
  E3: (state, a, b, at) =>
    a.advertisementStatus === 'LIVE' &&
    b.advertisementStatus === 'LIVE' &&
    !isCoolingDown(state, a, b, at) &&
    !isAnyBudgetUsedUp(state, a, b, at),
  E5: (state, a, b, at) => {
    const quantity = locatableQuantity(state, a, b, at)
    return quantity > 0 && quantity >= a.minShares && quantity >= b.minShares
  },
  E6: (state, a, b) =>
    ratingOfOwner(state, b) >= effectiveHurdle(a.terms) &&
    ratingOfOwner(state, a) >= effectiveHurdle(b.terms),
  E7: (_, a, b) => transactionsFit(a.terms, b.terms),
  E8: (state, a, b) => commonBrokers(state, a, b).length > 0,
  E9: (_, a, b, at) => expires(a) > at && expires(b) > at,
  E10: (state, a, b) => isAvailable(state, a) && isAvailable(state, b),
  E11: (state, a, b, at) => isRested(state, a, at) && isRested(state, b, at),
}

/** Ordered for speed: comparisons of numbers come before lookups. */
const cheapestFirst = (['E1', 'E5', 'E7', 'E9', 'E11', 'E6', 'E10', 'E2', 'E3', 'E8'] as const).map(
  (each) => conditionHolds[each],
)

/** Whether two adverts may match at a moment, apart from E4 and E12. Symmetric (docs/rules.md §3). */
export function mayMeet(state: State, a: Advert, b: Advert, at: number): boolean {
  for (const rule of cheapestFirst) if (!rule(state, a, b, at)) return false
  return true
}

/**
 * Whether an advert fulfils the conditions that depend on no contra. They are parts of E3, E9, E10 and E11; without
 * them no contra needs to be searched.
 */
export const mayMeetAnybody = (state: State, advert: Advert, at: number): boolean =>
  expires(advert) > at &&
  isAvailable(state, advert) &&
  isRested(state, advert, at) &&
  !isAnyOwnBudgetUsedUp(state, advert, at)

/** The stars of an advert's owner, which count for priority (docs/rules.md §4). */
export const starBandOf = (state: State, advert: Advert): number => starsOf(ratingOfOwner(state, advert))
