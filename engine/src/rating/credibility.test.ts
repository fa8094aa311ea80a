import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firmNames } from '../../test/book.ts'
import { defaultLimits as limits } from '../model/limits.ts'
import type { ScoredEvent } from '../model/state.ts'
import {
  answerScores,
  hurdleOfStar,
  isAgeingDue,
  matchesNobody,
  ratingOf,
  starsOf,
  withAgeing,
  withScore,
} from './credibility.ts'

const rated = (ledger: readonly ScoredEvent[]): number => ratingOf(ledger, limits)

const after = (ledger: readonly ScoredEvent[], events: readonly ScoredEvent[]): readonly ScoredEvent[] =>
  events.reduce<readonly ScoredEvent[]>((so, event) => withScore(so, event, limits), ledger)
const ledgerOf = (events: readonly ScoredEvent[]): readonly ScoredEvent[] => after([], events)

/** A number of equal events, each with another contra. */
const apart = (score: number, count: number): ScoredEvent[] =>
  Array.from({ length: count }, (_, at) => ({ at, score, contraFirmId: `firm-${score}-${at}` }))

/** A number of equal events, all with one contra, or none. */
const withFirm = (contraFirmId: string | null, score: number, count: number): ScoredEvent[] =>
  Array.from({ length: count }, (_, at) => ({ at, score, contraFirmId }))

/** The ratings after each of a number of equal events, each with another contra. */
const ratingsAfter = (score: number, count: number): number[] =>
  apart(score, count).map((_, i, events) => rated(ledgerOf(events.slice(0, i + 1))))

const scoreValues: readonly number[] = Object.values(answerScores)
const anyScore = fc.constantFrom(...scoreValues)
const anyEvent: fc.Arbitrary<ScoredEvent> = fc.record({
  at: fc.nat(),
  score: anyScore,
  contraFirmId: fc.constantFrom<string | null>(...firmNames, null),
})
const anyEvents = fc.array(anyEvent, { maxLength: 80, size: 'max' })

// spec: 2.header.11, 9.20
// rule: 14.17
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

// spec: 5.editor.14, 9.20
// rule: 14.18
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

// rule: 14.19
test('ratings 1 to 9 match nobody, and 10 or more may', () => {
  const alone = Array.from({ length: 100 }, (_, i) => i + 1).filter((each) => matchesNobody(each, limits))

  expect(alone).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

// rule: 14.4
test('a new account has a rating of 60', () => {
  expect(rated([])).toBe(60)
})

// rule: 14.1
test('accepts alone raise a new account to 64, 67, 71, 74, 77 and with twenty to 100', () => {
  expect(ratingsAfter(answerScores.accept, 5)).toEqual([64, 67, 71, 74, 77])
  expect(ratingsAfter(answerScores.accept, 20).at(-1)).toBe(100)
})

// rule: 14.2
test('declines alone lower it to 55, 50, 45, 41, 36, and at last to 5', () => {
  expect(ratingsAfter(answerScores.decline, 5)).toEqual([55, 50, 45, 41, 36])
  expect(ratingsAfter(answerScores.decline, 20).at(-1)).toBe(5)
})

// rule: 14.3
test('timeouts alone lower it to 54, 49, 44, 39, 34 and with twenty to 1', () => {
  expect(ratingsAfter(answerScores.timeout, 5)).toEqual([54, 49, 44, 39, 34])
  expect(ratingsAfter(answerScores.timeout, 20).at(-1)).toBe(1)
})

// rule: 14.5
test('the newest event weighs most', () => {
  const accepted = withFirm('birch', answerScores.accept, 3)
  const lapsed = withFirm('cypress', answerScores.timeout, 3)

  expect(rated(ledgerOf([...lapsed, ...accepted]))).toBe(57)
  expect(rated(ledgerOf([...accepted, ...lapsed]))).toBe(53)
})

// rule: 14.6
test('the twenty-first newest event does not count', () => {
  const ledger = ledgerOf([...withFirm('birch', answerScores.accept, 1), ...apart(answerScores.timeout, 20)])

  expect(ledger).toHaveLength(20)
  expect(rated(ledger)).toBe(1)
})

// rule: 14.7
test('a rating is an integer from 1 to 100, whatever happened', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const rating = rated(ledgerOf(events))
      expect(Number.isInteger(rating)).toBe(true)
      expect(rating).toBeGreaterThanOrEqual(1)
      expect(rating).toBeLessThanOrEqual(100)
    }),
  )
})

// rule: 14.8
test('the rating is the weighted mean of twenty scores, missing ones 60, rounded half up', () => {
  const mean = (scores: readonly number[]): number =>
    Array.from({ length: 20 }, (_, i) => (20 - i) * (scores[i] ?? 60)).reduce((a, b) => a + b) / 210
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 20 }), (values) => {
      const ledger = values.map((score, at) => ({ at, score, contraFirmId: `firm-${at}` }))
      expect(rated(ledger)).toBe(Math.min(100, Math.max(1, Math.floor(mean(values) + 0.5))))
    }),
  )
})

// rule: 14.9
test('a better answer anywhere in the history never lowers the rating', () => {
  fc.assert(
    fc.property(anyEvents, fc.nat(), fc.constantFrom(...scoreValues), (events, drawn, score) => {
      fc.pre(events.length > 0)
      const index = drawn % events.length
      const was = events[index] as ScoredEvent
      const better = events.with(index, { ...was, score: Math.max(was.score, score) })
      expect(rated(ledgerOf(better))).toBeGreaterThanOrEqual(rated(ledgerOf(events)))
    }),
  )
})

test('of two possible next answers the better one never gives the lower rating, whichever contra it is', () => {
  fc.assert(
    fc.property(anyEvents, anyEvent, (events, { at, contraFirmId }) => {
      const next = (score: number): number =>
        rated(withScore(ledgerOf(events), { at, score, contraFirmId }, limits))
      expect(next(answerScores.accept)).toBeGreaterThan(next(answerScores.decline))
      expect(next(answerScores.decline)).toBeGreaterThanOrEqual(next(answerScores.timeout))
    }),
  )
})

// rule: 14.12
test.each([
  [59, 5, true],
  [59, 6, true],
  [1, 5, true],
  [59, 4, false],
  [60, 5, false],
  [60, 500, false],
])('a rating of %i after %i trading days without a scored event ages: %s', (rating, quietDays, ages) => {
  expect(isAgeingDue(rating, quietDays, limits)).toBe(ages)
})

test('ageing appends one event of 60 without a contra', () => {
  const ledger = ledgerOf(apart(answerScores.timeout, 3))

  expect(withAgeing(ledger, 7, limits)).toEqual([{ at: 7, score: 60, contraFirmId: null }, ...ledger])
  expect([rated(ledger), rated(withAgeing(ledger, 7, limits))]).toEqual([44, 45])
})

test('a rating of 1 matches again after two ageing events and is 60 after twenty', () => {
  let ledger = ledgerOf(apart(answerScores.timeout, 20))
  const ratings = Array.from({ length: 20 }, (_, at) => {
    ledger = withAgeing(ledger, at, limits)
    return rated(ledger)
  })

  expect(ratings.slice(0, 4)).toEqual([6, 11, 16, 21])
  expect(ratings.at(-1)).toBe(60)
})

test('ageing brings every low rating to that of a new account, even one that older accepts raised', () => {
  let ledger = ledgerOf([...apart(answerScores.accept, 15), ...apart(answerScores.timeout, 5)])
  const ratings = [rated(ledger)]
  for (let at = 0; isAgeingDue(rated(ledger), 5, limits); at += 1) {
    ledger = withAgeing(ledger, at, limits)
    ratings.push(rated(ledger))
  }

  expect(ratings.slice(0, 3)).toEqual([57, 56, 54])
  expect(Math.min(...ratings)).toBe(51)
  expect(ratings.at(-1)).toBe(60)
})

test('ageing alone leads to at least 60 and never raises a low rating beyond 62, whatever came before', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      let ledger = ledgerOf(events)
      for (let at = 0; at < 20; at += 1) {
        if (!isAgeingDue(rated(ledger), 5, limits)) break
        ledger = withAgeing(ledger, at, limits)
        expect(rated(ledger)).toBeLessThanOrEqual(62)
      }
      if (rated(ledgerOf(events)) < 60) expect(rated(ledger)).toBeGreaterThanOrEqual(60)
    }),
  )
})

// At most four of the twenty events may be with one contra institution (docs/rules.md §14).

test('twenty accepts or timeouts with one contra institution move a rating no further than four do', () => {
  expect(ledgerOf(withFirm('birch', answerScores.accept, 20))).toHaveLength(4)
  expect(rated(ledgerOf(withFirm('birch', answerScores.accept, 20)))).toBe(74)
  expect(rated(ledgerOf(withFirm('birch', answerScores.timeout, 20)))).toBe(39)
})

test('a fifth event with one institution removes its own oldest, not that of others', () => {
  const fromCypress = { at: 0, score: 0, contraFirmId: 'cypress' }
  const fromBirch = [1, 2, 3, 4, 5].map((at) => ({ at, score: 100, contraFirmId: 'birch' }))
  const ledger = ledgerOf([fromCypress, ...fromBirch])

  expect(ledger.map(({ at }) => at)).toEqual([5, 4, 3, 2, 0])
})

test('ageing events have no contra, so that more than four of them count', () => {
  expect(ledgerOf(withFirm(null, 60, 30))).toHaveLength(20)
})

// rule: 14.13
test('whatever happened, no contra institution has more than four of the twenty events', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const ledger = ledgerOf(events)
      expect(ledger.length).toBeLessThanOrEqual(20)
      const ofFirms = Map.groupBy(ledger, ({ contraFirmId }) => contraFirmId)
      for (const [firmId, { length }] of ofFirms) if (firmId) expect(length).toBeLessThanOrEqual(4)
    }),
  )
})

test('the ledger is the newest twenty events without those that have four newer ones with the same institution', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const newestFirst = events.toReversed()
      const counting = newestFirst.filter(({ contraFirmId }, index) => {
        const newer = newestFirst.slice(0, index).filter((each) => each.contraFirmId === contraFirmId)
        return contraFirmId === null || newer.length < 4
      })
      expect(ledgerOf(events)).toEqual(counting.slice(0, 20))
    }),
  )
})

test('however often two institutions are located, only their last four events are in the ledger', () => {
  const anyScores = fc.array(anyScore, { minLength: 4, maxLength: 40 })
  fc.assert(
    fc.property(anyEvents, anyScores, (events, scores) => {
      const withIris = scores.map((score, at) => ({ at, score, contraFirmId: 'iris' }))
      const ledger = ledgerOf(events)
      expect(after(ledger, withIris)).toEqual(after(ledger, withIris.slice(-4)))
    }),
  )
})

test('one contra shifts the events with others by at most four positions', () => {
  fc.assert(
    fc.property(anyEvents, fc.array(anyScore, { maxLength: 40 }), (events, scores) => {
      const ledger = ledgerOf(events)
      const later = after(
        ledger,
        scores.map((score, at) => ({ at, score, contraFirmId: 'iris' })),
      )
      const stillThere = ledger.slice(0, limits.ratedEvents - limits.ratedEventsPerContra)
      for (const event of stillThere)
        expect(later.indexOf(event) - ledger.indexOf(event)).toBeLessThanOrEqual(4)
      for (const event of stillThere) expect(later).toContain(event)
    }),
  )
})

test('one contra that always accepts raises the lowest rating to 35, two raise it to 63, and no more', () => {
  const worst = apart(answerScores.timeout, 20)
  const oneFriend = after(worst, withFirm('birch', answerScores.accept, 40))
  const twoFriends = after(oneFriend, withFirm('cypress', answerScores.accept, 40))

  expect([rated(worst), rated(oneFriend), rated(twoFriends)]).toEqual([1, 35, 63])
})

test('four declines are removed by four accepts with the same contra, and not by fewer', () => {
  let ledger = ledgerOf(withFirm('birch', answerScores.decline, 4))
  const ratings = withFirm('birch', answerScores.accept, 4).map((accept) => {
    ledger = withScore(ledger, accept, limits)
    return rated(ledger)
  })

  expect(ratings).toEqual([50, 58, 66, 74])
})

test('narrower limits also apply to events that were recorded under wider ones', () => {
  const wide = { ...limits, ratedEventsPerContra: 10 }
  const ledger = withFirm('birch', answerScores.accept, 10).reduce<readonly ScoredEvent[]>(
    (so, event) => withScore(so, event, wide),
    [],
  )

  expect(ledger).toHaveLength(10)
  expect(ratingOf(ledger, wide)).toBeGreaterThan(74)
  expect(rated(ledger)).toBe(74)
})
