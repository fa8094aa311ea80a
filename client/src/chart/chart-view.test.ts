import type { Bars, DayBars, PastBars } from '@aitai/contract/schemas/reference.ts'
import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longerBars } from '../shared/prices/market-bars.ts'
import { tokyoClock } from './chart-data.ts'
import { chartView } from './chart-view.ts'

const at = (day: number, time: string): number => Date.parse(`2026-11-${day}T${time}:00+09:00`)
const sessionsOn = (day: number) => [
  { from: at(day, '09:00'), to: at(day, '11:30') },
  { from: at(day, '12:30'), to: at(day, '15:30') },
]
const noBars: Bars = { at: [], open: [], high: [], low: [], close: [], volume: [], vwap: [], mid: [] }

/** Bars whose prices begin at 100 and rise by one with each, of 100 shares. */
function risingBars(times: readonly number[]): Bars {
  const close = times.map((_, i) => 101 + i)
  const open = times.map((_, i) => 100 + i)
  const [high, low] = [close.map((price) => price + 5), open.map((price) => price - 5)]
  return { at: [...times], open, high, low, close, volume: times.map(() => 100), vwap: open, mid: close }
}

const everyMinutes = (day: number, minutes: number): number[] =>
  sessionsOn(day).flatMap(({ from, to }) =>
    Array.from({ length: (to - from) / minutes / minuteMs }, (_, i) => from + i * minutes * minuteMs),
  )

const today: DayBars = {
  securityId: 's',
  day: '2026-11-20',
  previousClose: 100,
  minPrice: 80,
  maxPrice: 120,
  sessions: sessionsOn(20),
  // The first hour and a half.
  bars: risingBars(everyMinutes(20, 1).slice(0, 90)),
}
const pastOf = (...days: readonly (readonly [day: number, bars: Bars])[]): PastBars => ({
  securityId: 's',
  day: '2026-11-20',
  days: days.map(([day, bars]) => ({ day: `2026-11-${day}`, sessions: sessionsOn(day), bars })),
})
const past = pastOf([18, noBars], [19, risingBars(everyMinutes(19, 5))])

test('a day has a line of minutes and candles of five, and five days have five minutes and thirty', () => {
  const intervals = (['line', 'candles'] as const).flatMap((style) => [
    chartView(today, undefined, style).intervalSeconds / 60,
    chartView(today, past, style).intervalSeconds / 60,
  ])
  expect(intervals).toEqual([1, 5, 5, 30])
  const wholeDay = [{ from: at(20, '00:00'), to: at(21, '00:00') }]
  const endless = { ...today, sessions: wholeDay }
  expect(chartView(endless, past, 'candles').intervalSeconds).toBe(2 * 3_600)
})

test('candles of half an hour have the first, highest, lowest and last price of their minutes', () => {
  const { data, axis } = chartView(today, past, 'candles')
  // Eleven of yesterday, the line between the days, and three of today. The day before has no bars, and is not shown.
  expect(data.time.map(tokyoClock)).toEqual([
    ...['09:00', '09:30', '10:00', '10:30', '11:00', '12:30', '13:00', '13:30', '14:00', '14:30', '15:00'],
    '15:30',
    ...['09:00', '09:30', '10:00'],
  ])
  expect(data.price[11]).toBeNull()
  expect([data.open, data.high, data.low, data.price].map((prices) => prices.slice(12))).toEqual([
    [100, 130, 160],
    [135, 165, 195],
    [95, 125, 155],
    [130, 160, 190],
  ])
  expect(axis.days).toHaveLength(2)
  // Each is drawn in the middle of its half hour, and none over another one.
  const steps = data.x.slice(1).map((x, i) => x - (data.x[i] ?? 0))
  expect(new Set(steps)).toEqual(new Set([1_800]))
  expect(data.x[0]).toBe(900)
})

test('the auction at the close belongs to the last candle', () => {
  const bars = risingBars([at(20, '15:24'), at(20, '15:30')])
  const { data } = chartView({ ...today, bars }, undefined, 'candles')
  expect(data.time.map(tokyoClock)).toEqual(['15:20', '15:25'])
})

test('bars of five minutes made longer equal bars made of minutes', () => {
  const minutes = everyMinutes(20, 1)
  const anyBars = fc
    .record({
      shown: fc.subarray(minutes, { minLength: 1 }),
      prices: fc.infiniteStream(fc.integer({ min: 90, max: 110 })),
    })
    .map(({ shown, prices }): Bars => {
      const close = shown.map(() => prices.next().value as number)
      const of = (step: number) => close.map((price) => price + step)
      const volume = shown.map(() => 100)
      return { at: shown, open: of(-1), high: of(2), low: of(-2), close, volume, vwap: of(0), mid: of(0) }
    })
  fc.assert(
    fc.property(anyBars, (bars) => {
      const direct = longerBars(bars, sessionsOn(20), 30 * minuteMs)
      const inSteps = longerBars(
        longerBars(bars, sessionsOn(20), 5 * minuteMs),
        sessionsOn(20),
        30 * minuteMs,
      )
      const { vwap, ...rest } = direct
      expect(inSteps).toMatchObject(rest)
      for (const [i, price] of vwap.entries()) expect(inSteps.vwap[i]).toBeCloseTo(price ?? 0, 8)
      expect(direct.volume.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBe(100 * bars.at.length)
      expect(Math.max(...direct.high.map(Number))).toBe(Math.max(...bars.high.map(Number)))
      expect(Math.min(...direct.low.map(Number))).toBe(Math.min(...bars.low.map(Number)))
    }),
  )
})
