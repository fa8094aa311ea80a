import type { Calendar, ExchangeHours } from '@aitai/engine/calendar/calendar.ts'
import { type Exchange, exchanges } from '@aitai/engine/calendar/calendar.ts'
import { platformIsOpen } from '@aitai/engine/calendar/hours.ts'
import {
  type HoursByExchange,
  readCalendarParts,
  shippedCalendar,
  withCalendarParts,
} from '../../reference/calendar.ts'
import {
  formatRanges,
  type HourList,
  hourLists,
  hoursFault,
  hoursWarnings,
  parseRanges,
} from '../../reference/hours.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminResult,
  cleanReason,
  countReferenceChange,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import {
  calendarWarnings,
  compareSessions,
  type SessionsBeforeAndAfter,
  storeCalendarPart,
  zoneFault,
} from './calendar-changes.ts'

/** Lists as `parseRanges` reads them; what is not given stays. */
export type NewHours = { readonly [L in HourList]?: string }

export interface HoursChange extends NewHours {
  /** Which exchange, or all of them. */
  readonly of: Exchange | 'ALL'
  /** Changes them; else it only shows what would be. */
  readonly yes?: boolean
  /** Why; needed to change them. */
  readonly reason?: string
  /** Where the operator is, such as America/New_York. */
  readonly zone: string
}

const lists = Object.keys(hourLists) as HourList[]

/** The hours of an exchange as people write them. */
const written = (hours: ExchangeHours): Record<HourList, string> => ({
  platform: formatRanges(hours.platform),
  exchange: formatRanges(hours.exchange),
  matching: formatRanges(hours.matching),
  afterHours: formatRanges(hours.afterHours),
})

const chosen = (of: Exchange | 'ALL'): readonly Exchange[] => (of === 'ALL' ? exchanges : [of])

const invalid = (message: string): { readonly refusal: AdminRefusal } => ({
  refusal: { code: 'HOURS_INVALID', message },
})

/** An exchange's hours with those that are given in place of its own. */
function changed(before: ExchangeHours, given: NewHours): ExchangeHours | string {
  const after: Record<HourList, ExchangeHours[HourList]> = { ...before }
  for (const list of lists) {
    const text = given[list]
    if (text === undefined) continue
    const ranges = parseRanges(text)
    if (typeof ranges === 'string') return `${hourLists[list]}: ${ranges}`
    after[list] = ranges
  }
  return hoursFault(after) ?? after
}

/** All hours after a change, or why they cannot be. */
function hoursAfter(
  before: HoursByExchange,
  asked: HoursChange,
): HoursByExchange | { readonly refusal: AdminRefusal } {
  if (lists.every((list) => asked[list] === undefined)) return invalid('No hours are given.')
  const hours: Record<Exchange, ExchangeHours> = { ...before }
  for (const exchange of chosen(asked.of)) {
    const after = changed(before[exchange], asked)
    if (typeof after === 'string') return invalid(`${exchange}: ${after}.`)
    hours[exchange] = after
  }
  return hours
}

/** What changes for one exchange: its lists as they are written, and the next sessions of each. */
interface ExchangeChange {
  readonly exchange: Exchange
  readonly before: Record<HourList, string>
  readonly after: Record<HourList, string>
  readonly changed: readonly HourList[]
  /** Of matching, and of every list that changes. */
  readonly sessions: { readonly [L in HourList]?: SessionsBeforeAndAfter }
  readonly warnings: readonly string[]
}

type Calendars = Readonly<Record<'before' | 'after', Calendar>>

function changeOf(calendars: Calendars, exchange: Exchange, at: number, zone: string): ExchangeChange {
  const [was, is] = [calendars.before.hours[exchange], calendars.after.hours[exchange]]
  const [before, after] = [written(was), written(is)]
  const changed = lists.filter((list) => before[list] !== after[list])
  const told = lists.filter((list) => list === 'matching' || changed.includes(list))
  const sessions = told.map((list) => [list, compareSessions(calendars, exchange, list, at, zone)] as const)
  const [wasOpen, isOpen] = [calendars.before, calendars.after].map((each) =>
    platformIsOpen(each, exchange, at),
  )
  const turns = wasOpen === isOpen ? [] : [`the platform ${isOpen ? 'opens' : 'closes'} at once`]
  return {
    exchange,
    before,
    after,
    changed,
    sessions: Object.fromEntries(sessions),
    warnings: [...turns, ...hoursWarnings(is)],
  }
}

/**
 * Shows what hours of an exchange, or of all, would be, with the next ten sessions before and after; with
 * `yes` puts them into force at once. Adverts that were sent keep the end they were given: their owners were
 * told it. Hours that cannot be worked by are refused.
 */
export async function setHours(office: AdminContext, asked: HoursChange): Promise<AdminReply> {
  const reason = asked.yes ? cleanReason(asked.reason ?? '') : ''
  if (reason === null) return missingReason
  const fault = zoneFault(asked.zone)
  if (fault) return fault
  const shipped = await shippedCalendar('jpx')
  const at = office.now()
  const outcome = await office.db.transaction().execute(async (trx) => {
    const before = withCalendarParts(shipped, await readCalendarParts(trx))
    const hours = hoursAfter(before.hours, asked)
    if ('refusal' in hours) return hours
    const calendars = { before, after: { ...before, hours } }
    const changes = chosen(asked.of).map((exchange) => changeOf(calendars, exchange, at, asked.zone))
    const applied = asked.yes === true && changes.some((each) => each.changed.length > 0)
    if (applied) {
      await storeCalendarPart(trx, 'hours', hours)
      const details = { changes: changes.map(({ exchange, before, after }) => ({ exchange, before, after })) }
      await recordAdminEvent(trx, office, { action: 'hoursSet', subject: asked.of, reason, details })
      await countReferenceChange(trx)
    }
    return { changes, applied }
  })
  if ('refusal' in outcome) return outcome
  if (outcome.applied) await office.referenceChanged()
  const warnings = [
    ...(await calendarWarnings(office.db)),
    'Adverts that were sent before keep the end they were given.',
  ]
  return adminResult({ zone: asked.zone, exchanges: outcome.changes, warnings, applied: outcome.applied })
}

/** The hours in force of an exchange, or of all, with ten sessions of matching and of the exchange. */
export async function showHours(
  { db, now }: AdminContext,
  asked: Pick<HoursChange, 'of' | 'zone'>,
): Promise<AdminReply> {
  const fault = zoneFault(asked.zone)
  if (fault) return fault
  const parts = await readCalendarParts(db)
  const calendar = withCalendarParts(await shippedCalendar('jpx'), parts)
  const same = { before: calendar, after: calendar }
  const of = (exchange: Exchange, list: HourList) =>
    compareSessions(same, exchange, list, now(), asked.zone).after
  return adminResult({
    source: parts.hours ? 'set' : 'shipped',
    zone: asked.zone,
    exchanges: chosen(asked.of).map((exchange) => ({
      exchange,
      hours: written(calendar.hours[exchange]),
      sessions: { matching: of(exchange, 'matching'), exchange: of(exchange, 'exchange') },
    })),
    warnings: await calendarWarnings(db),
  })
}
