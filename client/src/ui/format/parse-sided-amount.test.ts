import { expect, test } from 'vitest'
import { parseSidedAmount } from './parse-sided-amount.ts'

test.each([
  ['S 10k', 'SELL', 10_000],
  ['B 1.5m', 'BUY', 1_500_000],
  ['b40,000', 'BUY', 40_000],
  ['sell 300', 'SELL', 300],
  ['Ｂ １２，３００', 'BUY', 12_300],
  ['売 3万', 'SELL', 30_000],
  ['買い10k', 'BUY', 10_000],
  ['売付け 5千', 'SELL', 5_000],
  ['1.5b', null, 1_500_000_000],
  ['40,000', null, 40_000],
  ['s', 'SELL', null],
  ['x 10k', null, null],
  ['', null, null],
] as const)('%j is read as %s %s', (typed, direction, amount) => {
  expect(parseSidedAmount(typed)).toEqual({ direction, amount })
})
