import { dateOfDay, dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import { dayMovedTo, monthFrom, weekdayOf, weeksOf } from './calendar-days.ts'

const day = dayOfDate
const range = { first: day('2025-11-20'), last: day('2026-11-24') }
const moved = (date: string, key: string): string | null => {
  const to = dayMovedTo(day(date), key, range)
  return to === null ? null : dateOfDay(to)
}

test('a month has its days in weeks from Monday to Sunday', () => {
  const weeks = weeksOf(day('2026-11-20'))

  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, day('2026-11-01')])
  expect(weeks[5]).toEqual([day('2026-11-30'), null, null, null, null, null, null])
  expect(weeks.flat().filter((each) => each !== null)).toHaveLength(30)
  expect(weekdayOf(day('2026-11-23'))).toBe(0)
})

test('months are counted across years', () => {
  expect(dateOfDay(monthFrom(day('2026-01-31'), -2))).toBe('2025-11-01')
  expect(dateOfDay(monthFrom(day('2025-12-31'), 3))).toBe('2026-03-01')
})

test.each([
  ['2026-11-20', 'ArrowLeft', '2026-11-19'],
  ['2026-11-20', 'ArrowUp', '2026-11-13'],
  ['2026-11-20', 'ArrowDown', '2026-11-24'],
  ['2026-11-20', 'Home', '2026-11-16'],
  ['2026-11-11', 'End', '2026-11-15'],
  ['2026-10-31', 'PageUp', '2026-09-30'],
  ['2026-10-31', 'PageDown', '2026-11-24'],
  ['2025-11-21', 'PageUp', '2025-11-20'],
  ['2026-11-20', 'a', null],
])('from %s the key %s moves to %s', (from, key, to) => {
  expect(moved(from, key)).toBe(to)
})
