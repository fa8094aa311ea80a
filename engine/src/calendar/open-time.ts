import type { Calendar, Exchange, ExchangeHours, HourRange } from '../model/calendar.ts'
import {
  dayMs,
  isTradingDay,
  memoized,
  minuteMs,
  minutesPerDay,
  startOfTradingDay,
  tokyoOffsetMinutes,
  tradingDay,
  tradingDaysBetween,
} from './trading-days.ts'

/** A part of a trading day in milliseconds after midnight in Tokyo, the end exclusive. */
export interface OpenInterval {
  readonly from: number
  readonly to: number
}

/** In minutes. If both ends are equal, the range is the whole day. */
const lengthOf = ({ from, to }: HourRange): number =>
  (to - from + minutesPerDay) % minutesPerDay || minutesPerDay

/** Whether a range contains a minute after midnight UTC. */
export const coversMinute = (range: HourRange, minute: number): boolean =>
  (minute - range.from + minutesPerDay) % minutesPerDay < lengthOf(range)

/** A range in Tokyo time, split in two if it wraps around midnight there. */
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
 * The ranges of a trading day in order of time, with overlapping and adjacent ranges joined. None crosses
 * midnight in Tokyo, because the next day may be a holiday. The result is cached by the list.
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

/** How far ahead `nextMatching` looks. The longest closure so far was ten days, in 2019. */
const lookAheadMs = 14 * dayMs

/** The open time before a time of the day, in milliseconds. */
function openBefore(spans: readonly OpenInterval[], time: number): number {
  let open = 0
  for (const { from, to } of spans) if (time > from) open += Math.min(time, to) - from
  return open
}

/** The open time of a moment's trading day before that moment, in milliseconds. */
const openToday = (calendar: Calendar, spans: readonly OpenInterval[], at: number): number =>
  isTradingDay(calendar, at) ? openBefore(spans, at - startOfTradingDay(tradingDay(at))) : 0

/**
 * The open time between two times, in milliseconds: inside the ranges, on trading days, overlaps counted
 * once. 0 if `to` is not after `from`. The cost does not depend on the number of days between the times.
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

/**
 * The time in which adverts are matched, at the mid or the official close. Quantity decay uses it
 * (docs/rules.md §6).
 */
export const matchingOpenMs = (calendar: Calendar, exchange: Exchange, from: number, to: number): number =>
  openMsBetween(calendar, matchingRanges(calendar.hours[exchange]), from, to)

/**
 * The time in which the exchange traded. The duration of a market error is measured in it (docs/rules.md
 * §12).
 */
export const exchangeOpenMs = (calendar: Calendar, exchange: Exchange, from: number, to: number): number =>
  openMsBetween(calendar, calendar.hours[exchange].exchange, from, to)

/**
 * The next moment at which adverts are matched, at the mid or the official close, in milliseconds UTC. It may
 * be `at` itself. Null if there is none in the next 14 days.
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

/**
 * The times from one moment to another in which no advert is matched, neither at the mid nor at the official close,
 * in order. In milliseconds UTC.
 */
export function matchingGaps(
  calendar: Calendar,
  exchange: Exchange,
  from: number,
  to: number,
): readonly { readonly from: number; readonly to: number }[] {
  const spans = openIntervalsOf(matchingRanges(calendar.hours[exchange]))
  const gaps: { from: number; to: number }[] = []
  let closedFrom = from
  for (let start = startOfTradingDay(tradingDay(from)); start < to; start += dayMs) {
    if (!isTradingDay(calendar, start)) continue
    for (const span of spans) {
      if (start + span.to <= from || start + span.from >= to) continue
      if (start + span.from > closedFrom) gaps.push({ from: closedFrom, to: start + span.from })
      closedFrom = start + span.to
    }
  }
  return closedFrom < to ? [...gaps, { from: closedFrom, to }] : gaps
}
