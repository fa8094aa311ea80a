import { textIn } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import type { TextFunction } from '../text/use-text.ts'
import { netOf, sideTotals, totalLines } from './side-totals.ts'

const size = (shareQuantity: number, jpynotional: number) => ({
  shareQuantity,
  jpynotional,
  usdnotional: jpynotional / 150,
})
const row = (direction: 'BUY' | 'SELL', shareQuantity: number, jpynotional: number) => ({
  direction,
  ...size(shareQuantity, jpynotional),
})
const rows = [row('SELL', 1_000, 3_000_000), row('BUY', 40_000, 120_000_000), row('BUY', 2_000, 6_000_000)]
const textOf = (language: 'En' | 'Jp') =>
  ((key: Parameters<TextFunction>[0], values?: Record<string, string>) =>
    textIn(language, key, values)) as TextFunction
const text = textOf('En')

test('totals are per side, BUY first, and the net is on the side with the larger value', () => {
  const totals = sideTotals(rows)

  expect(totals).toMatchObject([
    { direction: 'BUY', count: 2, shareQuantity: 42_000, jpynotional: 126_000_000, usdnotional: 840_000 },
    { direction: 'SELL', count: 1, shareQuantity: 1_000, jpynotional: 3_000_000, located: null },
  ])
  expect(netOf(totals)).toEqual({ direction: 'BUY', jpynotional: 123_000_000, usdnotional: 820_000 })
  const sold = sideTotals([...rows, row('SELL', 70_000, 200_000_000)])
  expect(netOf(sold)).toMatchObject({ direction: 'SELL', jpynotional: 77_000_000 })
  expect(netOf(sideTotals(rows.slice(1)))).toBeNull()
})

test('the lines name each side, and the net only where both have rows', () => {
  expect(totalLines(rows, 'open', text, 'En')).toEqual([
    'BUY: 2 IOIs · 42,000 shares · JPY 126.0m · USD 0.8m',
    'SELL: 1 IOI · 1,000 shares · JPY 3.0m · USD 20,000',
    'Open net: BUY JPY 123.0m · USD 0.8m',
  ])
  expect(totalLines(rows, 'day', text, 'En').at(-1)).toBe('Day net: BUY JPY 123.0m · USD 0.8m')
  expect(totalLines(rows, 'day', textOf('Jp'), 'Jp').at(-1)).toBe('差引（当日）：買 1.23億円・82万ドル')
  expect(totalLines([], 'day', text, 'En')).toEqual([])
})

test('a line has one measure: what was located stands in a line of its own', () => {
  const completed = { ...row('BUY', 35_000, 116_095_000), located: size(24_500, 81_266_500) }

  expect(totalLines([row('BUY', 2_000, 107_200_000), completed], 'chosen', text, 'En')).toEqual([
    'BUY: 2 IOIs · 37,000 shares · JPY 223.3m · USD 1.5m',
    'BUY, of which located: 24,500 shares · JPY 81.3m · USD 0.5m',
  ])
})
