import type { Calendar, Exchange, HourRange } from '../model/calendar.ts'
import { coversMinute, openIntervalsOf } from './open-time.ts'
import {
  dayMs,
  endOfTradingDay,
  isTradingDay,
  memoized,
  minuteMs,
  nextMinute,
  startOfTradingDay,
  tradingDay,
} from './trading-days.ts'

/** Whether a moment, in milliseconds UTC, lies in one of the ranges, on any day. */
export function isWithin(ranges: readonly HourRange[], at: number): boolean {
  const minute = Math.floor((at / minuteMs) % 1_440)
  return ranges.some((range) => coversMinute(range, minute))
}

/** Matching at the mid, matching at the official close, open without matching, or closed. */
export type Phase = 'MATCHING' | 'AFTER_HOURS' | 'PAUSED' | 'CLOSED'

/** What is open on an exchange in one minute: all hours and days begin on whole minutes. */
interface OpenMinute {
  /** Since 1970, in UTC. */
  readonly minute: number
  readonly platform: boolean
  readonly exchange: boolean
  readonly matching: boolean
  readonly afterHours: boolean
  readonly phase: Phase
  /** The end of the platform hours, in milliseconds UTC. */
  readonly platformEnds: number
}

function phaseIn(platform: boolean, matching: boolean, afterHours: boolean): Phase {
  if (!platform) return 'CLOSED'
  if (matching) return 'MATCHING'
  return afterHours ? 'AFTER_HOURS' : 'PAUSED'
}

function openMinuteOf(calendar: Calendar, exchange: Exchange, minute: number): OpenMinute {
  const hours = calendar.hours[exchange]
  const at = minute * minuteMs
  const isOpen = (ranges: readonly HourRange[]): boolean => isWithin(ranges, at) && isTradingDay(calendar, at)
  const platform = isOpen(hours.platform)
  const matching = isOpen(hours.matching)
  const afterHours = isOpen(hours.afterHours)
  return {
    minute,
    platform,
    exchange: isOpen(hours.exchange),
    matching,
    afterHours,
    phase: phaseIn(platform, matching, afterHours),
    platformEnds: platformEndAround(hours.platform, at),
  }
}

/**
 * The end of the platform hours around a moment, in milliseconds UTC. Adjacent ranges count as one. It is
 * never after the end of the trading day, so that END_OF_DAY has a meaning on a platform that never closes
 * (docs/rules.md §13). Outside platform hours, the end of the trading day.
 */
function platformEndAround(platform: readonly HourRange[], at: number): number {
  const start = startOfTradingDay(tradingDay(at))
  const span = openIntervalsOf(platform).find(({ from, to }) => start + from <= at && at < start + to)
  return span ? start + span.to : endOfTradingDay(at)
}

/**
 * The last even and the last odd minute of each exchange that `openAt` has computed. Two, because `phaseChangeWithin`
 * alternates between the present minute and the next.
 */
const recentMinutes = memoized(
  (_: Calendar): Record<Exchange, OpenMinute[]> => ({ XTKS: [], XNGO: [], XFKA: [], XSAP: [] }),
)

/** What is open at a moment, in milliseconds UTC. Cached: every command and every sweep needs it several times. */
function openAt(calendar: Calendar, exchange: Exchange, at: number): OpenMinute {
  const minute = Math.floor(at / minuteMs)
  const recent = recentMinutes(calendar)[exchange]
  const known = recent[minute & 1]
  if (known?.minute === minute) return known
  const found = openMinuteOf(calendar, exchange, minute)
  recent[minute & 1] = found
  return found
}

/** Whether adverts may be sent at a moment, in milliseconds UTC (docs/rules.md §13). */
export const platformIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  openAt(calendar, exchange, at).platform

/** Whether the exchange itself trades at a moment, in milliseconds UTC (docs/market.md). */
export const exchangeIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  openAt(calendar, exchange, at).exchange

/** Whether adverts are matched at the mid at a moment, in milliseconds UTC (docs/rules.md §13). */
export const matchingIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  openAt(calendar, exchange, at).matching

/** Whether adverts are matched at the official close at a moment, in milliseconds UTC (docs/rules.md §13). */
export const afterHoursIsOpen = (calendar: Calendar, exchange: Exchange, at: number): boolean =>
  openAt(calendar, exchange, at).afterHours

/** The phase of an exchange at a moment, in milliseconds UTC (docs/rules.md §13, docs/market.md). */
export const phaseOf = (calendar: Calendar, exchange: Exchange, at: number): Phase =>
  openAt(calendar, exchange, at).phase

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
 * The end of the platform hours around a moment, in milliseconds UTC, or of the trading day outside platform hours
 * (docs/rules.md §13).
 */
export const endOfPlatformHours = (calendar: Calendar, exchange: Exchange, at: number): number =>
  openAt(calendar, exchange, at).platformEnds

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

/**
 * The next moment after `at` at which one of the ranges begins or ends, or a new trading day begins, which may be a
 * holiday. In milliseconds UTC.
 */
export function nextHoursChange(ranges: readonly HourRange[], at: number): number {
  const today = Math.floor(at / dayMs) * dayMs
  const changes = ranges
    .flatMap(({ from, to }) => [from, to])
    .map((minute) => today + minute * minuteMs)
    .map((time) => (time > at ? time : time + dayMs))
  return Math.min(endOfTradingDay(at), ...changes)
}

/** Parses ranges in the format of `formatRange`, without those that are in no such format. */
export const parseRanges = (texts: readonly string[]): HourRange[] =>
  texts.map(parseRange).filter((range) => range !== null)

/** Parses the format of `formatRange`; null for anything else. */
export function parseRange(text: string): HourRange | null {
  const match = /^(\d{2}):([0-5]\d) to (\d{2}):([0-5]\d)$/.exec(text)
  if (!match) return null
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1).map(Number)
  const range = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute }
  return Math.max(range.from, range.to) <= 1_440 ? range : null
}
