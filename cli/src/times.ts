import { dayOfDate, startOfTradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { UsageError } from './command.ts'

/** Parses a time to milliseconds UTC. Requires a zone, since a local time would depend on the machine. */
export function parseTime(typed: string, now: Date, flag = '--at', otherForms = ''): number {
  const isClock = /^([01]\d|2[0-3]):[0-5]\d$/.test(typed)
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(typed)
  const moment = Date.parse(isClock ? `${now.toISOString().slice(0, 10)}T${typed}Z` : typed)
  if ((!isClock && !isMoment) || Number.isNaN(moment))
    throw new UsageError(
      `${flag} must be ${otherForms}a time such as 2026-11-20T01:00:00Z, or HH:MM in UTC today`,
    )
  return moment
}

/** A boundary of a period in milliseconds UTC: the start or (for `to`) the end of a day in Tokyo, or a time. */
export function periodBoundary(name: 'from' | 'to', typed: string): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed)
  if (!isDay) return parseTime(typed, new Date(), `--${name}`, 'a day in Tokyo such as 2026-11-20, ')
  return startOfTradingDay(parseTradingDay(typed, `--${name}`) + (name === 'to' ? 1 : 0))
}

/** Parses an ISO date in Tokyo to a trading day. */
export function parseTradingDay(typed: string, flag: string): number {
  const day = dayOfDate(typed)
  if (Number.isNaN(day)) throw new UsageError(`${flag} is not a calendar date such as 2026-11-20`)
  return day
}
