import { expect, test } from 'vitest'
import { yen } from './price.ts'
import { adjustPrice, adjustShares, ratioBetween } from './share-ratio.ts'

const split = { day: 10, newShares: 5, oldShares: 1 }
const consolidation = { day: 12, newShares: 1, oldShares: 10 }

test.each([
  [9, 10, { newShares: 5, oldShares: 1 }],
  [10, 11, null],
  [8, 9, null],
  [9, 12, { newShares: 1, oldShares: 2 }],
  [11, 12, { newShares: 1, oldShares: 10 }],
  [12, 20, null],
])('between day %i and day %i the ratios after the first one count', (stored, day, ratio) => {
  expect(ratioBetween([split, consolidation], stored, day)).toEqual(ratio)
})

test('ratios that take each other back change nothing', () => {
  expect(ratioBetween([split, { day: 11, newShares: 1, oldShares: 5 }], 9, 12)).toBeNull()
})

test('shares are rounded down, prices to 1/10,000 yen', () => {
  expect(adjustShares(2_000, split)).toBe(10_000)
  expect(adjustShares(2_505, consolidation)).toBe(250)
  expect(adjustPrice(3_001 * yen, { newShares: 3, oldShares: 1 })).toBe(10_003_333)
})
