import type { Bars, DayBars } from '@aitai/contract/schemas/reference.ts'
import { minuteMs, tokyoOffsetMinutes, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { neverCloses, priceOfBar, shownOfEndlessDay } from '../shared/prices/market-bars.ts'

/** Columns as the chart draws them: a time in seconds UTC, and values in yen and shares. */
export interface ChartData {
  readonly time: readonly number[]
  readonly price: readonly (Yen | null)[]
  readonly vwap: readonly (Yen | null)[]
  readonly volume: readonly (number | null)[]
}

/** A period in seconds UTC. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** A break of at least this length, in minutes, is drawn as one. */
const breakMinutes = 5

/**
 * The chart of some bars: the price line breaks where the exchange does; VWAP is that of the day so far, and begins
 * again with the next day.
 */
export function chartData(bars: Bars): ChartData {
  const time: number[] = []
  const price: (Yen | null)[] = []
  const vwap: (Yen | null)[] = []
  const volume: (number | null)[] = []
  let [shares, turnover] = [0, 0]
  for (const [i, at] of bars.at.entries()) {
    const before = bars.at[i - 1]
    if (before !== undefined && at - before >= breakMinutes * minuteMs) {
      time.push((before + minuteMs) / 1_000)
      price.push(null)
      vwap.push(null)
      volume.push(null)
    }
    if (before !== undefined && tradingDay(before) !== tradingDay(at)) [shares, turnover] = [0, 0]
    const traded = bars.volume[i] ?? 0
    shares += traded
    turnover += traded * (bars.vwap[i] ?? 0)
    time.push(at / 1_000)
    price.push(priceOfBar(bars, i))
    vwap.push(shares > 0 ? turnover / shares : null)
    volume.push(bars.volume[i] ?? null)
  }
  return { time, price, vwap, volume }
}

/** Room for what comes next, in a market that never closes. */
const aheadMs = 20 * minuteMs

/**
 * What the chart shows: the exchange's day from open to close. Of a market that never closes, the last hours, across
 * midnight as far as there are bars of the day before.
 */
export function shownRange({ sessions, bars }: Pick<DayBars, 'sessions' | 'bars'>): TimeRange {
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (!first || !last) return { from: 0, to: 1 }
  if (!neverCloses(sessions)) return { from: first.from / 1_000, to: last.to / 1_000 }
  const now = (bars.at.at(-1) ?? first.from) + minuteMs
  const begin = Math.min(first.from, bars.at[0] ?? first.from)
  const to = Math.max(now + aheadMs, begin + shownOfEndlessDay)
  return { from: (to - shownOfEndlessDay) / 1_000, to: to / 1_000 }
}

/** The breaks between the sessions, such as lunch. */
export const breaksBetween = (sessions: DayBars['sessions']): readonly TimeRange[] =>
  sessions.slice(1).map(({ from }, i) => ({ from: (sessions[i]?.to ?? from) / 1_000, to: from / 1_000 }))

/** The time of day in Tokyo, 09:00, of a time in seconds UTC. */
export function tokyoClock(time: number): string {
  const minutes = Math.floor(time / 60) + tokyoOffsetMinutes
  const inDay = ((minutes % 1_440) + 1_440) % 1_440
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`
}

const stepMinutes = [15, 30, 60, 120, 180, 360]

/** The times in seconds that an axis of this width labels: full steps of the clock in Tokyo. */
export function timeSplits(from: number, to: number, width: number, labelWidth: number): number[] {
  const most = Math.max(1, width / labelWidth)
  const step = (stepMinutes.find((each) => (to - from) / 60 / each <= most) ?? 360) * 60
  const offset = tokyoOffsetMinutes * 60
  const splits: number[] = []
  for (let at = Math.ceil((from + offset) / step) * step - offset; at <= to; at += step) splits.push(at)
  return splits
}

/** A row of the table that a screen reader reads in place of the chart. */
export interface ChartRow {
  /** The start of the half hour, in seconds UTC. */
  readonly time: number
  readonly price: Yen | null
  readonly vwap: Yen | null
  readonly volume: number
}

const rowSeconds = 30 * 60

/** The last price, the VWAP and the volume of each half hour in which there is a bar. */
export function rowsOf({ time, price, vwap, volume }: ChartData): readonly ChartRow[] {
  const rows = new Map<number, ChartRow>()
  for (const [i, at] of time.entries()) {
    const start = Math.floor(at / rowSeconds) * rowSeconds
    const before = rows.get(start)
    rows.set(start, {
      time: start,
      price: price[i] ?? before?.price ?? null,
      vwap: vwap[i] ?? before?.vwap ?? null,
      volume: (before?.volume ?? 0) + (volume[i] ?? 0),
    })
  }
  return [...rows.values()].filter((row) => row.price !== null)
}

/** The lowest and highest of some prices, with room above and below; the price itself if there is only one. */
export function priceRange(prices: readonly (Yen | null)[], tick: Yen): readonly [Yen, Yen] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const price of prices) {
    if (price === null) continue
    low = Math.min(low, price)
    high = Math.max(high, price)
  }
  if (low > high) return [0, 1]
  const room = Math.max((high - low) * 0.08, 4 * tick)
  return [low - room, high + room]
}

/** How far beyond the prices, as a part of what they span, the axis still reaches for a level. */
const reach = 1

/**
 * The levels for which the price axis makes room: those near the prices. A level at a daily limit would make a flat
 * line of the day. All of them while there is no price.
 */
export function levelsInReach(
  levels: readonly Yen[],
  prices: readonly (Yen | null)[],
  tick: Yen,
): readonly Yen[] {
  const [low, high] = priceRange(prices, tick)
  const room = reach * (high - low)
  const isKnown = prices.some((price) => price !== null)
  return isKnown ? levels.filter((level) => level >= low - room && level <= high + room) : levels
}

/** Whether two days differ in nothing but their newest minute. */
export function isSameButNewest(a: ChartData, b: ChartData): boolean {
  const newest = a.time.length - 1
  return (
    a.time.length === b.time.length &&
    (['time', 'price', 'vwap', 'volume'] as const).every((name) =>
      a[name].every((value, i) => value === b[name][i] || (i === newest && name !== 'time')),
    )
  )
}

/** The same times without the values of the newest minute, which change with every price. */
export function withoutNewest({ time, price, vwap, volume }: ChartData): ChartData {
  const finished = (values: readonly (number | null)[]) => [...values.slice(0, -1), null]
  return { time, price: finished(price), vwap: finished(vwap), volume: finished(volume) }
}
