import type { Bars } from '@aitai/contract/schemas/reference.ts'
import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import { joinBars, mergeBars } from '../shared/prices/market-bars.ts'
import {
  breaksBetween,
  chartData,
  levelsInReach,
  priceRange,
  rowsOf,
  shownRange,
  timeSplits,
  tokyoClock,
} from './chart-data.ts'

const at = (time: string): number => Date.parse(`2026-11-20T${time}:00+09:00`)

/** Bars with these closes and volumes; the average price of a minute is its close. */
const barsOf = (...minutes: readonly (readonly [string, number | null, number?])[]): Bars => {
  const close = minutes.map(([, price]) => price)
  return {
    at: minutes.map(([time]) => at(time)),
    open: close,
    high: close,
    low: close,
    close,
    volume: minutes.map(([, , volume = 0]) => volume),
    vwap: minutes.map(([, price, volume]) => (volume ? price : null)),
    mid: minutes.map(() => 99),
  }
}

/** The same of the day before. */
const barsOfYesterday: typeof barsOf = (...minutes) => {
  const bars = barsOf(...minutes)
  return { ...bars, at: bars.at.map((each) => each - 24 * 60 * minuteMs) }
}

test('the line breaks at lunch, and VWAP is that of the day so far', () => {
  const { time, price, vwap } = chartData(
    barsOf(['11:29', 100, 300], ['11:30', 104, 100], ['12:30', 110, 400]),
  )
  expect(time.map(tokyoClock)).toEqual(['11:29', '11:30', '11:31', '12:30'])
  expect(price).toEqual([100, 104, null, 110])
  expect(vwap).toEqual([100, 101, null, 105.5])
})

test('a minute before the first trade shows its mid', () => {
  expect(chartData(barsOf(['09:00', null])).price).toEqual([99])
})

test('the chart shows the sessions of the day, and the last six hours of a market that never closes', () => {
  const sessions = [
    { from: at('09:00'), to: at('11:30') },
    { from: at('12:30'), to: at('15:30') },
  ]
  const clocks = ({ from, to }: { from: number; to: number }) => [from, to].map(tokyoClock)
  expect(clocks(shownRange({ sessions, bars: barsOf() }))).toEqual(['09:00', '15:30'])
  expect(breaksBetween(sessions).map(clocks)).toEqual([['11:30', '12:30']])
  const whole = [{ from: at('00:00'), to: at('00:00') + 24 * 60 * minuteMs }]
  expect(clocks(shownRange({ sessions: whole, bars: barsOf(['00:10', 1]) }))).toEqual(['00:00', '06:00'])
  const acrossMidnight = joinBars(
    barsOfYesterday(['17:00', 8, 100], ['23:59', 10, 100]),
    barsOf(['00:05', 3, 100]),
  )
  expect(acrossMidnight.close).toEqual([8, 10, 3])
  expect(clocks(shownRange({ sessions: whole, bars: acrossMidnight }))).toEqual(['18:26', '00:26'])
  expect(chartData(acrossMidnight).vwap).toEqual([8, null, 9, null, 3])
  expect(clocks(shownRange({ sessions: whole, bars: barsOf(['18:10', 1]) }))).toEqual(['12:31', '18:31'])
})

test('the time axis has full steps of the clock in Tokyo, as many as fit', () => {
  const [from, to] = [at('09:00') / 1_000, at('15:30') / 1_000]
  expect(timeSplits(from, to, 900, 64).map(tokyoClock)).toEqual([
    '09:00',
    '09:30',
    '10:00',
    '10:30',
    '11:00',
    '11:30',
    '12:00',
    '12:30',
    '13:00',
    '13:30',
    '14:00',
    '14:30',
    '15:00',
    '15:30',
  ])
  expect(timeSplits(from, to, 240, 64).map(tokyoClock)).toEqual(['10:00', '12:00', '14:00'])
})

test('the price axis has room above and below, also for one price', () => {
  expect(priceRange([100, null, 200], 1)).toEqual([92, 208])
  expect(priceRange([100], 0.5)).toEqual([98, 102])
  expect(priceRange([], 1)).toEqual([0, 1])
})

test('a screen reader gets a row for each half hour', () => {
  const rows = rowsOf(chartData(barsOf(['09:00', 100, 100], ['09:29', 104, 300], ['10:10', 90, 100])))
  expect(rows.map(({ time, ...row }) => [tokyoClock(time), row])).toEqual([
    ['09:00', { open: 100, high: 104, low: 100, price: 104, vwap: 103, volume: 400, index: null }],
    ['10:00', { open: 90, high: 90, low: 90, price: 90, vwap: 100.4, volume: 100, index: null }],
  ])
})

test('a pushed bar replaces its minute or is appended, and one of another day is ignored', () => {
  const day = '2026-11-20'
  const known = barsOf(['09:00', 100], ['09:01', 101])
  const merged = mergeBars(known, barsOf(['09:01', 102], ['09:02', 103]), day)
  expect(merged.close).toEqual([100, 102, 103])
  expect(known.close).toEqual([100, 101])
  const tomorrow = { ...barsOf(['09:00', 1]), at: [at('09:00') + 24 * 60 * minuteMs] }
  expect(mergeBars(known, tomorrow, day)).toBe(known)
})

test('the axis makes room for a level near the prices, and for none that would flatten them', () => {
  const day = [2_044, null, 2_144]
  // Eight yen of room on each side, and once more what all of it spans.
  expect(levelsInReach([1_500, 1_920, 1_919, 2_268, 2_269, 2_100], day, 1)).toEqual([1_920, 2_268, 2_100])
  expect(levelsInReach([1_500], [null], 1)).toEqual([1_500])
})
