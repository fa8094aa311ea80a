import type { Bars } from '@aitai/contract/schemas/reference.ts'
import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { besideIndex, percentFrom } from './beside-index.ts'
import { chartData, priceSplits } from './chart-data.ts'

const start = Date.parse('2026-11-20T09:00:00+09:00')
const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Bars of consecutive minutes, of which some may be missing, with the same open and close. */
function barsOf(prices: readonly (number | undefined)[]): Bars {
  const shown = prices.flatMap((price, i) =>
    price === undefined ? [] : [{ price, at: start + i * minuteMs }],
  )
  const close = shown.map(({ price }) => price)
  const none = shown.map(() => null)
  const at = shown.map((each) => each.at)
  return { at, open: close, high: close, low: close, close, volume: none, vwap: none, mid: none }
}

test('the index begins at the price of the security, and moves by its own percentage', () => {
  const { data, base } = besideIndex(
    chartData(barsOf([1_000, 1_010, 1_020])),
    everything,
    barsOf([2_800, 2_828, 2_772]),
  )
  expect(base).toBe(1_000)
  expect(data.index.map((price) => percentFrom(1_000, price ?? 0).toFixed(2))).toEqual([
    '0.00',
    '1.00',
    '-1.00',
  ])
  expect(data.price).toEqual([1_000, 1_010, 1_020])
})

test('both are measured from the first minute in view that both have', () => {
  const security = chartData(barsOf([900, 1_000, 1_100, 1_200]))
  const late = besideIndex(security, everything, barsOf([undefined, undefined, 2_800, 2_828]))
  expect(late.base).toBe(1_100)
  expect(late.data.index.map((price) => price?.toFixed(0) ?? null)).toEqual([null, null, '1100', '1111'])
  const view = { from: start / 1_000 + 60, to: start / 1_000 + 600 }
  expect(besideIndex(security, view, barsOf([1, 2_800, 2_800, 2_800])).base).toBe(1_000)
})

test('a minute without the index has the one before, and a break has none', () => {
  const missing = besideIndex(
    chartData(barsOf([100, 100, 100])),
    everything,
    barsOf([2_800, undefined, 5_600]),
  )
  expect(missing.data.index).toEqual([100, 100, 200])
  const broken = chartData(barsOf([100, ...Array(10), 100]))
  expect(besideIndex(broken, everything, barsOf(Array(12).fill(2_800))).data.index).toEqual([100, null, 100])
})

test('without an index there is nothing to measure from', () => {
  const data = chartData(barsOf([100, 101]))
  expect(besideIndex(data, everything, barsOf([]))).toEqual({ data, base: null })
})

test('the relative performance is the same whatever the units of the index', () => {
  const anyPrices = fc.array(fc.integer({ min: 500, max: 5_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(anyPrices, fc.integer({ min: 1, max: 1_000 }), (prices, unit) => {
      const data = chartData(barsOf(prices))
      const of = (factor: number) =>
        besideIndex(data, everything, barsOf(prices.map((price) => price * factor))).data.index
      // An index that moves as the security does is on its line.
      for (const [i, price] of of(unit).entries()) expect(price).toBeCloseTo(prices[i] ?? 0, 6)
    }),
  )
})

test('the axis beside the index is divided by full percents, and zero is one of them', () => {
  const percents = priceSplits(970, 1_040, 20, 1_000).map((price) => percentFrom(1_000, price).toFixed(1))
  expect(percents).toEqual(['-2.0', '0.0', '2.0', '4.0'])
  expect(priceSplits(970, 1_040, 20, null)).toEqual([980, 1_000, 1_020, 1_040])
})
