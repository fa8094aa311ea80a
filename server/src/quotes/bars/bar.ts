import { intervalStart, type TradingSpan } from '@aitai/engine/calendar/bar-intervals.ts'
import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Price } from '@aitai/engine/model/price.ts'
import { adjustPrice, adjustShares, type Ratio } from '@aitai/engine/model/share-ratio.ts'

/** One minute of a security (docs/rules.md §23). Prices in 1/10,000 yen, volume in shares. */
export interface Bar {
  /** The start of the minute, in milliseconds UTC. */
  readonly at: number
  /** Of the last price. A minute without a trade has the price before it. Null if there is none yet. */
  readonly open: Price | null
  readonly high: Price | null
  readonly low: Price | null
  readonly close: Price | null
  /** Null if the source reports no volume. */
  readonly volume: number | null
  /** The average price by volume, null without volume. */
  readonly vwap: Price | null
  /** The last mid of the minute, null without one. */
  readonly mid: Price | null
}

/** What is known of a security's trading day besides its quote (docs/rules.md §23). Null where it is unknown. */
export interface DayStatistics {
  readonly bidSize: number | null
  readonly askSize: number | null
  readonly lastSize: number | null
  readonly open: Price | null
  readonly high: Price | null
  readonly low: Price | null
  readonly volume: number | null
  readonly vwap: Price | null
  /** The last finished minute and the current one, as far as there are any. */
  readonly bars: readonly Bar[]
}

export const noStatistics: DayStatistics = {
  bidSize: null,
  askSize: null,
  lastSize: null,
  open: null,
  high: null,
  low: null,
  volume: null,
  vwap: null,
  bars: [],
}

/** A minute that was recorded in two parts, as a whole. */
export function continuedBar(part: Bar, next: Bar): Bar {
  const [before, after] = [part.volume ?? 0, next.volume ?? 0]
  const turnover = (part.vwap ?? 0) * before + (next.vwap ?? 0) * after
  return {
    at: part.at,
    open: part.open ?? next.open,
    high: higher(part.high, next.high),
    low: lower(part.low, next.low),
    close: next.close ?? part.close,
    volume: part.volume === null ? next.volume : before + after,
    vwap: averagePrice(turnover, before + after),
    mid: next.mid ?? part.mid,
  }
}

/** Bars of a longer interval than a minute, counted from the start of each session. */
export function longerBars(
  bars: readonly Bar[],
  sessions: readonly TradingSpan[],
  lengthMs: number,
): readonly Bar[] {
  const longer: Bar[] = []
  for (const bar of bars) {
    const at = intervalStart(bar.at, sessions, lengthMs)
    const before = longer.at(-1)
    if (before?.at === at) longer[longer.length - 1] = continuedBar(before, bar)
    else longer.push({ ...bar, at })
  }
  return longer
}

/** The start of the minute of a time, in milliseconds UTC. */
export const minuteOf = (at: number): number => Math.floor(at / minuteMs) * minuteMs

/** The larger of two numbers, either of which may be unknown. */
export const higher = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)

/** The smaller of two numbers, either of which may be unknown. */
export const lower = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** An average price by volume, rounded to 1/10,000 yen; null without volume. */
export const averagePrice = (turnover: Price, volume: number): Price | null =>
  volume > 0 ? Math.round(turnover / volume) : null

/** A bar from before a ratio, in new shares (docs/rules.md §26). */
export function adjustBar(bar: Bar, ratio: Ratio): Bar {
  const price = (old: Price | null): Price | null => (old === null ? null : adjustPrice(old, ratio))
  return {
    at: bar.at,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    volume: bar.volume === null ? null : adjustShares(bar.volume, ratio),
    vwap: price(bar.vwap),
    mid: price(bar.mid),
  }
}
