import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firmNames } from '../../test/book.ts'
import { defaultLimits as limits } from '../model/limits.ts'
import type { ScoredEvent } from '../model/state.ts'
import { answerScores, ratingOf, withScore } from './credibility.ts'

/** At most four of the twenty events may be with one contra institution (docs/rules.md §14). */

const rated = (ledger: readonly ScoredEvent[]): number => ratingOf(ledger, limits)

const after = (ledger: readonly ScoredEvent[], events: readonly ScoredEvent[]): readonly ScoredEvent[] =>
  events.reduce<readonly ScoredEvent[]>((so, event) => withScore(so, event, limits), ledger)
const ledgerOf = (events: readonly ScoredEvent[]): readonly ScoredEvent[] => after([], events)

const withFirm = (contraFirmId: string | null, score: number, count: number): ScoredEvent[] =>
  Array.from({ length: count }, (_, at) => ({ at, score, contraFirmId }))

const anyScore = fc.constantFrom<number>(...Object.values(answerScores))
const anyEvent: fc.Arbitrary<ScoredEvent> = fc.record({
  at: fc.nat(),
  score: anyScore,
  contraFirmId: fc.constantFrom<string | null>(...firmNames, null),
})
const anyEvents = fc.array(anyEvent, { maxLength: 80, size: 'max' })

test('twenty accepts with one contra institution raise a rating no further than four do', () => {
  expect(ledgerOf(withFirm('birch', answerScores.accept, 20))).toHaveLength(4)
  expect(rated(ledgerOf(withFirm('birch', answerScores.accept, 20)))).toBe(74)
})

test('twenty timeouts with one contra institution lower a rating no further than four do', () => {
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
      const counting = newestFirst.filter(({ contraFirmId }, place) => {
        const newer = newestFirst.slice(0, place).filter((each) => each.contraFirmId === contraFirmId)
        return contraFirmId === null || newer.length < 4
      })
      expect(ledgerOf(events)).toEqual(counting.slice(0, 20))
    }),
  )
})

test('however often two institutions are located, only their last four events are in the ledger', () => {
  const anyMeetings = fc.array(anyScore, { minLength: 4, maxLength: 40 })
  fc.assert(
    fc.property(anyEvents, anyMeetings, (events, meetings) => {
      const withIris = meetings.map((score, at) => ({ at, score, contraFirmId: 'iris' }))
      const ledger = ledgerOf(events)
      expect(after(ledger, withIris)).toEqual(after(ledger, withIris.slice(-4)))
    }),
  )
})

test('one contra shifts the events with others by at most four positions', () => {
  fc.assert(
    fc.property(anyEvents, fc.array(anyScore, { maxLength: 40 }), (events, meetings) => {
      const ledger = ledgerOf(events)
      const later = after(
        ledger,
        meetings.map((score, at) => ({ at, score, contraFirmId: 'iris' })),
      )
      const stillThere = ledger.slice(0, limits.ratedEvents - limits.ratedEventsPerContra)
      for (const event of stillThere)
        expect(later.indexOf(event) - ledger.indexOf(event)).toBeLessThanOrEqual(4)
      for (const event of stillThere) expect(later).toContain(event)
    }),
  )
})

test('one contra that always accepts raises the lowest rating to 35, two raise it to 63, and no more', () => {
  const worst = withFirm('others', answerScores.timeout, 0).concat(
    Array.from({ length: 20 }, (_, at) => ({ at, score: 0, contraFirmId: `firm-${at}` })),
  )
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
