import { defaultLimits } from '@aitai/engine/limits.ts'
import {
  answerScores,
  fullWeight,
  hurdleOfStar,
  isAgeingDue,
  matchesNobody,
  missingScore,
  notExecutedScore,
  ratingOf,
  type ScoredEvent,
  starsOf,
  weightOf,
} from '@aitai/engine/rating/credibility.ts'
import { examples, type Section } from '../example.ts'
import { table } from '../markdown.ts'

const limits = defaultLimits
const { ageing, ratedEvents, ratedEventsPerContra } = limits
const ratings = Array.from({ length: 100 }, (_, index) => index + 1)
const stars = [...new Set(ratings.map(starsOf))]

/** Equal answers, each with another institution. */
const ledgerOf = (count: number, score: number, contras = count): ScoredEvent[] =>
  Array.from({ length: count }, (_, at) => ({ at, score, contraFirmId: `contra-${at % contras}` }))

const afterAnswers = (answer: keyof typeof answerScores, rows: readonly (readonly [number, number])[]) =>
  examples(
    'A fresh account after {count} × {answer} rates {rating}.',
    ({ count }: { count: number; answer: string }) => ({
      rating: ratingOf(ledgerOf(count, answerScores[answer]), limits),
    }),
    rows.map(([count, rating]) => ({ given: { count, answer }, gives: { rating } })),
  )

const pairs = (...values: readonly number[]) => values.map((rating, index) => [index + 1, rating] as const)

const capped = examples(
  'A fresh account after {count} × accept, all to one contra institution, rates {rating}.',
  ({ count }: { count: number }) => ({ rating: ratingOf(ledgerOf(count, answerScores.accept, 1), limits) }),
  [
    { given: { count: 4 }, gives: { rating: 74 } },
    { given: { count: 20 }, gives: { rating: 74 } },
  ],
)

const rests = examples(
  'A rating of {rating} after {days} whole trading days without a scored event recovers a little: {ages}.',
  ({ rating, days }: { rating: number; days: number }) => ({ ages: isAgeingDue(rating, days, limits) }),
  [
    { given: { rating: 59, days: 5 }, gives: { ages: true } },
    { given: { rating: 59, days: 4 }, gives: { ages: false } },
    { given: { rating: 60, days: 5 }, gives: { ages: false } },
  ],
)

/** The credibility rating and its computation (docs/rules.md §14). */
export const rating: Section = {
  title: '14 Credibility rating',
  text: [
    `A rating is a number from 1 to 100, made of the newest ${ratedEvents} scored events of a trader. Scored are an accept with ${answerScores.accept}, a decline with ${answerScores.decline} and a timeout with ${answerScores.timeout}. A withdrawal by one’s own knockout is scored like a decline. An accept after which nothing was executed counts ${notExecutedScore} if the broker reports that its trader did not follow through (24). Not scored are other withdrawals, a decline that the market excuses, and everything before a locate.`,
    `The newest event weighs ${weightOf(0, limits)}, the next ${weightOf(1, limits)}, and so on down to ${weightOf(ratedEvents - 1, limits)}; an event that is missing counts ${missingScore}. The rating is the sum of score times weight, divided by ${fullWeight(limits)} (all weights together) and rounded. At most ${ratedEventsPerContra} events may come from one contra institution: another one pushes out the oldest of them.`,
    `A rating below ${ageing.below} recovers while its owner rests: every ${ageing.tradingDays} whole trading days without a scored event, counted from the day after it, add one event of ${ageing.score}.`,
    'A rating changes only when an outcome is revealed. Its owner sees the events, scores and weights behind it and what the next answer would make of it, but not who the contras were. Nobody else sees a rating.',
    table(
      ['Stars', 'Rating from', 'to', 'Hurdle that picking the star sets'],
      stars.map((star) => {
        const band = ratings.filter((each) => starsOf(each) === star)
        return [star, Math.min(...band), Math.max(...band), hurdleOfStar(star)]
      }),
    ),
    `Ratings from 1 to ${Math.max(...ratings.filter((each) => matchesNobody(each, limits)))} match nobody: no hurdle is lower. A hurdle below ${limits.credibilityHurdle.min} reads as ${limits.credibilityHurdle.min}.`,
  ],
  examples: [
    ...afterAnswers('accept', [...pairs(64, 67, 71, 74, 77), [20, 100]]),
    ...afterAnswers('decline', [...pairs(55, 50, 45, 41, 36), [20, 5]]),
    ...afterAnswers('timeout', [...pairs(54, 49, 44, 39, 34), [20, 1]]),
    ...capped,
    ...rests,
  ],
}
