import { readFile } from 'node:fs/promises'
import type { Calendar, ExchangeHours } from '@aitai/engine/calendar/calendar.ts'
import { type Exchange, exchanges } from '@aitai/engine/calendar/calendar.ts'
import type { Kysely } from 'kysely'
import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Config } from '../config.ts'
import type { Database } from '../database/schema.ts'
import { hoursFault } from './hours.ts'

/** A day on which the exchanges are closed. Names are for people; where none is known they are empty. */
export interface Holiday {
  /** ISO date in Tokyo. */
  readonly date: string
  readonly name: string
  readonly localName: string
}

/** The hours of each exchange. */
export type HoursByExchange = Calendar['hours']

/** What operators have set in place of what is shipped; undefined where they set nothing. */
export interface CalendarParts {
  readonly holidays?: readonly Holiday[]
  readonly hours?: HoursByExchange
}

/** The parts of the calendar that operators set, by their names in the table. */
export type CalendarPart = keyof CalendarParts

/** A calendar that cannot be worked by: where it is, and what is wrong. */
export class BadCalendar extends Error {}

const strict = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const HourRange = strict({
  from: Type.Integer({ minimum: 0, maximum: 1_440 }),
  to: Type.Integer({ minimum: 0, maximum: 1_440 }),
})
const ranges = Type.Array(HourRange, { maxItems: 12 })
const ExchangeHoursSchema = strict({
  platform: ranges,
  exchange: ranges,
  matching: ranges,
  afterHours: ranges,
})
const HoursSchema = strict({
  XTKS: ExchangeHoursSchema,
  XNGO: ExchangeHoursSchema,
  XFKA: ExchangeHoursSchema,
  XSAP: ExchangeHoursSchema,
})
const CalendarSchema = strict({
  name: Type.String(),
  weekends: Type.Boolean(),
  holidays: Type.Array(Type.String()),
  hours: HoursSchema,
})
const HolidaysSchema = Type.Array(
  strict({ date: Type.String(), name: Type.String(), localName: Type.String() }),
)

/** Whether a text is a date of the calendar, written as ISO has it: 30 February is none. */
export function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** What is wrong with a list of dates, in words; null if each is a date and they are in order. */
function datesFault(dates: readonly string[]): string | null {
  const wrong = dates.find((date) => !isDate(date))
  if (wrong !== undefined) return `'${wrong}' is not a date`
  const early = dates.find((date, place) => place > 0 && date <= (dates[place - 1] ?? ''))
  return early === undefined ? null : `${early} is not after the date before it`
}

function allHoursFault(hours: Static<typeof HoursSchema>): string | null {
  for (const exchange of exchanges) {
    const fault = hoursFault(hours[exchange])
    if (fault) return `${exchange}: ${fault}`
  }
  return null
}

/** Something read from JSON, once it is of the schema and nothing is wrong with it. Throws BadCalendar. */
function judged<S extends TSchema>(
  what: string,
  schema: S,
  json: string,
  faultOf: (value: Static<S>) => string | null,
): Static<S> {
  const value = parsed(what, json)
  if (!Check(schema, value)) throw new BadCalendar(`${what}: not of the form that is expected`)
  const fault = faultOf(value as Static<S>)
  if (fault) throw new BadCalendar(`${what}: ${fault}`)
  return value as Static<S>
}

function parsed(what: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new BadCalendar(`${what}: not JSON`)
  }
}

/** A calendar from its JSON. Throws BadCalendar, naming `what`, unless every date and every range is one. */
export const parseCalendar = (what: string, json: string): Calendar =>
  judged(what, CalendarSchema, json, (read) => datesFault(read.holidays) ?? allHoursFault(read.hours))

/** The calendar that is shipped, without what operators have set. */
export async function shippedCalendar(name: Config['calendar']): Promise<Calendar> {
  const file = `calendar-${name}.json`
  return parseCalendar(file, await readFile(new URL(`../../data/${file}`, import.meta.url), 'utf8'))
}

/** What operators have set. Throws BadCalendar for a part that somebody has changed to what it cannot be. */
export async function readCalendarParts(db: Kysely<Database>): Promise<CalendarParts> {
  const rows = await db.selectFrom('calendar_part').selectAll().execute()
  const bodies = new Map(rows.map(({ name, body }) => [name, body]))
  const [holidays, hours] = [bodies.get('holidays'), bodies.get('hours')]
  return {
    ...(holidays === undefined ? {} : { holidays: holidaysIn(holidays) }),
    ...(hours === undefined
      ? {}
      : { hours: inOrder(judged('The hours in the database', HoursSchema, hours, allHoursFault)) }),
  }
}

const holidaysIn = (json: string): readonly Holiday[] =>
  judged('The holidays in the database', HolidaysSchema, json, (read) =>
    datesFault(read.map(({ date }) => date)),
  )

/** Always in the same order, because the engine is told of a calendar that is written otherwise. */
function inOrder(hours: HoursByExchange): HoursByExchange {
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

/** A calendar with the parts that operators have set in place of its own. */
export const withCalendarParts = (calendar: Calendar, { holidays, hours }: CalendarParts): Calendar => ({
  name: calendar.name,
  weekends: calendar.weekends,
  holidays: holidays ? holidays.map(({ date }) => date) : calendar.holidays,
  hours: hours ?? calendar.hours,
})

/**
 * The calendar in force: what is shipped, with what operators have set. Theirs is the `jpx` calendar: the one
 * that never closes stays as it is. Throws BadCalendar.
 */
export async function readCalendar(db: Kysely<Database>, name: Config['calendar']): Promise<Calendar> {
  const shipped = await shippedCalendar(name)
  return name === 'jpx' ? withCalendarParts(shipped, await readCalendarParts(db)) : shipped
}

const calendarSetting = 'calendar'

/** Writes down which calendar the server works by, so that the back office can tell without asking it. */
export async function storeCalendarName(db: Kysely<Database>, value: Config['calendar']): Promise<void> {
  if ((await calendarInUse(db)) === value) return
  await db
    .insertInto('setting')
    .values({ name: calendarSetting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Which calendar the server works by, or did when it last ran; null before its first start. */
export async function calendarInUse(db: Kysely<Database>): Promise<Config['calendar'] | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', calendarSetting)
    .executeTakeFirst()
  return row?.value === 'jpx' || row?.value === 'always-open' ? row.value : null
}
