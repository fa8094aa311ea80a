import type { Exchange } from './calendar.ts'
import {
  type Calendar,
  dayMs,
  type ExchangeHours,
  type HourRange,
  isTradingDay,
  memoized,
  minuteMs,
  startOfTradingDay,
  tokyoOffsetMinutes,
  tradingDay,
  tradingDaysBetween,
} from './calendar.ts'

/** A part of a trading day: milliseconds after midnight in Tokyo, the end not included. */
interface OpenInterval {
  readonly from: number
  readonly to: number
}

const minutesPerDay = dayMs / minuteMs

/** Where both ends are the same minute the range is the whole day. */
const lengthOf = ({ from, to }: HourRange): number =>
  (to - from + minutesPerDay) % minutesPerDay || minutesPerDay

/** Whether a range holds a minute after midnight UTC. */
export const coversMinute = (range: HourRange, minute: number): boolean =>
  (minute - range.from + minutesPerDay) % minutesPerDay < lengthOf(range)

/** A range by the clock of Tokyo; in two parts where it wraps midnight there. */
function partsOf(range: HourRange): OpenInterval[] {
  const from = (range.from + tokyoOffsetMinutes) % minutesPerDay
  const to = from + lengthOf(range)
  if (to <= minutesPerDay) return [{ from, to }]
  return [
    { from, to: minutesPerDay },
    { from: 0, to: to - minutesPerDay },
  ]
}

/**
 * Ranges as every trading day has them: in order of time, those that overlap or touch joined to one. Midnight
 * in Tokyo always parts two spans, because the next day may be a holiday. Remembered for the list given.
 */
export const openIntervalsOf = memoized((ranges: readonly HourRange[]): readonly OpenInterval[] => {
  const spans: OpenInterval[] = []
  for (const { from, to } of ranges.flatMap(partsOf).sort((a, b) => a.from - b.from)) {
    const last = spans.at(-1)
    if (last && from * minuteMs <= last.to)
      spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, to * minuteMs) }
    else spans.push({ from: from * minuteMs, to: to * minuteMs })
  }
  return spans
})

/** How far ahead `nextMatching` looks. The longest closure so far, in 2019, was ten days. */
const lookAheadMs = 14 * dayMs

/** How much of the spans lies before a moment of the day, in milliseconds. */
function openBefore(spans: readonly OpenInterval[], time: number): number {
  let open = 0
  for (const { from, to } of spans) if (time > from) open += Math.min(time, to) - from
  return open
}

/** How much of the trading day of a moment was open before it, in milliseconds. */
const openToday = (calendar: Calendar, spans: readonly OpenInterval[], at: number): number =>
  isTradingDay(calendar, at) ? openBefore(spans, at - startOfTradingDay(tradingDay(at))) : 0

/**
 * The milliseconds between two moments that lie in the ranges on trading days; 0 if `to` is not after `from`.
 * What two ranges share counts once. Days apart cost one look at the holidays, however many days they are; a
 * list of ranges that was asked about before is not sorted again.
 */
export function openMsBetween(
  calendar: Calendar,
  ranges: readonly HourRange[],
  from: number,
  to: number,
): number {
  if (to <= from) return 0
  const spans = openIntervalsOf(ranges)
  const firstDay = tradingDay(from)
  const lastDay = tradingDay(to)
  const wholeDays = firstDay === lastDay ? 0 : tradingDaysBetween(calendar, firstDay, lastDay)
  return (
    wholeDays * openBefore(spans, dayMs) + openToday(calendar, spans, to) - openToday(calendar, spans, from)
  )
}

const matchingRanges = memoized((hours: ExchangeHours): readonly HourRange[] => [
  ...hours.matching,
  ...hours.afterHours,
])

/** The time in which two adverts could meet, at the mid or the official close: decay runs in it (rules 6). */
export const matchingOpenMs = (calendar: Calendar, exchange: Exchange, from: number, to: number): number =>
  openMsBetween(calendar, matchingRanges(calendar.hours[exchange]), from, to)

/** The time in which the exchange traded: how long a market was not fresh is counted in it (rules 12). */
export const exchangeOpenMs = (calendar: Calendar, exchange: Exchange, from: number, to: number): number =>
  openMsBetween(calendar, calendar.hours[exchange].exchange, from, to)

/**
 * The next moment, this one included, at which adverts can meet, at the mid or the official close; null if
 * there is none in the next 14 days. In milliseconds UTC.
 */
export function nextMatching(calendar: Calendar, exchange: Exchange, at: number): number | null {
  const spans = openIntervalsOf(matchingRanges(calendar.hours[exchange]))
  const until = at + lookAheadMs
  for (let start = startOfTradingDay(tradingDay(at)); start <= until; start += dayMs) {
    const span = isTradingDay(calendar, start) && spans.find(({ to }) => start + to > at)
    if (!span) continue
    const opens = Math.max(at, start + span.from)
    return opens <= until ? opens : null
  }
  return null
}
