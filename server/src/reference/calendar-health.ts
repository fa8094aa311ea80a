import { dayOfDate, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../database/schema.ts'
import { readCalendar } from './calendar.ts'

/** How far ahead the current calendar has holidays. */
interface CalendarHealth {
  readonly calendar: Config['calendar']
  /** The last holiday, as an ISO date in Tokyo; null for a calendar without holidays. */
  readonly holidaysUntil: string | null
  /** Days until the last holiday; 0 once it has passed, null for a calendar without holidays. */
  readonly daysLeft: number | null
  /** The last holiday is near; after it only weekends would be closed. */
  readonly runsOut: boolean
}

/** Enough time to obtain and import the holidays of the following years. */
const warnDays = 60

/** How far the holidays reach from `now` (milliseconds UTC). Throws BadCalendar. */
export async function calendarHealth(
  db: Kysely<Database>,
  { calendar: name }: Pick<Config, 'calendar'>,
  now: number,
): Promise<CalendarHealth> {
  const calendar = await readCalendar(db, name)
  if (calendar.weekends) return { calendar: name, holidaysUntil: null, daysLeft: null, runsOut: false }
  const holidaysUntil = calendar.holidays.at(-1) ?? null
  const last = holidaysUntil === null ? 0 : dayOfDate(holidaysUntil)
  const daysLeft = Math.max(0, last - tradingDay(now))
  return { calendar: name, holidaysUntil, daysLeft, runsOut: daysLeft <= warnDays }
}

/** Returns a function, to be called periodically, that logs a warning once per trading day. It never throws. */
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
      log.error({ err }, 'reading the holidays')
    }
  }
}
