import { textIn } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import type { TextFunction } from '../text/use-text.ts'
import { netOf, sideTotals, totalLines } from './side-totals.ts'

const row = (direction: 'BUY' | 'SELL', shareQuantity: number, jpynotional: number) => ({
  direction,
  shareQuantity,
  jpynotional,
  usdnotional: jpynotional / 150,
})
const rows = [row('SELL', 1_000, 3_000_000), row('BUY', 40_000, 120_000_000), row('BUY', 2_000, 6_000_000)]
const text = ((key: Parameters<TextFunction>[0], values?: Record<string, string>) =>
  textIn('En', key, values)) as TextFunction

test('totals are per side, BUY first, and the net is on the side with the larger value', () => {
  const totals = sideTotals(rows)

  expect(totals).toMatchObject([
    { direction: 'BUY', count: 2, shareQuantity: 42_000, jpynotional: 126_000_000, usdnotional: 840_000 },
    { direction: 'SELL', count: 1, shareQuantity: 1_000, jpynotional: 3_000_000 },
  ])
  expect(netOf(totals)).toEqual({ direction: 'BUY', jpynotional: 123_000_000, usdnotional: 820_000 })
  const sold = sideTotals([...rows, row('SELL', 70_000, 200_000_000)])
  expect(netOf(sold)).toMatchObject({ direction: 'SELL', jpynotional: 77_000_000 })
  expect(netOf(sideTotals(rows.slice(1)))).toBeNull()
})

test('the lines name each side, and the net only where both have rows', () => {
  expect(totalLines(rows, text)).toEqual([
    'BUY: 2 IOIs · 42,000 shares · JPY 126.0m · USD 0.8m',
    'SELL: 1 IOI · 1,000 shares · JPY 3.0m · USD 20,000',
    'Net: BUY JPY 123.0m · USD 0.8m',
  ])
  expect(totalLines([], text)).toEqual([])
})
