import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alwaysOpenCalendar,
  anyCalendar,
  anyMoment,
  anyRange,
  anyRanges,
  calendarWith,
  isInMinutes,
  jpxCalendar,
  minutesIn,
  nextMinute,
  utc,
} from '../../test/arbitrary-calendar.ts'
import { exchanges } from '../model/calendar.ts'
import {
  afterHoursIsOpen,
  endOfPlatformHours,
  exchangeIsOpen,
  formatRange,
  isWithin,
  matchingIsOpen,
  neverCloses,
  nextHoursChange,
  parseRange,
  parseRanges,
  phaseOf,
  platformIsOpen,
} from './hours.ts'
import { dayMs, endOfTradingDay } from './trading-days.ts'

// rule: 20.4
test.each([
  ['2026-10-01T22:59:59', 'CLOSED', 'closed'],
  ['2026-10-01T23:00:00', 'PAUSED', 'paused'],
  ['2026-10-02T00:00:00', 'MATCHING', 'open'],
  ['2026-10-02T02:28:59', 'MATCHING', 'open'],
  ['2026-10-02T02:29:00', 'PAUSED', 'open'],
  ['2026-10-02T02:45:00', 'PAUSED', 'paused'],
  ['2026-10-02T03:30:00', 'MATCHING', 'open'],
  ['2026-10-02T06:24:00', 'PAUSED', 'open'],
  ['2026-10-02T06:30:00', 'PAUSED', 'paused'],
  ['2026-10-02T06:31:00', 'AFTER_HOURS', 'paused'],
  ['2026-10-02T07:00:00', 'AFTER_HOURS', 'paused'],
  ['2026-10-02T07:19:59', 'AFTER_HOURS', 'paused'],
  ['2026-10-02T07:20:00', 'PAUSED', 'paused'],
  ['2026-10-02T08:00:00', 'CLOSED', 'closed'],
  ['2026-10-02T12:00:00', 'CLOSED', 'closed'],
  ['2026-10-02T23:30:00', 'CLOSED', 'closed'],
  ['2026-09-22T01:00:00', 'CLOSED', 'closed'],
])('at %s UTC the phase is %s and the indicator says %s', (moment, phase, shown) => {
  for (const exchange of exchanges) {
    const platform = platformIsOpen(jpxCalendar, exchange, utc(moment))
    const trading = exchangeIsOpen(jpxCalendar, exchange, utc(moment))

    expect(phaseOf(jpxCalendar, exchange, utc(moment))).toBe(phase)
    expect(platform ? (trading ? 'open' : 'paused') : 'closed').toBe(shown)
  }
})

test('a calendar that never closes matches at the mid at any hour, and never at the close', () => {
  fc.assert(
    fc.property(anyMoment, fc.constantFrom(...exchanges), (at, exchange) => {
      expect(phaseOf(alwaysOpenCalendar, exchange, at)).toBe('MATCHING')
      expect(afterHoursIsOpen(alwaysOpenCalendar, exchange, at)).toBe(false)
    }),
  )
})

test('each kind of hours is read from its own ranges, on trading days only', () => {
  fc.assert(
    fc.property(anyCalendar, anyMoment, (calendar, at) => {
      const { platform, exchange, matching, afterHours } = calendar.hours.XTKS

      expect(platformIsOpen(calendar, 'XTKS', at)).toBe(isInMinutes(calendar, minutesIn(platform), at))
      expect(exchangeIsOpen(calendar, 'XTKS', at)).toBe(isInMinutes(calendar, minutesIn(exchange), at))
      expect(matchingIsOpen(calendar, 'XTKS', at)).toBe(isInMinutes(calendar, minutesIn(matching), at))
      expect(afterHoursIsOpen(calendar, 'XTKS', at)).toBe(isInMinutes(calendar, minutesIn(afterHours), at))
    }),
    { numRuns: 2_000 },
  )
})

test('outside platform hours the phase is closed; inside, matching at the mid precedes the close', () => {
  fc.assert(
    fc.property(anyCalendar, anyMoment, (calendar, at) => {
      const phase = phaseOf(calendar, 'XTKS', at)
      const open = platformIsOpen(calendar, 'XTKS', at)
      const matching = matchingIsOpen(calendar, 'XTKS', at)

      expect(phase === 'CLOSED').toBe(!open)
      expect(phase === 'MATCHING').toBe(open && matching)
      expect(phase === 'AFTER_HOURS').toBe(open && !matching && afterHoursIsOpen(calendar, 'XTKS', at))
    }),
    { numRuns: 2_000 },
  )
})

test('the platform hours of a day end at 08:00 UTC, even if they began before midnight', () => {
  const close = utc('2026-10-02T08:00')

  expect(endOfPlatformHours(jpxCalendar, 'XTKS', utc('2026-10-01T23:00'))).toBe(close)
  expect(endOfPlatformHours(jpxCalendar, 'XTKS', utc('2026-10-02T00:00'))).toBe(close)
  expect(endOfPlatformHours(jpxCalendar, 'XTKS', utc('2026-10-02T07:59:59.999'))).toBe(close)
})

test('hours that never close end with the trading day', () => {
  expect(neverCloses(alwaysOpenCalendar, 'XTKS')).toBe(true)
  expect(endOfPlatformHours(alwaysOpenCalendar, 'XTKS', utc('2026-10-03T15:00'))).toBe(
    utc('2026-10-04T15:00'),
  )
})

test('a platform with a holiday or a weekend closes', () => {
  expect(neverCloses(jpxCalendar, 'XTKS')).toBe(false)
  expect(neverCloses({ ...alwaysOpenCalendar, holidays: ['2027-01-01'] }, 'XTKS')).toBe(false)
  expect(neverCloses({ ...alwaysOpenCalendar, weekends: false }, 'XTKS')).toBe(false)
})

test('adjacent ranges of platform hours end where the second one ends', () => {
  const platform = [
    { from: 1_380, to: 1_440 },
    { from: 0, to: 480 },
  ]
  const end = endOfPlatformHours(calendarWith({ platform }), 'XTKS', utc('2026-10-01T23:30'))

  expect(end).toBe(utc('2026-10-02T08:00'))
})

// spec: 4.indicator.5
// rule: 13.12
test('a range contains exactly the minutes from its start to its end, across midnight too', () => {
  fc.assert(
    fc.property(anyRange, anyMoment, (range, at) => {
      expect(isWithin([range], at)).toBe(isInMinutes(alwaysOpenCalendar, minutesIn([range]), at))
    }),
    { numRuns: 10_000 },
  )
})

// rule: 13.3
test('platform hours end at the first minute outside them, and never after the trading day', () => {
  fc.assert(
    fc.property(anyRanges, anyMoment, (platform, at) => {
      const calendar = calendarWith({ platform })
      const held = minutesIn(platform)
      const isOpen = isInMinutes(calendar, held, at)
      let end = at
      while (isInMinutes(calendar, held, end) && end < endOfTradingDay(at)) end = nextMinute(end)

      expect(endOfPlatformHours(calendar, 'XTKS', at)).toBe(isOpen ? end : endOfTradingDay(at))
    }),
    { numRuns: 2_000 },
  )
})

test('a platform that is open at every minute, in any number of ranges, never closes', () => {
  const roundTheClock = fc
    .uniqueArray(fc.nat(1_439), { minLength: 1, maxLength: 4 })
    .map((ends) => ends.sort((a, b) => a - b))
    .map((ends) => ends.map((from, i) => ({ from, to: ends[(i + 1) % ends.length] ?? from })))
  fc.assert(
    fc.property(fc.oneof(anyRanges, roundTheClock), (platform) => {
      const open = minutesIn(platform).every((minute) => minute)

      expect(neverCloses(calendarWith({ platform }), 'XTKS')).toBe(open)
    }),
    { numRuns: 10_000 },
  )
})

// spec: 3.23
test('ranges are formatted in UTC as in the status call', () => {
  expect(jpxCalendar.hours.XTKS.platform.map(formatRange)).toEqual(['23:00 to 08:00'])
  expect(jpxCalendar.hours.XTKS.exchange.map(formatRange)).toEqual(['00:00 to 02:30', '03:30 to 06:30'])
  expect(jpxCalendar.hours.XTKS.matching.map(formatRange)).toEqual(['00:00 to 02:29', '03:30 to 06:24'])
  expect(jpxCalendar.hours.XTKS.afterHours.map(formatRange)).toEqual(['06:31 to 07:20'])
})

const onFriday = (clock: string): number => Date.parse(`2026-11-20T${clock}Z`)

test.each([
  ['in the morning, to the end of matching', '01:00:00', '02:29:00'],
  ['before matching at the official close, to its beginning', '06:30:59', '06:31:00'],
  ['at the very moment of a change, to the one after it', '06:31:00', '07:20:00'],
  ['in the evening, to midnight in Tokyo, when it may be a holiday', '09:00:00', '15:00:00'],
  ['after midnight in Tokyo, to the open of the platform', '15:00:00', '23:00:00'],
  ['after the last change of the UTC day, to the first of the next', '23:30:00', '24:00:00'],
])('the hours change next: %s', (_, now, next) => {
  const ranges = Object.values(jpxCalendar.hours.XTKS).flat()

  expect(nextHoursChange(ranges, onFriday(now))).toBe(onFriday(next))
})

test('ranges that end at midnight UTC change there, and without ranges only the trading day does', () => {
  expect(nextHoursChange([{ from: 0, to: 1_440 }], onFriday('15:00:00'))).toBe(onFriday('24:00:00'))
  expect(nextHoursChange([], onFriday('15:00:00'))).toBe(onFriday('15:00:00') + dayMs)
})

test('of several texts the ranges are parsed, in their order', () => {
  expect(parseRanges(['03:30 to 06:30', 'lunch', '00:00 to 02:30'])).toEqual([
    { from: 210, to: 390 },
    { from: 0, to: 150 },
  ])
})

test('a formatted range parses to itself, and nothing else parses', () => {
  fc.assert(
    fc.property(anyRange, (range) => {
      expect(parseRange(formatRange(range))).toEqual(range)
    }),
  )
  for (const text of [
    '',
    '9:00 to 10:00',
    '24:01 to 01:00',
    '00:60 to 01:00',
    '00:00-01:00',
    '99:00 to 01:00',
    ' 09:00 to 10:00',
    '09:00 to 10:00 ',
  ])
    expect(parseRange(text)).toBe(null)
})
