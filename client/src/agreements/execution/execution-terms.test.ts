import { expect, test } from 'vitest'
import { distanceFromMid, localDateTime, parseLocalTime, termsFault } from './execution-terms.ts'

test('a local time survives the field', () => {
  const at = Date.UTC(2026, 10, 20, 1, 3, 15)

  expect(parseLocalTime(localDateTime(at), at)).toBe(at)
})

test('an execution time is typed with its date or as the last such time, in half or full width', () => {
  const at = (...[hour, minute, second]: [number, number, number]) =>
    new Date(2026, 10, 20, hour, minute, second).getTime()
  const now = at(14, 30, 0)
  const read = (typed: string) => parseLocalTime(typed, now)

  expect(read('2026-11-20 10:03:15')).toBe(at(10, 3, 15))
  expect(read('2026/11/20　9:03')).toBe(at(9, 3, 0))
  expect(read('１０：０３：１５')).toBe(at(10, 3, 15))
  expect(read('14:30')).toBe(now)
  // Later than now: it was yesterday.
  expect(read('23:10')).toBe(new Date(2026, 10, 19, 23, 10).getTime())
  for (const wrong of ['', '10', '24:00', '10:60', '2026-02-30 10:00', '11-20 10:00', '10:03 pm'])
    expect(read(wrong)).toBeNull()
})

test('faults are found before the server is asked', () => {
  const bounds = { left: 6_000, from: 1_500, to: 60_000 }
  const fine = { quantity: 6_000, price: 2_000, executedAt: 1_000 }

  expect(termsFault(fine, bounds)).toBeNull()
  expect(termsFault({ ...fine, quantity: 6_001 }, bounds)).toBe('quantity')
  expect(termsFault({ ...fine, price: null }, bounds)).toBe('price')
  expect(termsFault({ ...fine, executedAt: 999 }, bounds)).toBe('time')
  expect(termsFault({ ...fine, executedAt: 60_001 }, bounds)).toBe('time')
  expect(distanceFromMid(2_001, 2_000)).toBe(5)
})
