import type { OpenInterval } from '@aitai/engine/calendar/open-time.ts'
import { minuteMs, startOfTradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Bar } from '../bars/bar.ts'
import type { SimulatedPrices } from './simulated-prices.ts'

/** How often the index is looked at for its bars. */
const everyMs = 10_000

/** The bars of the index in the sessions of a trading day, up to a time in milliseconds UTC. */
export function simulatedIndexBars(
  prices: Pick<SimulatedPrices, 'indexAt'>,
  sessions: readonly OpenInterval[],
  day: number,
  until: number,
): readonly Bar[] {
  const start = startOfTradingDay(day)
  const bars: Bar[] = []
  for (const { from, to } of sessions)
    for (let at = start + from; at < start + to && at <= until; at += minuteMs) {
      const values: number[] = []
      for (let moment = at; moment < at + minuteMs && moment <= until; moment += everyMs)
        values.push(prices.indexAt(moment))
      const [open = null, close = null] = [values[0], values.at(-1)]
      const [high, low] = [Math.max(...values), Math.min(...values)]
      bars.push({ at, open, high, low, close, volume: null, vwap: null, mid: null })
    }
  return bars
}
