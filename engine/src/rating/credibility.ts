import { type Limits, lowestHurdle } from '../model/limits.ts'
import type { ScoredEvent } from '../model/state.ts'

export const answerScores = { accept: 100, decline: 5, timeout: 0 } as const
/** The score of an accept whose trader did not follow through (docs/rules.md §24). */
export const notExecutedScore = 0
/** The score of a missing event. With it, a new account has a rating of 60. */
export const missingScore = 60

/**
 * The events of a ledger that count for the rating: the newest 20, of which at most the newest four with each
 * contra institution (docs/rules.md §14). Ageing events are not limited to four.
 */
export function countedEvents(ledger: readonly ScoredEvent[], limits: Limits): ScoredEvent[] {
  const ofContra = new Map<string, number>()
  const isCounted = ({ contraFirmId }: ScoredEvent): boolean => {
    if (contraFirmId === null) return true
    const count = (ofContra.get(contraFirmId) ?? 0) + 1
    ofContra.set(contraFirmId, count)
    return count <= limits.ratedEventsPerContra
  }
  return ledger.filter(isCounted).slice(0, limits.ratedEvents)
}

/**
 * The ledger, newest first, after one more event (docs/rules.md §14). A fifth event with one contra removes
 * the oldest with that contra, good or bad, and no other. Two institutions can therefore erase a bad answer
 * with four newer ones, which is acceptable because they cannot affect events with others. The newest event
 * cannot be the one to drop, or answers would be free after four accepts. Nor can scores decide, or a better
 * answer could cost rating. See docs/decisions/0011.
 */
export const withScore = (
  ledger: readonly ScoredEvent[],
  event: ScoredEvent,
  limits: Limits,
): readonly ScoredEvent[] => countedEvents([event, ...ledger], limits)

/**
 * The ledger with another score for the accept of an agreement, at the same position. The same ledger if newer
 * events have removed that accept (docs/rules.md §24).
 */
export function withAcceptScore(
  ledger: readonly ScoredEvent[],
  agreementId: string,
  score: number,
): readonly ScoredEvent[] {
  const index = ledger.findIndex(({ acceptedAgreementId }) => acceptedAgreementId === agreementId)
  const accept = ledger[index]
  return accept ? ledger.with(index, { ...accept, score }) : ledger
}

/**
 * The ledger after an ageing event, which moves the rating towards that of a new account. The caller checks
 * `isAgeingDue` first.
 */
export const withAgeing = (
  ledger: readonly ScoredEvent[],
  at: number,
  limits: Limits,
): readonly ScoredEvent[] => withScore(ledger, { at, score: limits.ageing.score, contraFirmId: null }, limits)

/** Whether a low rating has had enough whole trading days without a scored event (docs/rules.md §14). */
export const isAgeingDue = (rating: number, quietDays: number, { ageing }: Limits): boolean =>
  rating < ageing.below && quietDays >= ageing.tradingDays

/** The weight of the event at an index. The newest has index 0 and weighs most (docs/rules.md §14). */
export const weightOf = (index: number, limits: Limits): number => limits.ratedEvents - index

/** The sum of all weights, including those of missing events. */
export const fullWeight = ({ ratedEvents }: Limits): number => (ratedEvents * (ratedEvents + 1)) / 2

/** The rating, 1 to 100, of a sum of scores times weights (docs/rules.md §14). */
export function ratingOfPoints(points: number, limits: Limits): number {
  const full = fullWeight(limits)
  return Math.min(100, Math.max(1, Math.floor((2 * points + full) / (2 * full))))
}

/** The rating, 1 to 100, of a ledger (docs/rules.md §14). */
export function ratingOf(ledger: readonly ScoredEvent[], limits: Limits): number {
  const events = countedEvents(ledger, limits)
  let points = 0
  for (let index = 0; index < limits.ratedEvents; index += 1)
    points += weightOf(index, limits) * (events[index]?.score ?? missingScore)
  return ratingOfPoints(points, limits)
}

const pointsPerStar = 20

/** Stars shown for a rating, 1 to 5 (docs/specification.md §2). */
export const starsOf = (rating: number): number => Math.trunc((rating - 1) / pointsPerStar) + 1

/** The hurdle that picking star n sets (docs/specification.md §5). */
export const hurdleOfStar = (star: number): number =>
  star <= 1 ? lowestHurdle : pointsPerStar * (star - 1) + 1

/**
 * Whether a rating is below the smallest possible hurdle, and so matches nobody (docs/rules.md §14): 1 to 9.
 */
export const matchesNobody = (rating: number, { credibilityHurdle }: Limits): boolean =>
  rating < credibilityHurdle.min
