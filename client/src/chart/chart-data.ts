import type { Bars, DayBars } from '@aitai/contract/schemas/reference.ts'
import { minuteMs, tokyoOffsetMinutes, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { outermost, priceOfBar, shownOfEndlessDay, tradesAllDay } from '../shared/prices/market-bars.ts'
import { formatTokyoTime } from '../ui/format/format.ts'

/** Columns as the chart draws them: the start of each interval in seconds UTC, and values in yen and shares. */
export interface ChartData {
  readonly time: readonly number[]
  /** Where it is drawn: the middle of the interval, but the start of a minute. */
  readonly x: readonly number[]
  readonly open: readonly (Yen | null)[]
  readonly high: readonly (Yen | null)[]
  readonly low: readonly (Yen | null)[]
  /** The last price. */
  readonly price: readonly (Yen | null)[]
  readonly vwap: readonly (Yen | null)[]
  readonly volume: readonly (number | null)[]
  /** The index as a price that begins where the price of the security does; null where it is not shown. */
  readonly index: readonly (Yen | null)[]
}

/** A period in seconds UTC. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** A break of at least this length, in seconds, is drawn as one. */
const breakSeconds = 300

const valueColumns = ['open', 'high', 'low', 'price', 'vwap', 'volume', 'index'] as const
type ChartColumns = Record<(typeof valueColumns)[number], (number | null)[]>

/** How times become positions, and how long an interval is. */
interface Intervals {
  readonly positionOf: (time: number) => number
  readonly seconds: number
}

/** Minutes at their times. */
const minutes: Intervals = { positionOf: (time) => time, seconds: 60 }

/**
 * The chart of some bars: the price line breaks where the exchange does, and on an axis of several days between these;
 * VWAP is that of the day so far, and begins again with the next day.
 */
export function chartData(bars: Bars, { positionOf, seconds }: Intervals = minutes): ChartData {
  const [time, x]: [number[], number[]] = [[], []]
  const columns: ChartColumns = { open: [], high: [], low: [], price: [], vwap: [], volume: [], index: [] }
  const add = (at: number, position: number, values: Partial<Record<keyof ChartColumns, number | null>>) => {
    time.push(at)
    x.push(position)
    for (const name of valueColumns) columns[name].push(values[name] ?? null)
  }
  const middle = seconds > 60 ? seconds / 2 : 0
  let [shares, turnover] = [0, 0]
  for (const [i, at] of bars.at.entries()) {
    const before = bars.at[i - 1]
    const [start, position] = [at / 1_000, positionOf(at / 1_000) + middle]
    const positionBefore = x.at(-1) ?? position
    if (position - positionBefore >= Math.max(breakSeconds, 2 * seconds))
      add((before ?? 0) / 1_000 + seconds, positionBefore + seconds, {})
    if (before !== undefined && tradingDay(before) !== tradingDay(at)) [shares, turnover] = [0, 0]
    const traded = bars.volume[i] ?? 0
    shares += traded
    turnover += traded * (bars.vwap[i] ?? 0)
    const price = priceOfBar(bars, i)
    add(start, position, {
      open: bars.open[i] ?? price,
      high: bars.high[i] ?? price,
      low: bars.low[i] ?? price,
      price,
      vwap: shares > 0 ? turnover / shares : null,
      volume: bars.volume[i] ?? null,
    })
  }
  return { time, x, ...columns }
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
  if (!tradesAllDay(sessions)) return { from: first.from / 1_000, to: last.to / 1_000 }
  const now = (bars.at.at(-1) ?? first.from) + minuteMs
  const begin = Math.min(first.from, bars.at[0] ?? first.from)
  const to = Math.max(now + aheadMs, begin + shownOfEndlessDay)
  return { from: (to - shownOfEndlessDay) / 1_000, to: to / 1_000 }
}

/** The breaks between the sessions, such as lunch. */
export const breaksBetween = (sessions: DayBars['sessions']): readonly TimeRange[] =>
  sessions.slice(1).map(({ from }, i) => ({ from: (sessions[i]?.to ?? from) / 1_000, to: from / 1_000 }))

/** The time of day in Tokyo, 09:00, of a time in seconds UTC. */
export const tokyoClock = (time: number): string => formatTokyoTime(time * 1_000)

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
  readonly open: Yen | null
  readonly high: Yen | null
  readonly low: Yen | null
  readonly price: Yen | null
  readonly vwap: Yen | null
  readonly volume: number
  readonly index: Yen | null
}

const rowSeconds = 30 * 60

/** The prices, the VWAP and the volume of each half hour in which there is a bar. */
export function rowsOf(data: ChartData): readonly ChartRow[] {
  const rows = new Map<number, ChartRow>()
  for (const [i, at] of data.time.entries()) {
    const time = Math.floor(at / rowSeconds) * rowSeconds
    const before = rows.get(time)
    rows.set(time, {
      time,
      open: before?.open ?? data.open[i] ?? null,
      high: outermost(Math.max, before?.high, data.high[i]),
      low: outermost(Math.min, before?.low, data.low[i]),
      price: data.price[i] ?? before?.price ?? null,
      vwap: data.vwap[i] ?? before?.vwap ?? null,
      volume: (before?.volume ?? 0) + (data.volume[i] ?? 0),
      index: data.index[i] ?? before?.index ?? null,
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

/** Steps of an axis in percent. */
const percentSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]

/** The prices at which an axis is divided: by a step in yen, or by full percents from a price. */
export function priceSplits(low: Yen, high: Yen, step: Yen, base: Yen | null): number[] {
  const inPercent = base === null ? null : (step / base) * 100
  const full = inPercent === null ? step : (percentSteps.find((each) => each >= inPercent) ?? inPercent)
  const unit = base === null ? full : (base * full) / 100
  const origin = base ?? 0
  const splits: number[] = []
  for (let i = Math.ceil((low - origin) / unit); origin + i * unit <= high; i += 1)
    splits.push(origin + i * unit)
  return splits
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

/** Whether two charts differ in nothing but their newest interval. */
export function isSameButNewest(a: ChartData, b: ChartData): boolean {
  const newest = a.time.length - 1
  return (
    a.time.length === b.time.length &&
    a.time.every((time, i) => time === b.time[i] && a.x[i] === b.x[i]) &&
    valueColumns.every((name) => a[name].every((value, i) => value === b[name][i] || i === newest))
  )
}

/** The same times without the values of the newest interval, which change with every price. */
export function withoutNewest(data: ChartData): ChartData {
  const finished = { ...data }
  for (const name of valueColumns) Object.assign(finished, { [name]: [...data[name].slice(0, -1), null] })
  return finished
}
