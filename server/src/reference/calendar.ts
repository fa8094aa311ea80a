import { readFile } from 'node:fs/promises'
import { strictObject } from '@aitai/contract/schemas/common.ts'
import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import { type Calendar, type Exchange, type ExchangeHours, exchanges } from '@aitai/engine/model/calendar.ts'
import type { Kysely } from 'kysely'
import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Config } from '../config.ts'
import type { Database } from '../database/schema.ts'
import { hoursFault } from './hours.ts'

/** A day on which the exchanges are closed. Names are for display and may be empty. */
export interface Holiday {
  /** ISO date in Tokyo. */
  readonly date: string
  readonly name: string
  readonly localName: string
}

/** The hours of each exchange. */
export type HoursByExchange = Calendar['hours']

/** The parts that operators have replaced; undefined where the shipped part applies. */
interface CalendarParts {
  readonly holidays?: readonly Holiday[]
  readonly hours?: HoursByExchange
}

/** The names of these parts in the database. */
export type CalendarPart = keyof CalendarParts

/** An invalid calendar. The message says where it is and what is wrong. */
export class BadCalendar extends Error {
  override readonly name = 'BadCalendar'
}

const HourRange = strictObject({
  from: Type.Integer({ minimum: 0, maximum: 1_440 }),
  to: Type.Integer({ minimum: 0, maximum: 1_440 }),
})
const ranges = Type.Array(HourRange, { maxItems: 12 })
const ExchangeHoursSchema = strictObject({
  platform: ranges,
  exchange: ranges,
  matching: ranges,
  afterHours: ranges,
})
const HoursSchema = strictObject({
  XTKS: ExchangeHoursSchema,
  XNGO: ExchangeHoursSchema,
  XFKA: ExchangeHoursSchema,
  XSAP: ExchangeHoursSchema,
})
const CalendarSchema = strictObject({
  name: Type.String(),
  weekends: Type.Boolean(),
  holidays: Type.Array(Type.String()),
  hours: HoursSchema,
})
const HolidaysSchema = Type.Array(
  strictObject({ date: Type.String(), name: Type.String(), localName: Type.String() }),
)

/** Whether a text is an existing date in ISO form: 30 February is not. */
export const isDate = (text: string): boolean => !Number.isNaN(dayOfDate(text))

/** What is wrong with a list of dates; null if all are dates in ascending order. */
function datesFault(dates: readonly string[]): string | null {
  const wrong = dates.find((date) => !isDate(date))
  if (wrong !== undefined) return `'${wrong}' is not a date`
  const early = dates.find((date, index) => index > 0 && date <= (dates[index - 1] ?? ''))
  return early === undefined ? null : `${early} is not after the date before it`
}

function allHoursFault(hours: Static<typeof HoursSchema>): string | null {
  for (const exchange of exchanges) {
    const fault = hoursFault(hours[exchange])
    if (fault) return `${exchange}: ${fault}`
  }
  return null
}

/** Parses JSON and validates it by the schema and `faultOf`. Throws BadCalendar. */
function parseValid<S extends TSchema>(
  source: string,
  schema: S,
  json: string,
  faultOf: (value: Static<S>) => string | null,
): Static<S> {
  const value = parseJson(source, json)
  if (!Check(schema, value)) throw new BadCalendar(`${source}: not in the expected format`)
  const fault = faultOf(value as Static<S>)
  if (fault) throw new BadCalendar(`${source}: ${fault}`)
  return value as Static<S>
}

function parseJson(source: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new BadCalendar(`${source}: not JSON`)
  }
}

/** Parses a calendar. Throws BadCalendar, naming `source`, if a date or a range of hours is invalid. */
export const parseCalendar = (source: string, json: string): Calendar =>
  parseValid(source, CalendarSchema, json, (read) => datesFault(read.holidays) ?? allHoursFault(read.hours))

/** The shipped calendar, without the operators' changes. */
export async function shippedCalendar(name: Config['calendar']): Promise<Calendar> {
  const file = `calendar-${name}.json`
  return parseCalendar(file, await readFile(new URL(`../../data/${file}`, import.meta.url), 'utf8'))
}

/** The parts that operators have set. Throws BadCalendar if a stored part is invalid. */
export async function readCalendarParts(db: Kysely<Database>): Promise<CalendarParts> {
  const rows = await db.selectFrom('calendar_part').selectAll().execute()
  const bodies = new Map(rows.map(({ name, body }) => [name, body]))
  const [holidays, hours] = [bodies.get('holidays'), bodies.get('hours')]
  return {
    ...(holidays === undefined ? {} : { holidays: holidaysIn(holidays) }),
    ...(hours === undefined
      ? {}
      : {
          hours: withFixedKeyOrder(
            parseValid('The hours in the database', HoursSchema, hours, allHoursFault),
          ),
        }),
  }
}

const holidaysIn = (json: string): readonly Holiday[] =>
  parseValid('The holidays in the database', HolidaysSchema, json, (read) =>
    datesFault(read.map(({ date }) => date)),
  )

/** Uses a fixed key order, because calendars are compared as JSON and a difference becomes a command. */
function withFixedKeyOrder(hours: HoursByExchange): HoursByExchange {
  const ordered = ({ platform, exchange, matching, afterHours }: ExchangeHours): ExchangeHours => ({
    platform,
    exchange,
    matching,
    afterHours,
  })
  return Object.fromEntries(exchanges.map((each) => [each, ordered(hours[each])])) as Record<
    Exchange,
    ExchangeHours
  >
}

/** The calendar with the operators' parts in place of its own. */
export const withCalendarParts = (calendar: Calendar, { holidays, hours }: CalendarParts): Calendar => ({
  name: calendar.name,
  weekends: calendar.weekends,
  holidays: holidays ? holidays.map(({ date }) => date) : calendar.holidays,
  hours: hours ?? calendar.hours,
})

/**
 * The current calendar: the shipped one with the operators' parts. Operators can change only the `jpx` calendar,
 * not the one that is always open. Throws BadCalendar.
 */
export async function readCalendar(db: Kysely<Database>, name: Config['calendar']): Promise<Calendar> {
  const shipped = await shippedCalendar(name)
  return name === 'jpx' ? withCalendarParts(shipped, await readCalendarParts(db)) : shipped
}

const calendarSetting = 'calendar'

/** Stores which calendar the server uses, so that admin commands can read it while the server is down. */
export async function storeCalendarName(db: Kysely<Database>, value: Config['calendar']): Promise<void> {
  if ((await calendarInUse(db)) === value) return
  await db
    .insertInto('setting')
    .values({ name: calendarSetting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The calendar that the server uses, or used when it last ran; null before its first start. */
export async function calendarInUse(db: Kysely<Database>): Promise<Config['calendar'] | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', calendarSetting)
    .executeTakeFirst()
  return row?.value === 'jpx' || row?.value === 'always-open' ? row.value : null
}
