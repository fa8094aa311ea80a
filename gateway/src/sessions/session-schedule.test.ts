import { expect, test } from 'vitest'
import { dayStart, isOpen } from './session-schedule.ts'

const tokyo = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 10, day, hour - 9, minute)
const workday = { startMinute: 6 * 60, endMinute: 18 * 60 + 30 }
const overnight = { startMinute: 20 * 60, endMinute: 4 * 60 }

test.each([
  [tokyo(26, 5, 59), tokyo(25, 6), false],
  [tokyo(26, 6), tokyo(26, 6), true],
  [tokyo(26, 18, 29), tokyo(26, 6), true],
  [tokyo(26, 18, 30), tokyo(26, 6), false],
  [tokyo(27, 0), tokyo(26, 6), false],
])('at %d the day began at %d', (at, start, open) => {
  expect(dayStart(workday, at)).toBe(start)
  expect(isOpen(workday, at)).toBe(open)
})

test.each([
  [tokyo(26, 19, 59), tokyo(25, 20), false],
  [tokyo(26, 20), tokyo(26, 20), true],
  [tokyo(27, 3, 59), tokyo(26, 20), true],
  [tokyo(27, 4), tokyo(26, 20), false],
])('a session over midnight at %d began at %d', (at, start, open) => {
  expect(dayStart(overnight, at)).toBe(start)
  expect(isOpen(overnight, at)).toBe(open)
})

test('a session whose end is its start is always open', () => {
  const schedule = { startMinute: 360, endMinute: 360 }
  expect([tokyo(26, 5, 59), tokyo(26, 6), tokyo(26, 23)].map((at) => isOpen(schedule, at))).toEqual([
    true,
    true,
    true,
  ])
})
