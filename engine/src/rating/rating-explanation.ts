import type { Limits } from '../model/limits.ts'
import type { ScoredEvent } from '../model/state.ts'
import {
  answerScores,
  countedEvents,
  fullWeight,
  missingScore,
  notExecutedScore,
  ratingOf,
  ratingOfPoints,
  starsOf,
  weightOf,
  withScore,
} from './credibility.ts'

export const ratedKinds = ['ACCEPT', 'DECLINE', 'TIMEOUT', 'NOT_EXECUTED', 'AGEING'] as const
type RatedKind = (typeof ratedKinds)[number]

/** An event that counts for a rating. It must not name the contra (docs/rules.md §15). */
export interface RatedEvent {
  readonly at: number
  readonly kind: RatedKind
  readonly score: number
  readonly weight: number
  /** Score times weight. */
  readonly points: number
}

/** A rating and how it is computed (docs/rules.md §14). Only its owner may see it. */
export interface RatingExplanation {
  readonly rating: number
  readonly stars: number
  /** Newest first. */
  readonly events: readonly RatedEvent[]
  /** The missing events, summed up. */
  readonly missing: {
    readonly count: number
    readonly score: number
    readonly weight: number
    readonly points: number
  }
  /** The sum of all weights, by which the points are divided. */
  readonly fullWeight: number
  /** The rating after the next answer, to a contra that is not among the rated events. */
  readonly next: { readonly accept: number; readonly decline: number; readonly timeout: number }
}

/**
 * Explains a rating from its ledger, newest first. The rating is the sum of all points, those of missing
 * events included, divided by the full weight and rounded.
 */
export function explainRating(ledger: readonly ScoredEvent[], limits: Limits): RatingExplanation {
  const events = countedEvents(ledger, limits).map((event, index) => rated(event, weightOf(index, limits)))
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

function kindOf({ score, contraFirmId, acceptedAgreementId }: ScoredEvent): RatedKind {
  if (contraFirmId === null) return 'AGEING'
  if (acceptedAgreementId !== undefined && score === notExecutedScore) return 'NOT_EXECUTED'
  if (score === answerScores.accept) return 'ACCEPT'
  return score === answerScores.timeout ? 'TIMEOUT' : 'DECLINE'
}

/** Missing events come last, so their weights are 1, 2, 3 and so on. */
function missingOf(count: number): RatingExplanation['missing'] {
  const weight = (count * (count + 1)) / 2
  return { count, score: missingScore, weight, points: missingScore * weight }
}
