import type { Bars, DayBars } from '@aitai/contract/schemas/reference.ts'
import { intervalStart, type TradingSpan } from '@aitai/engine/calendar/bar-intervals.ts'
import { dayMs, dayOfDate, minuteMs, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Yen } from '@aitai/engine/model/price.ts'

const columns = ['open', 'high', 'low', 'close', 'volume', 'vwap', 'mid'] as const

/**
 * Bars with newer ones: a minute that is known already is replaced, a later one appended. Ignores those of another
 * trading day than the given ISO date in Tokyo.
 */
export function mergeBars(bars: Bars, newer: Bars, day: string): Bars {
  const number = dayOfDate(day)
  const indexes = newer.at.flatMap((at, i) => (tradingDay(at) === number ? [i] : []))
  if (indexes.length === 0) return bars
  const merged: Bars = { ...bars, at: [...bars.at] }
  for (const name of columns) merged[name] = [...bars[name]]
  for (const i of indexes) {
    const at = newer.at[i] ?? 0
    const known = merged.at.lastIndexOf(at)
    if (known < 0 && at < (merged.at.at(-1) ?? 0)) continue
    const position = known < 0 ? merged.at.length : known
    merged.at[position] = at
    for (const name of columns) merged[name][position] = newer[name][i] ?? null
  }
  return merged
}

/** The price of a minute: the last price, or the mid where nothing has traded yet. */
export const priceOfBar = (bars: Bars, index: number): Yen | null =>
  bars.close[index] ?? bars.mid[index] ?? null

/** Whether an exchange trades around the clock on a day. It may close on the next one. */
export const tradesAllDay = (sessions: DayBars['sessions']): boolean =>
  (sessions.at(-1)?.to ?? 0) - (sessions[0]?.from ?? 0) >= dayMs

/** A market that never closes shows this much, in milliseconds. */
export const shownOfEndlessDay = 6 * 60 * minuteMs

/** Whether a market that never closes has not been open for the hours that it shows, because midnight is near. */
export const needsDayBefore = ({ sessions, bars }: Pick<DayBars, 'sessions' | 'bars'>): boolean =>
  tradesAllDay(sessions) && (bars.at.at(-1) ?? 0) - (sessions[0]?.from ?? 0) < shownOfEndlessDay

/** Bars after all those of the day before, which its VWAP needs. */
export function joinBars(before: Bars, bars: Bars): Bars {
  const joined: Bars = { ...bars, at: [...before.at, ...bars.at] }
  for (const name of columns) joined[name] = [...before[name], ...bars[name]]
  return joined
}

/** Bars of a longer interval, counted from the start of each session. */
export function longerBars(bars: Bars, sessions: readonly TradingSpan[], lengthMs: number): Bars {
  const longer: Bars = { at: [], open: [], high: [], low: [], close: [], volume: [], vwap: [], mid: [] }
  for (const [i, minute] of bars.at.entries()) {
    const at = intervalStart(minute, sessions, lengthMs)
    const last = longer.at.length - 1
    if (longer.at[last] === at) continueBar(longer, last, bars, i)
    else {
      longer.at.push(at)
      for (const name of columns) longer[name].push(bars[name][i] ?? null)
    }
  }
  return longer
}

/** Adds the bar `from` of `next` to the bar `to`. */
function continueBar(bars: Bars, to: number, next: Bars, from: number): void {
  const [before, after] = [bars.volume[to] ?? null, next.volume[from] ?? null]
  const shares = (before ?? 0) + (after ?? 0)
  const turnover = (before ?? 0) * (bars.vwap[to] ?? 0) + (after ?? 0) * (next.vwap[from] ?? 0)
  bars.open[to] ??= next.open[from] ?? null
  bars.high[to] = outermost(Math.max, bars.high[to], next.high[from])
  bars.low[to] = outermost(Math.min, bars.low[to], next.low[from])
  bars.close[to] = next.close[from] ?? bars.close[to] ?? null
  bars.volume[to] = before === null && after === null ? null : shares
  bars.vwap[to] = shares > 0 ? turnover / shares : null
  bars.mid[to] = next.mid[from] ?? bars.mid[to] ?? null
}

/** The higher or lower of two prices, either of which may be unknown. */
export const outermost = (
  of: typeof Math.max,
  a: Yen | null | undefined,
  b: Yen | null | undefined,
): Yen | null => (typeof a === 'number' && typeof b === 'number' ? of(a, b) : (a ?? b ?? null))
