import fc from 'fast-check'
import { expect, test } from 'vitest'
import alwaysOpenData from '../../server/data/calendar-always-open.json' with { type: 'json' }
import jpxData from '../../server/data/calendar-jpx.json' with { type: 'json' }
import { exchanges } from './equity.ts'
import type { Calendar, HourRange } from './hours.ts'
import {
  endOfPlatformHours,
  endOfTradingDay,
  formatRange,
  isTradingDay,
  isWithin,
  matchingIsOpen,
  neverCloses,
  platformIsOpen,
  tradingDay,
} from './hours.ts'

const jpx: Calendar = jpxData
const alwaysOpen: Calendar = alwaysOpenData

const minuteMs = 60_000
const noonInTokyo = (date: string): number => Date.parse(`${date}T03:00:00Z`)
const utc = (moment: string): number => Date.parse(`${moment}Z`)
const withPlatform = (platform: readonly HourRange[]): Calendar => ({
  ...alwaysOpen,
  hours: { ...alwaysOpen.hours, XTKS: { platform, exchange: platform, matching: platform } },
})

/** What the indicator shows on Tokyo (rules 20). */
function indicator(at: number): 'open' | 'paused' | 'closed' {
  if (!platformIsOpen(jpx, 'XTKS', at)) return 'closed'
  return matchingIsOpen(jpx, 'XTKS', at) ? 'open' : 'paused'
}

const anyRange = fc.record({
  from: fc.integer({ min: 0, max: 1_439 }),
  to: fc.integer({ min: 0, max: 1_440 }),
})
const anyMoment = fc.integer({ min: utc('2026-01-01T00:00:00'), max: utc('2030-12-31T00:00:00') })

test.each([
  ['2026-09-19', false, 'a Saturday'],
  ['2026-09-22', false, 'between two holidays'],
  ['2026-09-24', true, 'a Thursday after the autumn holidays'],
  ['2026-11-03', false, 'Culture Day'],
  ['2026-12-30', true, 'the last day of the year'],
  ['2026-12-31', false, 'new year'],
  ['2027-01-01', false, 'new year'],
  ['2027-01-02', false, 'new year'],
  ['2027-01-03', false, 'new year'],
  ['2027-01-04', true, 'the first day of the year'],
  ['2027-03-22', false, 'the Monday for an equinox on a Sunday'],
  ['2028-09-22', false, 'an equinox'],
  ['2029-02-12', false, 'the Monday for a Foundation Day on a Sunday'],
])('on %s the exchanges are open: %s (%s)', (date, open) => {
  expect(isTradingDay(jpx, noonInTokyo(date))).toBe(open)
})

test('every year has its sixteen national holidays and the days around new year', () => {
  for (const year of ['2026', '2027', '2028', '2029', '2030']) {
    const days = jpx.holidays.filter((day) => day.startsWith(year))
    expect(days.length).toBeGreaterThanOrEqual(19)
    expect(days).toEqual([...new Set(days)].sort())
  }
})

test.each([
  ['2026-10-01T22:59:59', 'closed'],
  ['2026-10-01T23:00:00', 'paused'],
  ['2026-10-02T00:00:00', 'open'],
  ['2026-10-02T02:28:59', 'open'],
  ['2026-10-02T02:45:00', 'paused'],
  ['2026-10-02T03:30:00', 'open'],
  ['2026-10-02T06:24:00', 'paused'],
  ['2026-10-02T07:00:00', 'paused'],
  ['2026-10-02T08:00:00', 'closed'],
  ['2026-10-02T12:00:00', 'closed'],
  ['2026-10-02T23:30:00', 'closed'],
])('at %s UTC the indicator of a Friday says %s', (moment, shown) => {
  expect(indicator(utc(moment))).toBe(shown)
})

test('the trading day begins at midnight in Tokyo, so that 23:00 UTC on a Sunday is Monday morning', () => {
  const sundayEvening = utc('2026-10-04T23:00:00')

  expect(isTradingDay(jpx, sundayEvening)).toBe(true)
  expect(tradingDay(sundayEvening)).toBe(tradingDay(utc('2026-10-05T08:00:00')))
  expect(endOfTradingDay(sundayEvening)).toBe(utc('2026-10-05T15:00:00'))
})

test('the platform hours of a day end at 08:00 UTC, however early before midnight they began', () => {
  const close = utc('2026-10-02T08:00:00')

  expect(endOfPlatformHours(jpx, 'XTKS', utc('2026-10-01T23:00:00'))).toBe(close)
  expect(endOfPlatformHours(jpx, 'XTKS', utc('2026-10-02T00:00:00'))).toBe(close)
  expect(endOfPlatformHours(jpx, 'XTKS', utc('2026-10-02T07:59:59.999'))).toBe(close)
})

test('hours that never close end with the trading day', () => {
  expect(neverCloses(alwaysOpen, 'XTKS')).toBe(true)
  expect(neverCloses(jpx, 'XTKS')).toBe(false)
  expect(neverCloses({ ...alwaysOpen, holidays: ['2027-01-01'] }, 'XTKS')).toBe(false)
  expect(endOfPlatformHours(alwaysOpen, 'XTKS', utc('2026-10-03T15:00:00'))).toBe(utc('2026-10-04T15:00:00'))
})

test('platform hours written as two ranges that touch end where the second ends', () => {
  const touching = withPlatform([
    { from: 1_380, to: 1_440 },
    { from: 0, to: 480 },
  ])

  expect(endOfPlatformHours(touching, 'XTKS', utc('2026-10-01T23:30:00'))).toBe(utc('2026-10-02T08:00:00'))
})

test('ranges are written in UTC as the status call gives them', () => {
  expect(jpx.hours.XTKS.platform.map(formatRange)).toEqual(['23:00 to 08:00'])
  expect(jpx.hours.XTKS.exchange.map(formatRange)).toEqual(['00:00 to 02:30', '03:30 to 06:30'])
  expect(jpx.hours.XTKS.matching.map(formatRange)).toEqual(['00:00 to 02:29', '03:30 to 06:24'])
})

test('contras are looked for only while the exchange trades, and that only in platform hours', () => {
  for (let minute = 0; minute < 1_440; minute += 1) {
    const at = utc('2026-10-02T00:00:00') + minute * minuteMs
    for (const exchange of exchanges) {
      const { matching, exchange: trading, platform } = jpx.hours[exchange]
      if (isWithin(matching, at)) expect(isWithin(trading, at)).toBe(true)
      if (isWithin(trading, at)) expect(isWithin(platform, at)).toBe(true)
    }
  }
})

test('a range holds exactly the minutes from its start to its end, over midnight too', () => {
  fc.assert(
    fc.property(anyRange, anyMoment, (range, at) => {
      const held = new Set<number>()
      let minute = range.from
      do {
        held.add(minute)
        minute = (minute + 1) % 1_440
      } while (minute !== range.to % 1_440)

      const now = new Date(at)
      expect(isWithin([range], at)).toBe(held.has(now.getUTCHours() * 60 + now.getUTCMinutes()))
    }),
  )
})

test('platform hours end at the first minute outside them, and never after the trading day', () => {
  fc.assert(
    fc.property(fc.array(anyRange, { minLength: 1, maxLength: 3 }), anyMoment, (platform, at) => {
      fc.pre(isWithin(platform, at))
      let end = Math.floor(at / minuteMs) * minuteMs
      while (isWithin(platform, end) && end < endOfTradingDay(at)) end += minuteMs

      expect(endOfPlatformHours(withPlatform(platform), 'XTKS', at)).toBe(end)
    }),
  )
})
