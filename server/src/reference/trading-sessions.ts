import { openIntervalsOf } from '@aitai/engine/calendar/open-time.ts'
import {
  dateOfDay,
  isTradingDay,
  startOfTradingDay,
  tradingDay,
} from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar, Exchange } from '@aitai/engine/model/calendar.ts'
import type { HourList } from './hours.ts'

/** One open period of an exchange. Milliseconds UTC, the end exclusive. */
interface TradingSession {
  /** The trading day, as an ISO date in Tokyo. */
  readonly date: string
  readonly from: number
  readonly to: number
}

/** A session formatted in UTC, in Tokyo time and in the operator's zone. */
export interface PrintedSession {
  readonly date: string
  /** In Tokyo. */
  readonly weekday: string
  readonly utc: string
  readonly tokyo: string
  /** In the operator's zone, with its UTC offset on that day. */
  readonly local: string
}

/** Search limit: longer than any closure, and finite if a list is empty. */
const lookAheadDays = 400

/** The next open periods in one of an exchange's lists, including the current one. */
export function nextSessions(
  calendar: Calendar,
  exchange: Exchange,
  list: HourList,
  at: number,
  count = 10,
): readonly TradingSession[] {
  const spans = openIntervalsOf(calendar.hours[exchange][list])
  const sessions: TradingSession[] = []
  const today = tradingDay(at)
  for (let day = today; day < today + lookAheadDays && sessions.length < count; day += 1) {
    const start = startOfTradingDay(day)
    if (!isTradingDay(calendar, start)) continue
    const date = dateOfDay(day)
    for (const { from, to } of spans)
      if (start + to > at && sessions.length < count)
        sessions.push({ date, from: start + from, to: start + to })
  }
  return sessions
}

/** Whether this machine knows the time zone, such as America/New_York. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-CA', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Formats a time in a zone. */
function clockIn(zone: string): (at: number) => { date: string; time: string; offset: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
  })
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const offset = part.timeZoneName?.replace('GMT', 'UTC') ?? ''
    return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}`, offset }
  }
}

/** Formats '2026-11-18 00:00 to 02:29'. Date and offset are repeated at the end if they differ from the start. */
function periodIn(zone: string, withOffset: boolean): (session: TradingSession) => string {
  const clock = clockIn(zone)
  return ({ from, to }) => {
    const [starts, ends] = [clock(from), clock(to)]
    const isSplit = withOffset && starts.offset !== ends.offset
    const start = `${starts.date} ${starts.time}${isSplit ? ` ${starts.offset}` : ''}`
    const end = starts.date === ends.date ? ends.time : `${ends.date} ${ends.time}`
    return `${start} to ${end}${withOffset ? ` ${ends.offset}` : ''}`
  }
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** The weekday of an ISO date. */
export const weekdayOf = (date: string): string => weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''

/** Formats sessions in UTC, Tokyo time and a zone. Throws RangeError for an unknown zone. */
export function printSessions(sessions: readonly TradingSession[], zone: string): readonly PrintedSession[] {
  const [utc, tokyo, local] = [periodIn('UTC', false), periodIn('Asia/Tokyo', false), periodIn(zone, true)]
  return sessions.map((session) => ({
    date: session.date,
    weekday: weekdayOf(session.date),
    utc: utc(session),
    tokyo: tokyo(session),
    local: local(session),
  }))
}
