import type { Phase } from '@aitai/engine/calendar/hours.ts'
import type { Calendar, Exchange, ExchangeHours, HourRange } from '@aitai/engine/model/calendar.ts'

/**
 * The oracle's slow, obvious clock: steps through hours minute by minute and looks days up by name. It shares
 * no code with the engine's.
 */
const minute = 60_000
const day = 1_440 * minute
const tokyo = 9 * 60 * minute

/** The minutes of a day in Tokyo that are in some ranges, and the number of them before each minute. */
interface Table {
  readonly held: readonly boolean[]
  readonly before: readonly number[]
}

const tables = new WeakMap<readonly HourRange[], Table>()

function tableOf(ranges: readonly HourRange[]): Table {
  const known = tables.get(ranges)
  if (known) return known
  const held = Array<boolean>(1_440).fill(false)
  for (const { from, to } of ranges) {
    let utc = from % 1_440
    do {
      held[(utc + 540) % 1_440] = true
      utc = (utc + 1) % 1_440
    } while (utc !== to % 1_440)
  }
  const before = [0]
  for (const [i, isHeld] of held.entries()) before.push((before[i] ?? 0) + (isHeld ? 1 : 0))
  const table = { held, before }
  tables.set(ranges, table)
  return table
}

/** Days since 1970-01-01 in Tokyo, the engine's number of a trading day. */
export const dayNumberOf = (at: number): number => Math.floor((at + tokyo) / day)

/** Midnight in Tokyo at the start of a numbered day. */
export const startOfDay = (number: number): number => number * day - tokyo

/** Midnight in Tokyo before and after a moment. */
export const midnightBefore = (at: number): number => dayNumberOf(at) * day - tokyo
export const midnightAfter = (at: number): number => midnightBefore(at) + day

const names = new Map<number, string>()

/** The date of a moment in Tokyo, as '2026-11-20'. Cached, because formatting a date is slow. */
export function dateOf(at: number): string {
  const known = names.get(dayNumberOf(at))
  if (known !== undefined) return known
  const name = new Date(at + tokyo).toISOString().slice(0, 10)
  names.set(dayNumberOf(at), name)
  return name
}

const openDays = new WeakMap<Calendar, Map<string, boolean>>()

/** Whether exchanges are open at all on the day of a moment. */
export function isOpenDay(calendar: Calendar, at: number): boolean {
  const date = dateOf(at)
  const known = openDays.get(calendar) ?? new Map<string, boolean>()
  openDays.set(calendar, known)
  const isOpen = known.get(date) ?? opensOn(calendar, date)
  known.set(date, isOpen)
  return isOpen
}

function opensOn({ weekends, holidays }: Calendar, date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return (weekends || (weekday !== 0 && weekday !== 6)) && !holidays.includes(date)
}

/** Whether a moment is in the ranges, on a day on which exchanges are open. */
export function isWithin(calendar: Calendar, ranges: readonly HourRange[], at: number): boolean {
  const minuteOfDay = Math.floor((at - midnightBefore(at)) / minute)
  return tableOf(ranges).held[minuteOfDay] === true && isOpenDay(calendar, at)
}

/** The milliseconds between two times that are in the ranges, day by day. */
export function msWithin(calendar: Calendar, ranges: readonly HourRange[], from: number, to: number): number {
  const { held, before } = tableOf(ranges)
  const upTo = (ms: number): number => {
    const whole = Math.floor(ms / minute)
    return (before[whole] ?? 0) * minute + (held[whole] ? ms - whole * minute : 0)
  }
  let sum = 0
  for (let start = midnightBefore(from); start < to; start += day) {
    if (!isOpenDay(calendar, start)) continue
    sum += upTo(Math.min(to - start, day)) - upTo(Math.max(from - start, 0))
  }
  return sum
}

const matchingRanges = new WeakMap<ExchangeHours, readonly HourRange[]>()

/** Matching at the mid and at the official close: the time in which quantities decay (docs/rules.md §6). */
function matchingRangesOf(hours: ExchangeHours): readonly HourRange[] {
  const ranges = matchingRanges.get(hours) ?? [...hours.matching, ...hours.afterHours]
  matchingRanges.set(hours, ranges)
  return ranges
}

export const matchingMs = (calendar: Calendar, exchange: Exchange, from: number, to: number): number =>
  msWithin(calendar, matchingRangesOf(calendar.hours[exchange]), from, to)

/** The phase of an exchange at a moment (docs/rules.md §13). */
export function phaseAt(calendar: Calendar, exchange: Exchange, at: number): Phase {
  const { platform, matching, afterHours } = calendar.hours[exchange]
  if (!isWithin(calendar, platform, at)) return 'CLOSED'
  if (isWithin(calendar, matching, at)) return 'MATCHING'
  return isWithin(calendar, afterHours, at) ? 'AFTER_HOURS' : 'PAUSED'
}

/** Whether an exchange stays in a phase from one moment to another, both included. Hours change at whole minutes. */
export function isPhaseUntil(
  calendar: Calendar,
  exchange: Exchange,
  phase: Phase,
  from: number,
  to: number,
): boolean {
  for (let at = from; at < to; at = (Math.floor(at / minute) + 1) * minute)
    if (phaseAt(calendar, exchange, at) !== phase) return false
  return phaseAt(calendar, exchange, to) === phase
}

/** The first minute after a moment outside the ranges, midnight in Tokyo at the latest. */
export function endOfRange(calendar: Calendar, ranges: readonly HourRange[], at: number): number {
  const end = midnightAfter(at)
  if (!isWithin(calendar, ranges, at)) return end
  let next = (Math.floor(at / minute) + 1) * minute
  while (next < end && isWithin(calendar, ranges, next)) next += minute
  return next
}

/** Whether the ranges contain every minute of every day. */
export const isAlwaysOpen = (calendar: Calendar, ranges: readonly HourRange[]): boolean =>
  calendar.weekends && calendar.holidays.length === 0 && tableOf(ranges).held.every((isHeld) => isHeld)
