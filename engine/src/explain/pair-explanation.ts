import type { Advert } from '../adverts/advert.ts'
import type { Locate } from '../locates/locate.ts'
import type { Sighting } from '../market/quote.ts'
import { isCoolingDown, mayMeet } from '../matching/eligibility.ts'
import { byPriority, type EligiblePair, eligiblePairOf } from '../matching/priority.ts'
import type { State } from '../state/state.ts'
import { type ConditionResult, type MatchCondition, matchConditions } from './condition-result.ts'
import { marketConditionResult } from './market-condition.ts'
import { conditionResultOf } from './pair-conditions.ts'

/** What the conditions of two adverts come to, as codes: each is a text key, `explain.<code>`. */
const matchResults = [
  'MET', // they are in a locate with each other, or were completed by one
  'OUTRANKED', // another pair came first
  'FAILED', // they could not meet
  'UNKNOWN', // whether they could cannot be known
  'NOT_SWEPT', // they could, and nothing had looked for contras since
] as const
export type MatchResult = (typeof matchResults)[number]

export interface PairExplanation {
  readonly verdict: MatchResult
  /** The locate they met in, or the one that took one of them; null where there is none yet. */
  readonly locateId: string | null
  /** E1 to E11. */
  readonly findings: readonly ConditionResult[]
}

/**
 * Which of E1 to E11 held for any two adverts at a moment, in milliseconds UTC, and what that comes to
 * (rules 3, 4). Null if the state lacks one of them. The state must be that of the moment, folded from the
 * journal; the sighting what their market showed then, or null if that was not kept. Tells of both sides: for
 * staff alone, with a reason (rules 15).
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
  const findings = matchConditions.map((condition) =>
    condition === 'E4'
      ? marketConditionResult(state, a, b, sighting, at)
      : conditionResultOf(condition, state, a, b, at),
  )
  return { ...verdictOn(state, a, b, findings, at), findings }
}

type Conclusion = Pick<PairExplanation, 'verdict' | 'locateId'>

const conclude = (verdict: MatchResult, locate: Locate | null = null): Conclusion => ({
  verdict,
  locateId: locate?.locateId ?? null,
})

function verdictOn(
  state: State,
  a: Advert,
  b: Advert,
  findings: readonly ConditionResult[],
  at: number,
): Conclusion {
  const together = locateOf(state, a, b)
  if (together) return conclude('MET', together)
  const failed = namesOf(findings, false)
  const taken = failed.every((condition) => condition === 'E3') ? takenFrom(state, a, b, at) : null
  if (taken) return conclude('OUTRANKED', taken)
  if (failed.length > 0) return conclude('FAILED')
  if (namesOf(findings, null).length > 0) return conclude('UNKNOWN')
  return conclude(isOutranked(state, a, b, at) ? 'OUTRANKED' : 'NOT_SWEPT')
}

const namesOf = (findings: readonly ConditionResult[], holds: boolean | null): readonly MatchCondition[] =>
  findings.filter((finding) => finding.holds === holds).map(({ condition }) => condition)

/** A locate of the two that is open or came to an agreement: one that failed did not bring them together. */
function locateOf(state: State, a: Advert, b: Advert): Locate | null {
  for (const locate of state.locates.values()) {
    const ids = [locate.buyId, locate.sellId]
    const stands = locate.outcome === null || locate.agreementId !== null
    if (stands && ids.includes(a.id) && ids.includes(b.id)) return locate
  }
  return null
}

/** The locate that took one of two that would otherwise both be live and free to meet. */
function takenFrom(state: State, a: Advert, b: Advert, at: number): Locate | null {
  const [byA, byB] = [a, b].map(({ locateId }) => (locateId ? state.locates.get(locateId) : undefined))
  const isFree = (advert: Advert, by: Locate | undefined): boolean =>
    by !== undefined || advert.advertisementStatus === 'LIVE'
  if (!isFree(a, byA) || !isFree(b, byB) || isCoolingDown(state, a, b, at)) return null
  if (!byA || !byB) return byA ?? byB ?? null
  return byA.locatedAt <= byB.locatedAt ? byA : byB
}

/** Whether a sweep at this moment takes one of two who may meet for a better pair (rules 4). */
function isOutranked(state: State, a: Advert, b: Advert, at: number): boolean {
  const taken = new Set<Advert>()
  for (const { buy, sell } of pairsIn(state, a.securityId, at)) {
    if (taken.has(a) || taken.has(b)) return true
    if ((buy === a && sell === b) || (buy === b && sell === a)) return false
    if (taken.has(buy) || taken.has(sell)) continue
    taken.add(buy).add(sell)
  }
  return false
}

/** Every pair of a security that may meet, best first: the slow, obvious way, since nobody waits for it. */
function pairsIn(state: State, securityId: string, at: number): EligiblePair[] {
  const pool = state.index.pools.get(securityId)
  if (!pool) return []
  return pool.BUY.adverts
    .flatMap((buy) =>
      pool.SELL.adverts
        .filter((sell) => mayMeet(state, buy, sell, at))
        .map((sell) => eligiblePairOf(state, buy, sell, at)),
    )
    .sort(byPriority)
}
