import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import type { Calendar, Exchange } from '@aitai/engine/model/calendar.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { type CalendarPart, calendarInUse } from '../../reference/calendar.ts'
import type { HourList } from '../../reference/hours.ts'
import { remark } from '../../reference/remarks.ts'
import { isZone, nextSessions, type PrintedSession, printSessions } from '../../reference/trading-sessions.ts'
import { type AdminReply, adminRefusal } from '../admin-context.ts'

/** The next ten sessions before and after a change. */
export interface SessionsBeforeAndAfter {
  readonly before: readonly PrintedSession[]
  readonly after: readonly PrintedSession[]
}

/** The next sessions of two calendars after `at`, also in the operator's time zone. */
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

/** A refusal for an unknown time zone, otherwise null. */
export const zoneFault = (zone: string): AdminReply | null =>
  isZone(zone)
    ? null
    : adminRefusal('INVALID', 'The time zone of this machine is not known: set TZ, such as Asia/Tokyo.')

/** Warns if the server does not use the calendar that operators can change. */
export async function calendarWarnings(db: Kysely<Database>): Promise<readonly Remark[]> {
  const inUse = await calendarInUse(db)
  if (inUse === null || inUse === 'jpx') return []
  return [remark('OTHER_CALENDAR', { calendar: inUse })]
}

/** Replaces a part of the calendar. */
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
