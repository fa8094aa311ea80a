import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yen } from './equity.ts'
import { priceLimits } from './price-limits.ts'

test.each([
  [99, 69, 129],
  [100, 50, 150],
  [499, 419, 579],
  [500, 400, 600],
  [1_769, 1_369, 2_169],
  [3_000, 2_300, 3_700],
  [9_999, 8_499, 11_499],
  [10_000, 7_000, 13_000],
  [49_999_999, 42_999_999, 56_999_999],
  [50_000_000, 40_000_000, 60_000_000],
])('a security that closed at %d yen trades from %d to %d', (close, lowest, highest) => {
  expect(priceLimits(close * yen)).toEqual({ minPrice: lowest * yen, maxPrice: highest * yen })
})

test('a security that closed at 12 yen cannot fall below 1 yen', () => {
  expect(priceLimits(12 * yen)).toEqual({ minPrice: 1 * yen, maxPrice: 42 * yen })
})

test('the limits hold the close between them and are never below one yen', () => {
  fc.assert(
    fc.property(fc.integer({ min: yen, max: 100_000_000 * yen }), (close) => {
      const { minPrice, maxPrice } = priceLimits(close)
      expect(minPrice).toBeGreaterThanOrEqual(yen)
      expect(minPrice).toBeLessThanOrEqual(close)
      expect(maxPrice).toBeGreaterThan(close)
    }),
  )
})
