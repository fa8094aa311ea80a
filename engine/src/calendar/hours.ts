import type { Calendar, Exchange, HourRange } from '../model/calendar.ts'
import { coversMinute, openIntervalsOf } from './open-time.ts'
import {
  dayMs,
  endOfTradingDay,
  isTradingDay,
  minuteMs,
  nextMinute,
  startOfTradingDay,
  tradingDay,
} from './trading-days.ts'

/** Minutes after midnight UTC. Computed without `%`, which is slow for large numbers. */
function minuteOfDay(at: number): number {
  const minute = Math.floor(at / minuteMs)
  return minute - Math.floor(minute / 1_440) * 1_440
}

/** Whether a moment, in milliseconds UTC, lies in one of the ranges, on any day. */
export function isWithin(ranges: readonly HourRange[], at: number): boolean {
  const minute = minuteOfDay(at)
  // A loop and not a callback, because every look at a market asks several times.
  for (const range of ranges) if (coversMinute(range, minute)) return true
  return false
}

const isOpen = (calendar: Calendar, ranges: readonly HourRange[], at: number): boolean =>
  isWithin(ranges, at) && isTradingDay(calendar, at)

/** Whether adverts may be sent at a moment, in milliseconds UTC (docs/rules.md §13). */
export const platformIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  isOpen(calendar, calendar.hours[exchange].platform, at)

/** Whether the exchange itself trades at a moment, in milliseconds UTC (docs/market.md). */
export const exchangeIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  isOpen(calendar, calendar.hours[exchange].exchange, at)

/** Whether adverts are matched at the mid at a moment, in milliseconds UTC (docs/rules.md §13). */
export const matchingIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  isOpen(calendar, calendar.hours[exchange].matching, at)

/** Whether adverts are matched at the official close at a moment, in milliseconds UTC (docs/rules.md §13). */
export const afterHoursIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  isOpen(calendar, calendar.hours[exchange].afterHours, at)

/** Matching at the mid, matching at the official close, open without matching, or closed. */
export type Phase = 'MATCHING' | 'AFTER_HOURS' | 'PAUSED' | 'CLOSED'

/** The phase of an exchange at a moment, in milliseconds UTC (docs/rules.md §13, docs/market.md). */
export function phaseOf(calendar: Calendar, exchange: Exchange, at: number): Phase {
  const { platform, matching, afterHours } = calendar.hours[exchange]
  if (!isOpen(calendar, platform, at)) return 'CLOSED'
  if (isWithin(matching, at)) return 'MATCHING'
  if (isWithin(afterHours, at)) return 'AFTER_HOURS'
  return 'PAUSED'
}

/**
 * The next moment at which an exchange is in another phase, at most so many milliseconds after `at`; null if there is
 * none. In milliseconds UTC.
 */
export function phaseChangeWithin(
  calendar: Calendar,
  exchange: Exchange,
  at: number,
  withinMs: number,
): number | null {
  const phase = phaseOf(calendar, exchange, at)
  // All hours and days begin on whole minutes.
  for (let time = nextMinute(at); time <= at + withinMs; time += minuteMs)
    if (phaseOf(calendar, exchange, time) !== phase) return time
  return null
}

/**
 * The end of the platform hours around a moment, in milliseconds UTC. Adjacent ranges count as one. It is
 * never after the end of the trading day, so that END_OF_DAY has a meaning on a platform that never closes
 * (docs/rules.md §13). Outside platform hours, the end of the trading day.
 */
export function endOfPlatformHours(calendar: Calendar, exchange: Exchange, at: number): number {
  const start = startOfTradingDay(tradingDay(at))
  const spans = openIntervalsOf(calendar.hours[exchange].platform)
  const span = spans.find(({ from, to }) => start + from <= at && at < start + to)
  return span ? start + span.to : endOfTradingDay(at)
}

/** Whether the platform is open around the clock on every day. */
export function neverCloses(calendar: Calendar, exchange: Exchange): boolean {
  const [first] = openIntervalsOf(calendar.hours[exchange].platform)
  return calendar.weekends && calendar.holidays.length === 0 && first?.from === 0 && first.to === dayMs
}

/** A range as 'HH:MM to HH:MM' in UTC, the format of the status call. */
export function formatRange({ from, to }: HourRange): string {
  const clock = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return `${clock(from)} to ${clock(to)}`
}

/** Parses the format of `formatRange`; null for anything else. */
export function parseRange(text: string): HourRange | null {
  const match = /^(\d{2}):([0-5]\d) to (\d{2}):([0-5]\d)$/.exec(text)
  if (!match) return null
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1).map(Number)
  const range = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute }
  return Math.max(range.from, range.to) <= 1_440 ? range : null
}
