import type { Bars } from '@aitai/contract/schemas/reference.ts'
import { tradingDay } from '@aitai/engine/calendar/calendar.ts'

const columns = ['open', 'high', 'low', 'close', 'volume', 'vwap', 'mid'] as const

/**
 * Bars with newer ones: a minute that is known already is replaced, a later one appended. Ignores those of another
 * trading day than the given ISO date in Tokyo.
 */
export function mergeBars(bars: Bars, newer: Bars, day: string): Bars {
  const number = tradingDay(Date.parse(`${day}T00:00:00+09:00`))
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
export const priceOfBar = (bars: Bars, index: number): number | null =>
  bars.close[index] ?? bars.mid[index] ?? null
