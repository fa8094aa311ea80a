import { dayMs, tradingDay } from '@aitai/engine/calendar/calendar.ts'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../database/schema.ts'
import { readCalendar } from './calendar.ts'

/** Until when the calendar in force knows holidays. */
export interface CalendarHealth {
  readonly calendar: Config['calendar']
  /** The last holiday, as an ISO date in Tokyo; null where there are none to know. */
  readonly holidaysUntil: string | null
  /** From today to the last holiday; 0 once it is over, null where there are none to know. */
  readonly daysLeft: number | null
  /** After the last holiday only weekends are closed: time to import the next years'. */
  readonly runsOut: boolean
}

/** Time enough to find the next years' holidays and to import them. */
const warnDays = 60

/** How long the holidays of the calendar in force last from `now`, in milliseconds UTC. Throws BadCalendar. */
export async function calendarHealth(
  db: Kysely<Database>,
  { calendar: name }: Pick<Config, 'calendar'>,
  now: number,
): Promise<CalendarHealth> {
  const calendar = await readCalendar(db, name)
  if (calendar.weekends) return { calendar: name, holidaysUntil: null, daysLeft: null, runsOut: false }
  const holidaysUntil = calendar.holidays.at(-1) ?? null
  const last = holidaysUntil === null ? 0 : Date.parse(`${holidaysUntil}T00:00:00Z`) / dayMs
  const daysLeft = Math.max(0, last - tradingDay(now))
  return { calendar: name, holidaysUntil, daysLeft, runsOut: daysLeft <= warnDays }
}

/**
 * Warns in the log, once a trading day, while the holidays run out. To be called now and then; never fails
 * what goes on beside it.
 */
export function holidayWarning(
  db: Kysely<Database>,
  config: Pick<Config, 'calendar'>,
  now: () => number,
  log: Pick<Logger, 'warn' | 'error'>,
): () => Promise<void> {
  let warnedOn = Number.NEGATIVE_INFINITY
  return async () => {
    const at = now()
    if (tradingDay(at) === warnedOn) return
    warnedOn = tradingDay(at)
    try {
      const { runsOut, holidaysUntil, daysLeft } = await calendarHealth(db, config, at)
      if (runsOut) log.warn({ holidaysUntil, daysLeft }, 'the holidays run out: aitai holidays import')
    } catch (err) {
      log.error({ err }, 'looking at the holidays')
    }
  }
}
