import type { Bars, DayBars, PastBars } from '@aitai/contract/schemas/reference.ts'
import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import { joinBars, longerBars, neverCloses } from '../shared/prices/market-bars.ts'
import type { ChartStyle } from '../shared/store/settings.ts'
import { type ChartData, chartData } from './chart-data.ts'
import { dayAxis, daysAxis, type TimeAxis } from './time-axis.ts'

/** What the chart draws, and on which axis. */
export interface ChartView {
  readonly axis: TimeAxis
  readonly intervalSeconds: number
  readonly data: ChartData
}

/** How long an interval is, in minutes: of a line and of candles. */
const intervalMinutes = {
  oneDay: { line: 1, candles: 5 },
  fiveDays: { line: 5, candles: 30 },
  /** Of a market that never closes: half hours would be too many candles to see. */
  endlessDays: { line: 15, candles: 120 },
} as const

/** The chart of a day and, if they are given, of the days before it. */
export function chartView(day: DayBars, past: PastBars | undefined, style: ChartStyle): ChartView {
  const length = past ? (neverCloses(day.sessions) ? 'endlessDays' : 'fiveDays') : 'oneDay'
  const minutes = intervalMinutes[length][style]
  const days = [...(past ? recordedDays(past) : []), day]
  const sessions = days.flatMap((each) => each.sessions)
  const joined = days.map(({ bars }) => bars).reduce(joinBars)
  const bars: Bars = minutes === 1 ? joined : longerBars(joined, sessions, minutes * minuteMs)
  const intervalSeconds = minutes * 60
  const axis = past ? daysAxis(days, intervalSeconds, joined.at.at(-1)) : dayAxis(day)
  return {
    axis,
    intervalSeconds,
    data: chartData(bars, { positionOf: axis.positionOf, seconds: intervalSeconds }),
  }
}

/** Without the first days, of which there are no bars: of a feed only what has been seen is stored. */
function recordedDays({ days }: PastBars): PastBars['days'] {
  const first = days.findIndex(({ bars }) => bars.at.length > 0)
  return first < 0 ? [] : days.slice(first)
}
