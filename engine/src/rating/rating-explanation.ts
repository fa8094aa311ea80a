import type { Limits } from '../limits.ts'
import {
  answerScores,
  countedEvents,
  fullWeight,
  missingScore,
  ratingOf,
  ratingOfPoints,
  type ScoredEvent,
  starsOf,
  weightOf,
  withScore,
} from './credibility.ts'

export const ratedKinds = ['ACCEPT', 'DECLINE', 'TIMEOUT', 'AGEING'] as const
type RatedKind = (typeof ratedKinds)[number]

/** One event behind a rating. Who the contra was is not in it: that nobody may learn (rules 15). */
export interface RatedEvent {
  readonly at: number
  readonly kind: RatedKind
  readonly score: number
  readonly weight: number
  /** Score times weight. */
  readonly points: number
}

/** The number and how it comes about (rules 14). For its owner alone: nobody else sees a rating. */
export interface RatingExplanation {
  readonly rating: number
  readonly stars: number
  /** Newest first. */
  readonly events: readonly RatedEvent[]
  /** The places no event fills yet, together. */
  readonly missing: {
    readonly count: number
    readonly score: number
    readonly weight: number
    readonly points: number
  }
  /** What the points are divided by: all weights together. */
  readonly fullWeight: number
  /** What the next answer would make of the rating, given to a contra that is not among the rated ones. */
  readonly next: { readonly accept: number; readonly decline: number; readonly timeout: number }
}

/**
 * Explains a rating from its ledger, newest first. The points of the events and of the missing ones
 * together, divided by the full weight and rounded, are the rating.
 */
export function explainRating(ledger: readonly ScoredEvent[], limits: Limits): RatingExplanation {
  const events = countedEvents(ledger, limits).map((event, place) => rated(event, weightOf(place, limits)))
  const missing = missingOf(limits.ratedEvents - events.length)
  const points = events.reduce((sum, event) => sum + event.points, missing.points)
  const rating = ratingOfPoints(points, limits)
  const after = (score: number): number =>
    ratingOf(withScore(ledger, { at: 0, score, contraFirmId: null }, limits), limits)
  return {
    rating,
    stars: starsOf(rating),
    events,
    missing,
    fullWeight: fullWeight(limits),
    next: {
      accept: after(answerScores.accept),
      decline: after(answerScores.decline),
      timeout: after(answerScores.timeout),
    },
  }
}

const rated = (event: ScoredEvent, weight: number): RatedEvent => ({
  at: event.at,
  kind: kindOf(event),
  score: event.score,
  weight,
  points: event.score * weight,
})

function kindOf({ score, contraFirmId }: ScoredEvent): RatedKind {
  if (contraFirmId === null) return 'AGEING'
  if (score === answerScores.accept) return 'ACCEPT'
  return score === answerScores.decline ? 'DECLINE' : 'TIMEOUT'
}

/** The last places weigh 1, 2, 3 and so on, counted from the end. */
function missingOf(count: number): RatingExplanation['missing'] {
  const weight = (count * (count + 1)) / 2
  return { count, score: missingScore, weight, points: missingScore * weight }
}
