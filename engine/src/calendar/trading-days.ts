import type { Calendar } from '../model/calendar.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const minutesPerDay = 1_440
export const dayMs = minutesPerDay * minuteMs
/** Japan has kept UTC+9 without daylight saving since 1951 (docs/market.md). */
export const tokyoOffsetMinutes = 9 * 60
const tokyoOffsetMs = tokyoOffsetMinutes * minuteMs

/** The first whole minute after a moment. */
export const nextMinute = (at: number): number => (Math.floor(at / minuteMs) + 1) * minuteMs

/** The trading day of a moment: days since 1970-01-01 in Tokyo. */
export const tradingDay = (at: number): number => Math.floor((at + tokyoOffsetMs) / dayMs)

/** The first moment of a trading day, in milliseconds UTC: midnight in Tokyo. */
export const startOfTradingDay = (day: number): number => day * dayMs - tokyoOffsetMs

/** The first moment of the next trading day. */
export const endOfTradingDay = (at: number): number => startOfTradingDay(tradingDay(at) + 1)

/** The ISO date in Tokyo of a trading day: 2026-11-20. */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The ISO date in Tokyo of a moment: 2026-11-20. */
export const tokyoDate = (at: number): string => dateOfDay(tradingDay(at))

/** Days since Monday, 1969-12-29. Day 0, 1970-01-01, is a Thursday. */
const sinceMonday = (day: number): number => day + 3

const isWeekday = (day: number): boolean => ((sinceMonday(day) % 7) + 7) % 7 < 5

/** The trading day of an ISO date in Tokyo; NaN for anything else. */
export function dayOfDate(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const at = Date.UTC(year, month - 1, day)
  // Formatted again, because `Date.UTC` accepts 30 February as a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === date ? at / dayMs : Number.NaN
}

/**
 * Caches the result of a function by its argument, an object that never changes. Only for pure functions, so
 * that a cached result equals a new one.
 */
export function memoized<Key extends object, Value extends object>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>()
  return (key) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = compute(key)
    cache.set(key, value)
    return value
  }
}

const daysOf = memoized(
  (holidays: readonly string[]): ReadonlySet<number> => new Set(holidays.map(dayOfDate)),
)

const isOpenOn = (calendar: Calendar, day: number): boolean =>
  (calendar.weekends || isWeekday(day)) &&
  (calendar.holidays.length === 0 || !daysOf(calendar.holidays).has(day))

/** Whether the day of a moment is a trading day (docs/market.md). */
export const isTradingDay = (calendar: Calendar, at: number): boolean => isOpenOn(calendar, tradingDay(at))

function weekdaysBefore(day: number): number {
  const weeks = Math.floor(sinceMonday(day) / 7)
  return weeks * 5 + Math.min(sinceMonday(day) - weeks * 7, 5)
}

/** The number of trading days from one day to another, the end exclusive. */
export function tradingDaysBetween(calendar: Calendar, from: number, to: number): number {
  const days = calendar.weekends ? to - from : weekdaysBefore(to) - weekdaysBefore(from)
  let closed = 0
  for (const day of daysOf(calendar.holidays))
    if (day >= from && day < to && (calendar.weekends || isWeekday(day))) closed += 1
  return days - closed
}
