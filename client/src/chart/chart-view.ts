import type { Bars, DayBars, PastBars } from '@aitai/contract/schemas/reference.ts'
import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { joinBars, longerBars, tradesAllDay } from '../shared/prices/market-bars.ts'
import type { IndexBars } from '../shared/prices/use-market.ts'
import type { ChartStyle } from '../shared/store/settings.ts'
import { besideIndex } from './beside-index.ts'
import { type ChartData, chartData } from './chart-data.ts'
import { dayAxis, daysAxis, type TimeAxis } from './time-axis.ts'

/** What the chart draws, and on which axis. */
export interface ChartView {
  readonly axis: TimeAxis
  readonly intervalSeconds: number
  readonly data: ChartData
  /** The price from which security and index are measured; null while the index is not shown. */
  readonly base: Yen | null
}

/** How long an interval is, in minutes: of a line and of candles. */
const intervalMinutes = {
  oneDay: { line: 1, candles: 5 },
  fiveDays: { line: 5, candles: 30 },
  /** Of a market that never closes: half hours would be too many candles to see. */
  endlessDays: { line: 15, candles: 120 },
} as const

/** The chart of a day and, if they are given, of the days before it, and of the index beside it. */
export function chartView(
  day: DayBars,
  past: PastBars | undefined,
  style: ChartStyle,
  index?: IndexBars,
): ChartView {
  const length = past ? (tradesAllDay(day.sessions) ? 'endlessDays' : 'fiveDays') : 'oneDay'
  const minutes = intervalMinutes[length][style]
  const days = [...(past ? recordedDays(past) : []), day]
  const sessions = days.flatMap((each) => each.sessions)
  const joined = days.map(({ bars }) => bars).reduce(joinBars)
  const bars: Bars = minutes === 1 ? joined : longerBars(joined, sessions, minutes * minuteMs)
  const intervalSeconds = minutes * 60
  const axis = past ? daysAxis(days, intervalSeconds, joined.at.at(-1)) : dayAxis(day)
  const data = chartData(bars, { positionOf: axis.positionOf, seconds: intervalSeconds })
  if (!index) return { axis, intervalSeconds, data, base: null }
  const indexBars = [...(index.past?.days ?? []), index.day].map((each) => each.bars).reduce(joinBars)
  const ofIndex = minutes === 1 ? indexBars : longerBars(indexBars, sessions, minutes * minuteMs)
  return { axis, intervalSeconds, ...besideIndex(data, axis, ofIndex) }
}

/** Without the first days, of which there are no bars: of a feed only what has been seen is stored. */
function recordedDays({ days }: PastBars): PastBars['days'] {
  const first = days.findIndex(({ bars }) => bars.at.length > 0)
  return first < 0 ? [] : days.slice(first)
}
