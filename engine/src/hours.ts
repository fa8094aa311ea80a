import type { Exchange } from './equity.ts'

/**
 * Minutes after midnight UTC, the end not included. `to` may be smaller than `from`: the range then wraps
 * midnight. Where both are the same the range is the whole day, as 0 to 1,440 is.
 */
export interface HourRange {
  readonly from: number
  readonly to: number
}

export interface ExchangeHours {
  readonly platform: readonly HourRange[]
  readonly exchange: readonly HourRange[]
  readonly matching: readonly HourRange[]
}

/** Hours per exchange, and the days (in Tokyo) on which all are closed. Data, never code (rules 13). */
export interface Calendar {
  readonly name: string
  readonly weekends: boolean
  /** ISO dates in Tokyo. */
  readonly holidays: readonly string[]
  readonly hours: Readonly<Record<Exchange, ExchangeHours>>
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
/** Japan has kept UTC+9 without daylight saving since 1951 (market.md 1). */
const tokyoOffsetMs = 9 * 60 * minuteMs

/** The trading day a moment belongs to: days since 1970-01-01 in Tokyo. */
export const tradingDay = (at: number): number => Math.floor((at + tokyoOffsetMs) / dayMs)

/** The first moment of the next trading day. */
export const endOfTradingDay = (at: number): number => (tradingDay(at) + 1) * dayMs - tokyoOffsetMs

/** Whether the exchanges open at all on the day of this moment (market.md 2). */
export function isTradingDay(calendar: Calendar, at: number): boolean {
  const day = tradingDay(at)
  if (!calendar.weekends) {
    const weekday = (((day + 4) % 7) + 7) % 7 // 1970-01-01 was a Thursday
    if (weekday === 0 || weekday === 6) return false
  }
  return !calendar.holidays.includes(new Date(day * dayMs).toISOString().slice(0, 10))
}

const minuteOfDay = (at: number): number => Math.floor((((at % dayMs) + dayMs) % dayMs) / minuteMs)

const covers = ({ from, to }: HourRange, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/** Whether a moment, in milliseconds UTC, lies in one of the ranges. */
export const isWithin = (ranges: readonly HourRange[], at: number): boolean =>
  ranges.some((range) => covers(range, minuteOfDay(at)))

/** Whether adverts may be sent at a moment, in milliseconds UTC (rules 13). */
export const platformIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  isTradingDay(calendar, at) && isWithin(calendar.hours[exchange].platform, at)

/** Whether contras are looked for at a moment, in milliseconds UTC (rules 13). */
export const matchingIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  isTradingDay(calendar, at) && isWithin(calendar.hours[exchange].matching, at)

const isAllDay = ({ from, to }: HourRange): boolean => (from === 0 && to === 1_440) || from === to

/**
 * The end of the platform hours that hold this moment, in milliseconds UTC: ranges that touch are one.
 * No hours outlast the trading day, so that "good for the day" has a meaning on a platform that never
 * closes (rules 13). Outside platform hours it is the end of the trading day too.
 */
export function endOfPlatformHours(calendar: Calendar, exchange: Exchange, at: number): number {
  const ranges = calendar.hours[exchange].platform
  const lastMoment = endOfTradingDay(at)
  if (!isWithin(ranges, at)) return lastMoment

  let end = Math.floor(at / minuteMs) * minuteMs
  while (end < lastMoment) {
    const minute = minuteOfDay(end)
    const range = ranges.find((each) => covers(each, minute))
    if (!range) return end
    end += ((range.to - minute + 1_440) % 1_440 || 1_440) * minuteMs
  }
  return lastMoment
}

/** Whether the platform never closes, so that durations are never cut by it. */
export const neverCloses = (calendar: Calendar, exchange: Exchange): boolean =>
  calendar.weekends && calendar.holidays.length === 0 && calendar.hours[exchange].platform.some(isAllDay)

/** 'HH:MM to HH:MM' in UTC, as the specification's status call gives it. */
export function formatRange({ from, to }: HourRange): string {
  const clock = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return `${clock(from)} to ${clock(to)}`
}

/** A range as `formatRange` writes it; null for anything else. */
export function parseRange(text: string): HourRange | null {
  const match = /^(\d{2}):(\d{2}) to (\d{2}):(\d{2})$/.exec(text)
  if (!match) return null
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1).map(Number)
  return { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute }
}
