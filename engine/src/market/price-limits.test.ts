import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yen } from '../model/price.ts'
import { priceLimits } from './price-limits.ts'

// rule: 20.2
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

/** The table of docs/market.md in thousands of yen, written independently: base price and width. */
const published = `0.1 0.03, 0.2 0.05, 0.5 0.08, 0.7 0.1, 1 0.15, 1.5 0.3, 2 0.4, 3 0.5, 5 0.7, 7 1,
  10 1.5, 15 3, 20 4, 30 5, 50 7, 70 10, 100 15, 150 30, 200 40, 300 50, 500 70,
  700 100, 1000 150, 1500 300, 2000 400, 3000 500, 5000 700, 7000 1000, 10000 1500,
  15000 3000, 20000 4000, 30000 5000, 50000 7000, 90000 10000`
  .split(',')
  .map((row) => row.trim().split(' ').map(Number) as [number, number])

test.each(published)(
  'just below a base of %d thousand yen a price may rise by %d thousand',
  (below, width) => {
    const base = Math.round(below * 1_000 * yen) - 1

    expect(priceLimits(base).maxPrice - base).toBe(Math.round(width * 1_000 * yen))
  },
)

test('a security that closed at 12 yen cannot fall below 1 yen', () => {
  expect(priceLimits(12 * yen)).toEqual({ minPrice: 1 * yen, maxPrice: 42 * yen })
})

test('the limits contain the close and are never below one yen', () => {
  fc.assert(
    fc.property(fc.integer({ min: yen, max: 100_000_000 * yen }), (close) => {
      const { minPrice, maxPrice } = priceLimits(close)
      expect(minPrice).toBeGreaterThanOrEqual(yen)
      expect(minPrice).toBeLessThanOrEqual(close)
      expect(maxPrice).toBeGreaterThan(close)
    }),
  )
})
