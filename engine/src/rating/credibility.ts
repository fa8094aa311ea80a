import type { Limits } from '../limits.ts'

/** One answer to a locate that counts, or the rest that lets a low rating recover (rules 14). */
export interface ScoredEvent {
  readonly at: number
  /** Accept 100, decline 20, timeout 0, ageing as the limits say. */
  readonly score: number
  /** Null for ageing, which nobody is the contra of. */
  readonly contraFirmId: string | null
}

export const answerScores = { accept: 100, decline: 20, timeout: 0 } as const
/** What a missing event counts, so that a fresh account rates 60. */
export const missingScore = 60

/**
 * The events of a ledger that make the rating: newest first, 20 at most, and of each contra institution
 * the newest four (rules 14). Ageing has no contra and no such bound.
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
 * The ledger, newest first, after one more event (rules 14). A fifth event with one contra pushes out the
 * oldest with that contra, good or bad, and nobody else's. So a bad answer can be made forgotten by four
 * newer ones to the same institution. It is acceptable because that is all these two can do: however often
 * they meet, the ledger is what their last four events make of it, and events with others stay counted.
 * The newest cannot be the one left out (answers would be free after four accepts), and the choice cannot
 * look at scores (a better answer could then cost rating). See docs/decisions/0011.
 */
export const withScore = (
  ledger: readonly ScoredEvent[],
  event: ScoredEvent,
  limits: Limits,
): readonly ScoredEvent[] => countedEvents([event, ...ledger], limits)

/**
 * The ledger after a rest. It moves the rating towards that of a fresh account, which lifts it unless the
 * older events outshine the newer ones by far. The caller asks `agesNow` first.
 */
export const withAgeing = (
  ledger: readonly ScoredEvent[],
  at: number,
  limits: Limits,
): readonly ScoredEvent[] => withScore(ledger, { at, score: limits.ageing.score, contraFirmId: null }, limits)

/** Whether a rating has rested long enough, in trading days without a scored event, to recover (rules 14). */
export const isAgeingDue = (rating: number, quietDays: number, { ageing }: Limits): boolean =>
  rating < ageing.below && quietDays >= ageing.tradingDays

/** What the event in a place counts for: the newest, in place 0, weighs most (rules 14). */
export const weightOf = (place: number, limits: Limits): number => limits.ratedEvents - place

/** What all places together weigh, events or not. */
export const fullWeight = ({ ratedEvents }: Limits): number => (ratedEvents * (ratedEvents + 1)) / 2

/** The rating, 1 to 100, that so many points make: scores times weights, over all places (rules 14). */
export function ratingOfPoints(points: number, limits: Limits): number {
  const full = fullWeight(limits)
  return Math.min(100, Math.max(1, Math.floor((2 * points + full) / (2 * full))))
}

/** The rating, 1 to 100, from the newest 20 scored events, newest first and weighing most (rules 14). */
export function ratingOf(ledger: readonly ScoredEvent[], limits: Limits): number {
  const events = countedEvents(ledger, limits)
  let points = 0
  for (let place = 0; place < limits.ratedEvents; place += 1)
    points += weightOf(place, limits) * (events[place]?.score ?? missingScore)
  return ratingOfPoints(points, limits)
}

/** Stars shown for a rating, 1 to 5 (specification 2). */
export const starsOf = (rating: number): number => Math.trunc((rating - 1) / 20) + 1

/** The hurdle that picking star n sets (specification 5). */
export const hurdleOfStar = (star: number): number => (star <= 1 ? 10 : 20 * (star - 1) + 1)

/** Ratings under the smallest hurdle there is match nobody (rules 14): 1 to 9. */
export const matchesNobody = (rating: number, { credibilityHurdle }: Limits): boolean =>
  rating < credibilityHurdle.min
