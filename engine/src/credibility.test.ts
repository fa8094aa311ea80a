import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firmNames } from '../simulation/book.ts'
import { hurdleOfStar, ratingOf, type ScoredEvent, scores, starsOf, withScore } from './credibility.ts'
import { defaultLimits as limits } from './limits.ts'

const rated = (ledger: readonly ScoredEvent[]): number => ratingOf(ledger, limits)

/** The ratings after each of a number of equal events, each with another contra. */
function ratingsAfter(score: number, count: number): number[] {
  let ledger: readonly ScoredEvent[] = []
  return Array.from({ length: count }, (_, at) => {
    ledger = withScore(ledger, { at, score, contraFirmId: `firm-${at}` }, limits)
    return rated(ledger)
  })
}

const scoreValues: readonly number[] = Object.values(scores)
const anyEvents = fc.array(
  fc.record({
    at: fc.nat(),
    score: fc.constantFrom(...scoreValues),
    contraFirmId: fc.constantFrom<string>(...firmNames),
  }),
  { maxLength: 80 },
)
const ledgerOf = (events: readonly ScoredEvent[]): readonly ScoredEvent[] =>
  events.reduce<readonly ScoredEvent[]>((ledger, event) => withScore(ledger, event, limits), [])

test.each([
  [1, 1],
  [20, 1],
  [21, 2],
  [40, 2],
  [41, 3],
  [60, 3],
  [61, 4],
  [80, 4],
  [81, 5],
  [100, 5],
])('a rating of %i shows %i stars', (rating, stars) => {
  expect(starsOf(rating)).toBe(stars)
})

test.each([
  [1, 10],
  [2, 21],
  [3, 41],
  [4, 61],
  [5, 81],
])('picking star %i sets the hurdle %i, which shows that star', (star, hurdle) => {
  expect(hurdleOfStar(star)).toBe(hurdle)
  expect(starsOf(hurdle)).toBe(star)
})

test('a fresh account rates 60', () => {
  expect(rated([])).toBe(60)
})

test('accepts alone lift a fresh account to 64, 67, 71, 74, 77 and with twenty to 100', () => {
  expect(ratingsAfter(scores.accept, 5)).toEqual([64, 67, 71, 74, 77])
  expect(ratingsAfter(scores.accept, 20).at(-1)).toBe(100)
})

test('declines alone lower it to 56, 53, 49, 46, 43', () => {
  expect(ratingsAfter(scores.decline, 5)).toEqual([56, 53, 49, 46, 43])
})

test('timeouts alone lower it to 54, 49, 44, 39, 34 and with twenty to 1', () => {
  expect(ratingsAfter(scores.timeout, 5)).toEqual([54, 49, 44, 39, 34])
  expect(ratingsAfter(scores.timeout, 20).at(-1)).toBe(1)
})

test('the newest event weighs most', () => {
  const accepted = [1, 2, 3].map((at) => ({ at, score: 100, contraFirmId: 'birch' }))
  const lapsed = [4, 5, 6].map((at) => ({ at, score: 0, contraFirmId: 'cypress' }))

  expect(rated(ledgerOf([...lapsed, ...accepted]))).toBe(57)
  expect(rated(ledgerOf([...accepted, ...lapsed]))).toBe(53)
})

test('the twenty-first event back counts no more', () => {
  const timeouts = ratingsAfter(scores.timeout, 20)
  let ledger = ledgerOf([{ at: 0, score: 100, contraFirmId: 'birch' }])
  for (let at = 1; at <= 20; at += 1)
    ledger = withScore(ledger, { at, score: 0, contraFirmId: `firm-${at}` }, limits)

  expect(ledger).toHaveLength(20)
  expect(rated(ledger)).toBe(timeouts.at(-1))
})

test('twenty accepts from one contra firm lift a rating no further than four do', () => {
  const withBirch = (count: number) =>
    ledgerOf(Array.from({ length: count }, (_, at) => ({ at, score: 100, contraFirmId: 'birch' })))

  expect(withBirch(20)).toHaveLength(4)
  expect(rated(withBirch(20))).toBe(74)
})

test('a fifth event with one firm pushes out its own oldest, not that of others', () => {
  const fromCypress = { at: 0, score: 0, contraFirmId: 'cypress' }
  const fromBirch = [1, 2, 3, 4, 5].map((at) => ({ at, score: 100, contraFirmId: 'birch' }))
  const ledger = ledgerOf([fromCypress, ...fromBirch])

  expect(ledger.map(({ at }) => at)).toEqual([5, 4, 3, 2, 0])
})

test('a ledger holds the newest first, twenty at most and four of any contra firm', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const ledger = ledgerOf(events)
      expect(ledger.length).toBeLessThanOrEqual(20)
      const firms = Map.groupBy(ledger, ({ contraFirmId }) => contraFirmId)
      for (const ofFirm of firms.values()) expect(ofFirm.length).toBeLessThanOrEqual(4)
      if (events.length > 0) expect(ledger[0]).toBe(events.at(-1))
      const positions = ledger.map((event) => events.indexOf(event))
      expect(positions).toEqual(positions.toSorted((a, b) => b - a))
    }),
  )
})

test('a rating is a whole number from 1 to 100, whatever happened', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const rating = rated(ledgerOf(events))
      expect(Number.isInteger(rating)).toBe(true)
      expect(rating).toBeGreaterThanOrEqual(1)
      expect(rating).toBeLessThanOrEqual(100)
    }),
  )
})

test('a better answer at any place of the history never makes the rating worse', () => {
  fc.assert(
    fc.property(anyEvents, fc.nat(), fc.constantFrom(...scoreValues), (events, place, score) => {
      fc.pre(events.length > 0)
      const index = place % events.length
      const was = events[index] as ScoredEvent
      const better = events.with(index, { ...was, score: Math.max(was.score, score) })
      expect(rated(ledgerOf(better))).toBeGreaterThanOrEqual(rated(ledgerOf(events)))
    }),
  )
})

test('of two next answers the better one makes the better rating, or the same at the bounds', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const next = (score: number): number =>
        rated(withScore(ledgerOf(events), { at: 0, score, contraFirmId: 'iris' }, limits))
      expect(next(scores.accept)).toBeGreaterThan(next(scores.decline))
      expect(next(scores.decline)).toBeGreaterThanOrEqual(next(scores.timeout))
    }),
  )
})
