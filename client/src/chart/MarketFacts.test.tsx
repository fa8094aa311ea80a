import type { Equity, MarketQuote } from '@aitai/contract/schemas/reference.ts'
import type { Language } from '@aitai/messages/texts.ts'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toyota } from '../../test/support/fixtures.ts'
import { changeLanguage } from '../ui/text/use-text.ts'
import { MarketFacts } from './MarketFacts.tsx'

const equity: Equity = { ...toyota, averageDailyVolume: 12_300_000 }

const quote = {
  bid: 2_905,
  ask: 2_906,
  bidSize: 10_800,
  askSize: 3_400,
  open: 2_890,
  high: 2_911.5,
  low: 2_888,
  volume: 4_100_000,
  vwap: 2_901.2345,
} as MarketQuote

async function facts(language: Language, shown: MarketQuote | undefined, of = equity) {
  changeLanguage(language)
  render(<MarketFacts equity={of} quote={shown} shareQuantity={410_000} />)
  return [...document.querySelectorAll('.market-facts > div')].map((fact) =>
    [...fact.children].map(({ textContent }) => textContent).join(': '),
  )
}

test('below the chart: book, spread, range, volume, and the size of the IOI beside them', async () => {
  expect(await facts('En', quote)).toEqual([
    'Bid × ask: 2,905.0 × 2,906.0',
    'Size: 10,800 × 3,400',
    'Spread: 3.4 bp',
    'Open · high · low: 2,890.0 · 2,911.5 · 2,888.0',
    'Volume: 4.1m',
    'VWAP: 2,901.2',
    'ADV (20 d): 12.3m',
    'This IOI: 3.3 % of ADV · 10 % of today',
  ])
})

test('what is not known is a dash, and no share of nothing is shown', async () => {
  const { averageDailyVolume: _, ...unknown } = equity
  expect(await facts('Jp', { ...quote, bid: null, volume: null, vwap: null, open: null }, unknown)).toEqual([
    '買気配×売気配: – × 2,906.0',
    '気配数量: 10,800 × 3,400',
    'スプレッド: –',
    '始・高・安: – · 2,911.5 · 2,888.0',
    '出来高: –',
    'VWAP: –',
    '20日平均出来高: –',
    '本IOI: –',
  ])
})
