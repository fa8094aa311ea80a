import { expect, test } from 'vitest'
import { createRateLimiter, estimatedMinutes } from './rate-limiter.ts'

/** The times of consecutive calls in milliseconds after the first, each made right after its wait. */
function times(count: number, slowerAt?: number): number[] {
  let now = 0
  const pace = createRateLimiter(() => now)
  return Array.from({ length: count }, (_, nth) => {
    if (nth === slowerAt) pace.slower()
    now += pace.next()
    return now
  })
}

test('a file uses half of the burst limit, then four calls a second', () => {
  const at = times(30)

  expect(at.slice(0, 10)).toEqual(Array(10).fill(0))
  expect(at.slice(10, 14)).toEqual([250, 500, 750, 1_000])
  expect(at.at(-1)).toBe(5_000)
})

test("half of the server's burst limit always remains for the trader, even after 1,000 rows", () => {
  let left = 20
  let before = 0
  for (const at of times(2_000)) {
    left = Math.min(20, left + (at - before) / 200) - 1
    before = at
    expect(left).toBeGreaterThanOrEqual(10)
  }
})

test('a rate-limit reply halves the rate, down to one call every two seconds', () => {
  expect(times(4, 0).slice(1)).toEqual([1_000, 1_500, 2_000])

  let now = 0
  const pace = createRateLimiter(() => now)
  for (let again = 0; again < 9; again += 1) pace.slower()
  now += pace.next()
  expect(pace.next()).toBe(2_000)
})

test('1,000 rows take eight minutes', () => {
  expect(estimatedMinutes(1_000)).toBe(8)
  expect(estimatedMinutes(40)).toBe(0)
})
