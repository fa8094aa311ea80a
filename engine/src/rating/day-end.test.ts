import { expect, test } from 'vitest'
import {
  answerOf,
  bookIn,
  buys,
  calendarOf,
  moment,
  perform,
  quoteOf,
  sells,
  sweepAt,
  traderIn,
  type WorldOptions,
  world,
} from '../../test/book.ts'
import { defaultLimits } from '../model/limits.ts'
import type { State } from '../model/state.ts'
import { ratingOf } from './credibility.ts'
import { dayEndEvents } from './day-end.ts'

// A trading day ends at 15:00 UTC, midnight in Tokyo. The day of the book is a Friday, 20 November 2026;
// Monday the 23rd is a holiday.
const weekdays = { ...calendarOf(), weekends: false, holidays: ['2026-11-23'] }
const endOf = (date: string): number => moment('15:00', date)
const sweepOn = (state: State, date: string) => perform(state, sweepAt(endOf(date), []))
const november = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`

/** Thursday, 19 November. */
const dayBefore = moment('03:00', '2026-11-19')

/** A platform on which these are birch's score events, newest first, made a day before by default. */
function rated(scores: readonly number[], of: WorldOptions = {}, at = dayBefore): State {
  const state = world(of)
  const birch = traderIn(state, 'birch')
  birch.ledger = scores.map((score, i) => ({ at, score, contraFirmId: `contra-${i}` }))
  birch.rating = ratingOf(birch.ledger, defaultLimits)
  return state
}
const ratingIn = (state: State) => state.traders.get('birch')?.rating

/** The number of birch's ageing events at the end of each of these days. */
const agedOn = (state: State, ...days: readonly number[]): number[] =>
  days.map((day) => sweepOn(state, november(day)).filter(({ type }) => type === 'ratingAged').length)

test('a day ends once, and the event has the new day and the number of trading days that ended', () => {
  const state = world()
  expect(sweepOn(state, november(20))).toEqual([
    { type: 'tradingDayEnded', at: endOf(november(20)), day: 20_778, tradingDays: 1 },
  ])

  expect(sweepOn(state, november(20))).toEqual([])
  expect(dayEndEvents(state, endOf(november(21)) - 1)).toEqual([])
})

test('several days without a sweep end together and are all counted', () => {
  expect(sweepOn(world(), november(29))).toMatchObject([{ type: 'tradingDayEnded', tradingDays: 10 }])
})

test('weekends and holidays are not trading days', () => {
  const state = world({ calendar: weekdays })
  const counted = (day: number) =>
    sweepOn(state, november(day)).map((each) => 'tradingDays' in each && each.tradingDays)

  // Friday; the weekend and the holiday; Tuesday; Wednesday to Friday at once.
  expect([20, 23, 24, 27].flatMap(counted)).toEqual([1, 0, 1, 3])
})

test('below 60, five trading days without a scored event append one event of 60', () => {
  const state = rated([0])
  expect(ratingIn(state)).toBe(54)
  expect(agedOn(state, 20, 21, 22, 23, 24)).toEqual([0, 0, 0, 0, 1])

  expect(state.traders.get('birch')).toMatchObject({
    ledger: [{ at: endOf(november(24)), score: 60, contraFirmId: null }, { score: 0 }],
  })
})

// rule: 14.20
test('the day of the event itself does not count: an event on Monday ages at the end of the next Monday', () => {
  const weekend = { ...calendarOf(), weekends: false }
  const monday = moment('03:00', '2026-11-16')
  const state = world({ calendar: weekend, opens: '00:00' })
  const later = rated([0], { calendar: weekend }, monday)

  expect(state.day).toBe(later.day)
  expect(agedOn(later, 20, 23)).toEqual([0, 1])
  expect(agedOn(later, 27, 30)).toEqual([0, 1])
})

test('an event on a weekend, after a long downtime, counts from the next trading day', () => {
  const saturday = moment('03:00', '2026-11-21')
  const state = rated([0], { calendar: { ...calendarOf(), weekends: false } }, saturday)

  expect(agedOn(state, 26, 27)).toEqual([0, 1])
})

test('an event after midnight, before the sweep that ends the day, belongs to the new day', () => {
  const state = rated([0], {}, endOf(november(20)) + 10)

  expect(agedOn(state, 25, 26)).toEqual([0, 1])
})

test('a rating ages every five trading days, as long as it stays below 60', () => {
  const state = rated([0])

  expect(agedOn(state, 24, 28, 29)).toEqual([1, 0, 1])
  expect(state.traders.get('birch')?.ledger.map(({ score }) => score)).toEqual([60, 60, 0])
})

test('at 60 and above nothing ages, however long there is no event', () => {
  const fresh = rated([])
  expect(ratingIn(fresh)).toBe(60)
  expect(agedOn(fresh, 24, 29)).toEqual([0, 0])

  const good = rated([100])
  expect(agedOn(good, 24, 29)).toEqual([0, 0])
})

test('holidays and weekends do not count', () => {
  const state = rated([0], { calendar: weekdays })

  // Friday 20, Tuesday 24, Wednesday 25, Thursday 26: four. Friday 27 is the fifth.
  expect(agedOn(state, 22, 23, 24, 26, 27)).toEqual([0, 0, 0, 0, 1])
})

test('ageing after many days without a sweep is applied at once: one event for every five', () => {
  const state = rated([0])
  const [, ...aged] = sweepOn(state, '2026-12-06')

  // 17 trading days: three times five, and two towards the next.
  expect(aged).toEqual(Array(3).fill({ type: 'ratingAged', at: endOf('2026-12-06'), traderId: 'birch' }))
  const later = ['2026-12-08', '2026-12-09'].map(
    (date) => sweepOn(state, date).filter(({ type }) => type === 'ratingAged').length,
  )
  expect(later).toEqual([0, 1])
})

test('ageing stops when the rating is back at 60', () => {
  const state = rated([55])
  expect(ratingIn(state)).toBe(60)
  const poor = rated([50, 50])
  expect(ratingIn(poor)).toBe(58)

  const events = sweepOn(poor, '2027-11-20').filter(({ type }) => type === 'ratingAged').length
  expect(ratingIn(poor)).toBe(60)
  expect(events).toBeGreaterThan(0)
  expect(events).toBeLessThan(73)
})

test('days that end together and days that end one by one give the same ledger', () => {
  const scores = [0, 20, 100, 0, 20]
  const [once, daily] = [rated(scores), rated(scores)]
  sweepOn(once, november(30))
  for (let day = 20; day <= 30; day += 1) sweepOn(daily, november(day))
  const bare = (state: State) => state.traders.get('birch')?.ledger.map(({ score }) => score)

  expect(bare(once)).toEqual(bare(daily))
  expect(ratingIn(once)).toBe(ratingIn(daily))
})

/** Birch sells to alder on the day after 20 November and declines at a mid; the days at whose end it ages. */
function ageingsAround(midYen: number): readonly number[] {
  const state = rated([0])
  sweepOn(state, november(20))
  bookIn(state, buys('alder', 10_000), sells('birch', 10_000))
  const at = endOf(november(20)) + 60_000
  perform(state, sweepAt(at))
  const quote = quoteOf('toyota', at, midYen)
  perform(state, answerOf(state, 'birch', 'DECLINE', at, { quote }))
  perform(state, answerOf(state, 'alder', 'ACCEPT', at, { quote }))
  return agedOn(state, 23, 24, 25, 26)
}

test('a scored event restarts the count of quiet days, an excused decline does not', () => {
  expect(ageingsAround(2_000)).toEqual([0, 0, 0, 1])
  expect(ageingsAround(1_980)).toEqual([0, 1, 0, 0])
})

test('a rating that recovered lets its owner pass the hurdles of live adverts', () => {
  const state = rated([0, 0, 0], { opens: '14:00' })
  expect(ratingIn(state)).toBe(44)
  agedOn(state, 20, 21, 22, 23)
  const later = { duration: '150', credibilityHurdle: 45 } as const
  perform(state, { type: 'changeReference', at: moment('14:30', november(24)), reference: {} })
  bookIn(state, buys('alder', 10_000, later), sells('birch', 10_000, { duration: '150' }))
  const locates = (at: number) => perform(state, sweepAt(at)).map(({ type }) => type)
  expect(locates(endOf(november(24)) - 1)).toEqual([])

  expect(locates(endOf(november(24)))).toEqual(['tradingDayEnded', 'ratingAged', 'contraLocated'])
  expect(ratingIn(state)).toBe(45)
})
