import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alwaysOpenCalendar,
  anyCalendar,
  anyMoment,
  isOpenDay,
  jpxCalendar,
  utc,
} from '../../test/arbitrary-calendar.ts'
import type { Calendar } from '../model/calendar.ts'
import {
  endOfTradingDay,
  isTradingDay,
  startOfTradingDay,
  tradingDay,
  tradingDaysBetween,
} from './trading-days.ts'

const noonInTokyo = (date: string): number => utc(`${date}T03:00`)

// rule: 13.13
test.each([
  ['2026-09-19', false, 'a Saturday'],
  ['2026-09-22', false, 'between two holidays'],
  ['2026-09-24', true, 'a Thursday after the autumn holidays'],
  ['2026-11-03', false, 'Culture Day'],
  ['2026-12-30', true, 'the last day of the year'],
  ['2026-12-31', false, 'year end'],
  ['2027-01-01', false, 'new year'],
  ['2027-01-02', false, 'new year'],
  ['2027-01-03', false, 'new year'],
  ['2027-01-04', true, 'the first day of the year'],
  ['2027-03-22', false, 'the Monday for an equinox on a Sunday'],
  ['2028-09-22', false, 'an equinox'],
  ['2029-02-12', false, 'the Monday for a Foundation Day on a Sunday'],
  ['2030-05-06', false, 'the Monday for a Children’s Day on a Sunday'],
  ['2030-12-30', true, 'the last day of the last year'],
  ['2030-12-31', false, 'the last year end'],
])('on %s the exchanges are open: %s (%s)', (date, open) => {
  expect(isTradingDay(jpxCalendar, noonInTokyo(date))).toBe(open)
})

// rule: 13.15
test('the trading day begins at midnight in Tokyo: 23:00 UTC on a Sunday is Monday morning', () => {
  const sundayEvening = utc('2026-10-04T23:00')

  expect(isTradingDay(jpxCalendar, sundayEvening)).toBe(true)
  expect(tradingDay(sundayEvening)).toBe(tradingDay(utc('2026-10-05T08:00')))
  expect(startOfTradingDay(tradingDay(sundayEvening))).toBe(utc('2026-10-04T15:00'))
  expect(endOfTradingDay(sundayEvening)).toBe(utc('2026-10-05T15:00'))
})

test('a trading day includes its first moment and not that of the next day', () => {
  fc.assert(
    fc.property(anyMoment, (at) => {
      const start = startOfTradingDay(tradingDay(at))

      expect(at).toBeGreaterThanOrEqual(start)
      expect(at).toBeLessThan(endOfTradingDay(at))
      expect([tradingDay(start - 1), tradingDay(start)]).toEqual([tradingDay(at) - 1, tradingDay(at)])
    }),
  )
})

// rule: 13.14
test('a calendar without weekends and holidays is open every day', () => {
  expect(isTradingDay(alwaysOpenCalendar, noonInTokyo('2026-09-19'))).toBe(true)
  expect(isTradingDay(alwaysOpenCalendar, noonInTokyo('2027-01-01'))).toBe(true)
})

test('exchanges are closed on the weekends and holidays of their calendar, by the date in Tokyo', () => {
  fc.assert(
    fc.property(anyCalendar, anyMoment, (calendar, at) => {
      expect(isTradingDay(calendar, at)).toBe(isOpenDay(calendar, at))
    }),
    { numRuns: 10_000 },
  )
})

test('a calendar with cached results gives the same results as an equal new one', () => {
  fc.assert(
    fc.property(anyCalendar, fc.array(anyMoment), (calendar, times) => {
      const firstResults = times.map((at) => isTradingDay(calendar, at))
      const copy = structuredClone(calendar)

      expect(times.map((at) => isTradingDay(copy, at))).toEqual(firstResults)
      expect(times.map((at) => isTradingDay(calendar, at))).toEqual(firstResults)
    }),
  )
})

test('trading days are counted from one day to another, the end exclusive, before 1970 too', () => {
  const anyDay = fc.oneof(anyMoment.map(tradingDay), fc.integer({ min: -60, max: 60 }))
  const days = fc.tuple(anyDay, fc.nat(60)).map(([day, count]) => [day, day + count] as const)
  fc.assert(
    fc.property(anyCalendar, days, (calendar, [from, to]) => {
      let count = 0
      for (let day = from; day < to; day += 1) if (isOpenDay(calendar, startOfTradingDay(day))) count += 1

      expect(tradingDaysBetween(calendar, from, to)).toBe(count)
    }),
    { numRuns: 2_000 },
  )
})

test('a duplicate holiday counts once, and an invalid date closes no day', () => {
  const written: Calendar = {
    ...alwaysOpenCalendar,
    holidays: ['2026-12-08', '2026-12-08', '2026-02-30', '2026-3-3', 'Golden Week', ''],
  }
  const [first, last] = [tradingDay(noonInTokyo('2026-01-01')), tradingDay(noonInTokyo('2027-01-01'))]

  expect(tradingDaysBetween(written, first, last)).toBe(364)
  expect(isTradingDay(written, noonInTokyo('2026-03-02'))).toBe(true)
  expect(isTradingDay(written, noonInTokyo('2026-03-03'))).toBe(true)
  expect(isTradingDay(written, noonInTokyo('2026-12-08'))).toBe(false)
})
