import type { Limits } from './limits.ts'

/** One answer to a locate that counts (rules 14). */
export interface ScoredEvent {
  readonly at: number
  /** Accept 100, decline 20, timeout 0. */
  readonly score: number
  readonly contraFirmId: string
}

export const scores = { accept: 100, decline: 20, timeout: 0 } as const
/** What a missing event counts, so that a fresh account rates 60. */
const missingScore = 60

/**
 * The events that make the rating, newest first, after one more. A contra institution that already
 * has its share among them gives up its oldest, so that no two firms can talk a rating up alone.
 */
export function withScore(ledger: readonly ScoredEvent[], event: ScoredEvent, limits: Limits): ScoredEvent[] {
  const next = [event, ...ledger]
  const fromContra = next.filter((each) => each.contraFirmId === event.contraFirmId)
  const surplus = fromContra.length > limits.ratedEventsPerContra ? fromContra.at(-1) : undefined
  return next.filter((each) => each !== surplus).slice(0, limits.ratedEvents)
}

/** The rating, 1 to 100, from the newest 20 scored events, newest first and weighing most (rules 14). */
export function ratingOf(ledger: readonly ScoredEvent[], limits: Limits): number {
  const count = limits.ratedEvents
  const weights = (count * (count + 1)) / 2
  let sum = 0
  for (let i = 0; i < count; i += 1) sum += (count - i) * (ledger[i]?.score ?? missingScore)
  return Math.min(100, Math.max(1, Math.floor((2 * sum + weights) / (2 * weights))))
}

/** Stars shown for a rating, 1 to 5 (specification 2). */
export const starsOf = (rating: number): number => Math.trunc((rating - 1) / 20) + 1

/** The hurdle that picking star n sets (specification 5). */
export const hurdleOfStar = (star: number): number => (star <= 1 ? 10 : 20 * (star - 1) + 1)
