import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firmNames } from '../../test/book.ts'
import { defaultLimits as limits } from '../model/limits.ts'
import type { ScoredEvent } from '../model/state.ts'
import { answerScores, ratingOf, ratingOfPoints, withAgeing, withScore } from './credibility.ts'
import { explainRating } from './rating-explanation.ts'

const ledgerOf = (events: readonly ScoredEvent[]): readonly ScoredEvent[] =>
  events.reduce<readonly ScoredEvent[]>((ledger, event) => withScore(ledger, event, limits), [])

const anyLedger = fc
  .array(
    fc.record({
      at: fc.nat(),
      score: fc.constantFrom<number>(...Object.values(answerScores)),
      contraFirmId: fc.constantFrom<string | null>(...firmNames, null),
    }),
    { maxLength: 40, size: 'max' },
  )
  .map(ledgerOf)

// rule: 14.14
test('a rating is explained by its events with score and weight, newest first, and by the missing ones', () => {
  const ledger = ledgerOf([
    { at: 1, score: answerScores.timeout, contraFirmId: 'birch' },
    { at: 2, score: answerScores.decline, contraFirmId: 'birch' },
    { at: 3, score: answerScores.accept, contraFirmId: 'cypress' },
  ])

  expect(explainRating(withAgeing(ledger, 4, limits), limits)).toEqual({
    rating: 54,
    stars: 3,
    events: [
      { at: 4, kind: 'AGEING', score: 60, weight: 20, points: 1_200 },
      { at: 3, kind: 'ACCEPT', score: 100, weight: 19, points: 1_900 },
      { at: 2, kind: 'DECLINE', score: 5, weight: 18, points: 90 },
      { at: 1, kind: 'TIMEOUT', score: 0, weight: 17, points: 0 },
    ],
    missing: { count: 16, score: 60, weight: 136, points: 8_160 },
    fullWeight: 210,
    next: { accept: 58, decline: 49, timeout: 49 },
  })
})

test('a new account has missing events only, and the effect of its first answer is shown', () => {
  expect(explainRating([], limits)).toEqual({
    rating: 60,
    stars: 3,
    events: [],
    missing: { count: 20, score: 60, weight: 210, points: 12_600 },
    fullWeight: 210,
    next: { accept: 64, decline: 55, timeout: 54 },
  })
})

test('the points of the events and of the missing ones give exactly the rating', () => {
  fc.assert(
    fc.property(anyLedger, (ledger) => {
      const { rating, events, missing, fullWeight } = explainRating(ledger, limits)
      const points = [...events, missing].reduce((sum, each) => sum + each.points, 0)
      const weights = [...events, missing].reduce((sum, each) => sum + each.weight, 0)

      expect(rating).toBe(ratingOf(ledger, limits))
      expect(ratingOfPoints(points, limits)).toBe(rating)
      expect(weights).toBe(fullWeight)
      expect(events.length + missing.count).toBe(20)
    }),
  )
})

// rule: 14.16
test('the predicted effect of the next answer is its real effect with a contra that is not rated yet', () => {
  fc.assert(
    fc.property(anyLedger, (ledger) => {
      const made = (score: number): number =>
        ratingOf(withScore(ledger, { at: 0, score, contraFirmId: 'iris' }, limits), limits)

      expect(explainRating(ledger, limits).next).toEqual({
        accept: made(answerScores.accept),
        decline: made(answerScores.decline),
        timeout: made(answerScores.timeout),
      })
    }),
  )
})

test('the predicted effect counts the next answer in full, even if the newest contra has four events', () => {
  const ledger = ledgerOf(Array.from({ length: 4 }, (_, at) => ({ at, score: 0, contraFirmId: 'birch' })))

  expect(explainRating(ledger, limits)).toMatchObject({
    rating: 39,
    next: { accept: 44, decline: 35, timeout: 34 },
  })
})

// rule: 14.15
test('the explanation does not identify contras: with other contras in the same positions it is equal', () => {
  fc.assert(
    fc.property(anyLedger, (ledger) => {
      const renamed = ledger.map(({ contraFirmId, ...event }) => ({
        ...event,
        contraFirmId: contraFirmId && `other-${contraFirmId}`,
      }))
      const explained = explainRating(ledger, limits)

      expect(explained).toEqual(explainRating(renamed, limits))
      for (const name of firmNames) expect(JSON.stringify(explained)).not.toContain(name)
    }),
  )
})
