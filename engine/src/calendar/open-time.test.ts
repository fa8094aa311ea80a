import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alwaysOpenCalendar,
  anyCalendar,
  anyMoment,
  anyRanges,
  calendarWith,
  isInMinutes,
  jpxCalendar,
  minutesIn,
  naiveOpenMs,
  nextMinute,
  utc,
} from '../../test/arbitrary-calendar.ts'
import { exchanges } from '../model/calendar.ts'
import { exchangeOpenMs, matchingOpenMs, nextMatching, openMsBetween } from './open-time.ts'

const minutes = (count: number): number => count * 60_000
const hours = (count: number): number => minutes(count * 60)
const days = (count: number): number => hours(count * 24)

/** Two times in order, mostly within a day, sometimes weeks apart. */
const anyStretch = fc
  .tuple(
    anyMoment,
    fc.oneof(
      { weight: 8, arbitrary: fc.nat(days(1)) },
      { weight: 4, arbitrary: fc.nat(days(4)) },
      { weight: 1, arbitrary: fc.nat(days(25)) },
    ),
  )
  .map(([from, length]) => [from, from + length] as const)

// rule: 6.6
test.each([
  ['2026-10-02T01:00', '2026-10-02T02:00', 60, 'in the morning session'],
  ['2026-10-02T02:00', '2026-10-02T04:00', 59, 'over lunch'],
  ['2026-10-02T02:40', '2026-10-02T03:20', 0, 'at lunch'],
  ['2026-10-02T06:20', '2026-10-02T06:35', 8, 'over the closing auction into after-hours'],
  ['2026-10-01T23:00', '2026-10-02T08:00', 372, 'on a whole day'],
  ['2026-10-02T07:00', '2026-10-05T00:30', 50, 'over a weekend'],
  ['2026-12-30T07:10', '2027-01-04T00:05', 15, 'over new year'],
  ['2026-09-18T00:00', '2026-09-25T00:00', 744, 'over the five days without trading in September'],
])('from %s to %s matching is open for %i minutes (%s)', (from, to, open) => {
  for (const exchange of exchanges)
    expect(matchingOpenMs(jpxCalendar, exchange, utc(from), utc(to))).toBe(minutes(open))
})

test('the exchange is open for five and a half hours a day, without lunch and after hours', () => {
  const [before, after] = [utc('2026-10-01T23:00'), utc('2026-10-02T08:00')]

  expect(exchangeOpenMs(jpxCalendar, 'XTKS', before, after)).toBe(hours(5.5))
  expect(exchangeOpenMs(jpxCalendar, 'XTKS', utc('2026-10-02T02:20'), utc('2026-10-02T03:40'))).toBe(
    minutes(20),
  )
  expect(exchangeOpenMs(jpxCalendar, 'XTKS', utc('2026-10-02T06:31'), utc('2026-10-02T07:20'))).toBe(0)
})

test('open time is counted to the millisecond', () => {
  const stop = utc('2026-10-02T02:29:00')

  expect(matchingOpenMs(jpxCalendar, 'XTKS', stop - 1, stop)).toBe(1)
  expect(matchingOpenMs(jpxCalendar, 'XTKS', stop - 1, stop + 1)).toBe(1)
  expect(matchingOpenMs(jpxCalendar, 'XTKS', stop, stop + 1)).toBe(0)
})

test('on a calendar that never closes, open time is elapsed time', () => {
  fc.assert(
    fc.property(anyStretch, ([from, to]) => {
      expect(matchingOpenMs(alwaysOpenCalendar, 'XTKS', from, to)).toBe(to - from)
    }),
  )
})

test('open time equals a count minute by minute', () => {
  fc.assert(
    fc.property(anyCalendar, anyRanges, anyStretch, (calendar, ranges, [from, to]) => {
      expect(openMsBetween(calendar, ranges, from, to)).toBe(naiveOpenMs(calendar, ranges, from, to))
    }),
    { numRuns: 400 },
  )
})

test('where matching and after hours overlap, the time counts once', () => {
  fc.assert(
    fc.property(anyCalendar, anyStretch, (calendar, [from, to]) => {
      const { matching, afterHours } = calendar.hours.XTKS

      const open = naiveOpenMs(calendar, [...matching, ...afterHours], from, to)
      expect(matchingOpenMs(calendar, 'XTKS', from, to)).toBe(open)
    }),
    { numRuns: 300 },
  )
})

test('the open times of two adjacent intervals add up', () => {
  const threeTimes = fc.array(anyMoment, { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(anyCalendar, anyRanges, threeTimes, (calendar, ranges, times) => {
      const [a = 0, b = 0, c = 0] = times.sort((one, other) => one - other)

      const inTwo = openMsBetween(calendar, ranges, a, b) + openMsBetween(calendar, ranges, b, c)
      expect(openMsBetween(calendar, ranges, a, c)).toBe(inTwo)
      expect(openMsBetween(calendar, ranges, c, a)).toBe(0)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['2026-10-02T01:00', '2026-10-02T01:00', 'while matching is open'],
  ['2026-10-01T23:30', '2026-10-02T00:00', 'before the open'],
  ['2026-10-02T02:29', '2026-10-02T03:30', 'at lunch'],
  ['2026-10-02T06:24', '2026-10-02T06:31', 'in the closing auction'],
  ['2026-10-02T07:19:59', '2026-10-02T07:19:59', 'in the last second of after-hours'],
  ['2026-10-02T07:20', '2026-10-05T00:00', 'after the last matching of a week'],
  ['2026-12-30T07:20', '2027-01-04T00:00', 'after the last matching of a year'],
])('at %s the next matching is at %s (%s)', (at, opens) => {
  for (const exchange of exchanges) expect(nextMatching(jpxCalendar, exchange, utc(at))).toBe(utc(opens))
})

test('there is no next matching if none is within fourteen days', () => {
  const holidays = Array.from({ length: 14 }, (_, day) => `2026-10-${String(day + 2).padStart(2, '0')}`)
  const closed = calendarWith({ matching: [{ from: 60, to: 120 }] }, { holidays })

  expect(nextMatching(closed, 'XTKS', utc('2026-10-02T00:59:59.999'))).toBe(null)
  expect(nextMatching(closed, 'XTKS', utc('2026-10-02T01:00'))).toBe(utc('2026-10-16T01:00'))
  expect(nextMatching(calendarWith({}), 'XTKS', utc('2026-10-02T01:00'))).toBe(null)
})

test('the next matching is the first minute with either kind of it', () => {
  fc.assert(
    fc.property(anyCalendar, anyMoment, (calendar, at) => {
      const { matching, afterHours } = calendar.hours.XTKS
      const held = minutesIn([...matching, ...afterHours])
      let opens = at
      while (opens <= at + days(14) && !isInMinutes(calendar, held, opens)) opens = nextMinute(opens)

      expect(nextMatching(calendar, 'XTKS', at)).toBe(opens <= at + days(14) ? opens : null)
    }),
    { numRuns: 500 },
  )
})
