import type { Calendar, Exchange } from '@aitai/engine/calendar/calendar.ts'
import { dayMs, tradingDay } from '@aitai/engine/calendar/calendar.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { type CalendarPart, calendarInUse } from '../../reference/calendar.ts'
import type { HourList } from '../../reference/hours.ts'
import { isZone, nextSessions, type PrintedSession, printSessions } from '../../reference/trading-sessions.ts'
import { type AdminReply, adminRefusal } from '../admin-context.ts'

/** Ten sessions as they are and as they would be. */
export interface SessionsBeforeAndAfter {
  readonly before: readonly PrintedSession[]
  readonly after: readonly PrintedSession[]
}

/** Shows the next sessions of two calendars at a moment, by the operator's clock. */
export function compareSessions(
  calendars: Readonly<Record<'before' | 'after', Calendar>>,
  exchange: Exchange,
  list: HourList,
  at: number,
  zone: string,
): SessionsBeforeAndAfter {
  const of = (calendar: Calendar) => printSessions(nextSessions(calendar, exchange, list, at), zone)
  return { before: of(calendars.before), after: of(calendars.after) }
}

/** The trading day of a moment as an ISO date. */
export const todayAt = (at: number): string => new Date(tradingDay(at) * dayMs).toISOString().slice(0, 10)

/** Refuses what is no time zone; null for one that is. */
export const zoneFault = (zone: string): AdminReply | null =>
  isZone(zone)
    ? null
    : adminRefusal('INVALID', 'The time zone of this machine is not known: set TZ, such as Asia/Tokyo.')

/** What to say where the server does not work by the calendar that operators set. */
export async function calendarWarnings(db: Kysely<Database>): Promise<readonly string[]> {
  const inUse = await calendarInUse(db)
  if (inUse === null || inUse === 'jpx') return []
  return [`The server last ran with CALENDAR=${inUse}: hours and holidays count where it is CALENDAR=jpx.`]
}

/** Puts a part of the calendar in place of what was there. */
export async function storeCalendarPart(
  trx: Transaction<Database>,
  name: CalendarPart,
  part: unknown,
): Promise<void> {
  const body = JSON.stringify(part)
  await trx
    .insertInto('calendar_part')
    .values({ name, body })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ body }))
    .execute()
}
