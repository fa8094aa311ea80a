import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import { mostTraded } from './most-traded.ts'

const equity = (ric: string, closePrice: number, averageDailyVolume?: number) =>
  ({ ric, closePrice, averageDailyVolume }) as Equity

test('the most traded are ordered by value, not by shares, without those of unknown volume', () => {
  const listed = [
    equity('9432.T', 150, 200_000_000),
    equity('6861.T', 60_000, 1_000_000),
    equity('7203.T', 3_000, 30_000_000),
    equity('1301.T', 1_000_000),
  ]

  expect(mostTraded(listed, 2).map(({ ric }) => ric)).toEqual(['7203.T', '6861.T'])
  expect(mostTraded(listed, 9)).toHaveLength(3)
})
