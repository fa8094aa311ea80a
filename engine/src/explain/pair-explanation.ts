import { isWithinLimit } from '../market/limit-price.ts'
import { matchingPrice } from '../market/matching-price.ts'
import { isCoolingDown, mayMeet } from '../matching/eligibility.ts'
import { byPriority, type EligiblePair, eligiblePairOf } from '../matching/priority.ts'
import { isAnyBudgetUsedUp } from '../matching/probing-budgets.ts'
import type { Advert } from '../model/advert.ts'
import type { Locate } from '../model/locate.ts'
import type { Price } from '../model/price.ts'
import type { Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { type ConditionResult, type MatchCondition, matchConditions } from './condition-result.ts'
import { limitConditionResult, marketConditionResult } from './market-condition.ts'
import { conditionResultOf } from './pair-conditions.ts'

/** The overall result for two adverts. Each is a text key, `explain.<code>`. */
const matchResults = [
  'MET', // they are in a locate with each other, or one has completed them
  'OUTRANKED', // another pair had priority
  'FAILED', // a condition failed
  'UNKNOWN', // it is unknown whether E4 or E12 held
  'NOT_SWEPT', // all conditions held, but no sweep had run since
] as const
export type MatchResult = (typeof matchResults)[number]

export interface PairExplanation {
  readonly result: MatchResult
  /** Their locate, or the locate that took one of them. Null if there is none. */
  readonly locateId: string | null
  /** E1 to E12. */
  readonly findings: readonly ConditionResult[]
}

/**
 * Which of E1 to E12 held for two adverts at a moment, in milliseconds UTC, and the overall result
 * (docs/rules.md §3, §4). Null if the state lacks one of them. The state must be that of the moment, folded
 * from the journal; the sighting is the market data of that moment, or null if it was not stored. The result
 * reveals both sides, so it is for staff only, who must give a reason (docs/rules.md §15).
 */
export function explainPair(
  state: State,
  aId: string,
  bId: string,
  sighting: Sighting | null,
  at: number,
): PairExplanation | null {
  const a = state.adverts.get(aId)
  const b = state.adverts.get(bId)
  if (!a || !b) return null
  const findings = matchConditions.map((condition) => {
    if (condition === 'E4') return marketConditionResult(state, a, b, sighting, at)
    if (condition === 'E12') return limitConditionResult(state, a, b, sighting, at)
    return conditionResultOf(condition, state, a, b, at)
  })
  return { ...resultOf(state, a, b, findings, { sighting, at }), findings }
}

type Conclusion = Pick<PairExplanation, 'result' | 'locateId'>

const conclude = (result: MatchResult, locate: Locate | null = null): Conclusion => ({
  result,
  locateId: locate?.locateId ?? null,
})

function resultOf(
  state: State,
  a: Advert,
  b: Advert,
  findings: readonly ConditionResult[],
  { sighting, at }: { readonly sighting: Sighting | null; readonly at: number },
): Conclusion {
  const together = locateOf(state, a, b)
  if (together) return conclude('MET', together)
  const failed = namesOf(findings, false)
  const taken = failed.every((condition) => condition === 'E3') ? takenFrom(state, a, b, at) : null
  if (taken) return conclude('OUTRANKED', taken)
  if (failed.length > 0) return conclude('FAILED')
  if (namesOf(findings, null).length > 0) return conclude('UNKNOWN')
  const price = sighting && matchingPrice(state, sighting, at)
  return conclude(isOutranked(state, a, b, price, at) ? 'OUTRANKED' : 'NOT_SWEPT')
}

const namesOf = (findings: readonly ConditionResult[], holds: boolean | null): readonly MatchCondition[] =>
  findings.filter((finding) => finding.holds === holds).map(({ condition }) => condition)

/** A locate of both that is open or led to an agreement. */
function locateOf(state: State, a: Advert, b: Advert): Locate | null {
  for (const locate of state.locates.values()) {
    const ids = [locate.buyId, locate.sellId]
    const stands = locate.outcome === null || locate.agreementId !== null
    if (stands && ids.includes(a.id) && ids.includes(b.id)) return locate
  }
  return null
}

/** The locate that took one of two adverts that could otherwise have been matched. */
function takenFrom(state: State, a: Advert, b: Advert, at: number): Locate | null {
  const [byA, byB] = [a, b].map(({ locateId }) => (locateId ? state.locates.get(locateId) : undefined))
  const isFree = (advert: Advert, by: Locate | undefined): boolean =>
    by !== undefined || advert.advertisementStatus === 'LIVE'
  if (!isFree(a, byA) || !isFree(b, byB)) return null
  if (isCoolingDown(state, a, b, at) || isAnyBudgetUsedUp(state, a, b, at)) return null
  if (!byA || !byB) return byA ?? byB ?? null
  return byA.locatedAt <= byB.locatedAt ? byA : byB
}

/** Whether a sweep at this moment would locate one of them in a better pair (docs/rules.md §4). */
function isOutranked(state: State, a: Advert, b: Advert, price: Price | null, at: number): boolean {
  const taken = new Set<Advert>()
  const isBeyond = ({ terms }: Advert): boolean => price !== null && !isWithinLimit(terms, price)
  for (const { buy, sell } of pairsIn(state, a.securityId, at)) {
    if (taken.has(a) || taken.has(b)) return true
    if ((buy === a && sell === b) || (buy === b && sell === a)) return false
    if (taken.has(buy) || taken.has(sell) || isBeyond(buy) || isBeyond(sell)) continue
    taken.add(buy).add(sell)
  }
  return false
}

/** Every pair of a security that may match, best first. Slow and simple, because it is not time-critical. */
function pairsIn(state: State, securityId: string, at: number): EligiblePair[] {
  const pool = state.index.books.get(securityId)
  if (!pool) return []
  return pool.BUY.adverts
    .flatMap((buy) =>
      pool.SELL.adverts
        .filter((sell) => mayMeet(state, buy, sell, at))
        .map((sell) => eligiblePairOf(state, buy, sell, at)),
    )
    .sort(byPriority)
}
