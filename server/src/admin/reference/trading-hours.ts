import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { platformIsOpen } from '@aitai/engine/calendar/hours.ts'
import { type Calendar, type Exchange, type ExchangeHours, exchanges } from '@aitai/engine/model/calendar.ts'
import {
  type HoursByExchange,
  readCalendarParts,
  shippedCalendar,
  withCalendarParts,
} from '../../reference/calendar.ts'
import {
  formatHourList,
  type HourList,
  hourLists,
  hoursFault,
  hoursWarnings,
  parseHourList,
} from '../../reference/hours.ts'
import { remark } from '../../reference/remarks.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminResult,
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

/** Lists in the form of `parseHourList`; omitted ones stay unchanged. */
type NewHours = { readonly [L in HourList]?: string }

interface HoursChange extends NewHours {
  readonly of: Exchange | 'ALL'
  /** Applies the change; otherwise it is only shown. */
  readonly yes?: boolean
  /** Required to apply the change. */
  readonly reason?: string
  /** The operator's time zone, such as America/New_York. */
  readonly zone: string
}

const lists = Object.keys(hourLists) as HourList[]

/** The hours of an exchange as text. */
const written = (hours: ExchangeHours): Record<HourList, string> => ({
  platform: formatHourList(hours.platform),
  exchange: formatHourList(hours.exchange),
  matching: formatHourList(hours.matching),
  afterHours: formatHourList(hours.afterHours),
})

const chosen = (of: Exchange | 'ALL'): readonly Exchange[] => (of === 'ALL' ? exchanges : [of])

const invalid = (message: string): { readonly refusal: AdminRefusal } => ({
  refusal: { code: 'HOURS_INVALID', message },
})

/** An exchange's hours after a change, or what is wrong with them. */
function changed(before: ExchangeHours, given: NewHours): ExchangeHours | string {
  const after: Record<HourList, ExchangeHours[HourList]> = { ...before }
  for (const list of lists) {
    const text = given[list]
    if (text === undefined) continue
    const ranges = parseHourList(text)
    if (typeof ranges === 'string') return `${hourLists[list]}: ${ranges}`
    after[list] = ranges
  }
  return hoursFault(after) ?? after
}

/** All hours after a change, or a refusal. */
function hoursAfter(
  before: HoursByExchange,
  request: HoursChange,
): HoursByExchange | { readonly refusal: AdminRefusal } {
  if (lists.every((list) => request[list] === undefined)) return invalid('No hours are given.')
  const hours: Record<Exchange, ExchangeHours> = { ...before }
  for (const exchange of chosen(request.of)) {
    const after = changed(before[exchange], request)
    if (typeof after === 'string') return invalid(`${exchange}: ${after}.`)
    hours[exchange] = after
  }
  return hours
}

/** The change of one exchange: its lists before and after, with the next sessions. */
interface ExchangeChange {
  readonly exchange: Exchange
  readonly before: Record<HourList, string>
  readonly after: Record<HourList, string>
  readonly changed: readonly HourList[]
  /** The sessions of matching and of every list that changes. */
  readonly sessions: { readonly [L in HourList]?: SessionsBeforeAndAfter }
  readonly warnings: readonly Remark[]
}

type Calendars = Readonly<Record<'before' | 'after', Calendar>>

function changeOf(calendars: Calendars, exchange: Exchange, at: number, zone: string): ExchangeChange {
  const [was, is] = [calendars.before.hours[exchange], calendars.after.hours[exchange]]
  const [before, after] = [written(was), written(is)]
  const changed = lists.filter((list) => before[list] !== after[list])
  const shownLists = lists.filter((list) => list === 'matching' || changed.includes(list))
  const sessions = shownLists.map(
    (list) => [list, compareSessions(calendars, exchange, list, at, zone)] as const,
  )
  const [wasOpen, isOpen] = [calendars.before, calendars.after].map((each) =>
    platformIsOpen(each, exchange, at),
  )
  const openings = wasOpen === isOpen ? [] : [remark(isOpen ? 'OPENS_NOW' : 'CLOSES_NOW')]
  return {
    exchange,
    before,
    after,
    changed,
    sessions: Object.fromEntries(sessions),
    warnings: [...openings, ...hoursWarnings(is)],
  }
}

/**
 * Shows the hours of one or all exchanges after a change, with the next ten sessions before and after; applies
 * the change at once if `yes` is set. Existing adverts keep the expiry that their owners were shown. Refuses
 * invalid hours.
 */
export async function setHours(admin: AdminContext, request: HoursChange): Promise<AdminReply> {
  const reason = request.yes ? cleanReason(request.reason ?? '') : ''
  if (reason === null) return missingReason
  const fault = zoneFault(request.zone)
  if (fault) return fault
  const shipped = await shippedCalendar('jpx')
  const at = admin.now()
  const outcome = await admin.db.transaction().execute(async (trx) => {
    const before = withCalendarParts(shipped, await readCalendarParts(trx))
    const hours = hoursAfter(before.hours, request)
    if ('refusal' in hours) return hours
    const calendars = { before, after: { ...before, hours } }
    const changes = chosen(request.of).map((exchange) => changeOf(calendars, exchange, at, request.zone))
    const applied = request.yes === true && changes.some((each) => each.changed.length > 0)
    if (applied) {
      await storeCalendarPart(trx, 'hours', hours)
      const details = { changes: changes.map(({ exchange, before, after }) => ({ exchange, before, after })) }
      await recordAdminEvent(trx, admin, { action: 'hoursSet', subject: request.of, reason, details })
      await countReferenceChange(trx)
    }
    return { changes, applied }
  })
  if ('refusal' in outcome) return outcome
  if (outcome.applied) await admin.referenceChanged()
  const warnings = [...(await calendarWarnings(admin.db)), remark('ADVERTS_KEEP_END')]
  return adminResult({ zone: request.zone, exchanges: outcome.changes, warnings, applied: outcome.applied })
}

/** The current hours of one or all exchanges, with ten sessions each of matching and of the exchange. */
export async function showHours(
  { db, now }: AdminContext,
  request: Pick<HoursChange, 'of' | 'zone'>,
): Promise<AdminReply> {
  const fault = zoneFault(request.zone)
  if (fault) return fault
  const parts = await readCalendarParts(db)
  const calendar = withCalendarParts(await shippedCalendar('jpx'), parts)
  const same = { before: calendar, after: calendar }
  const of = (exchange: Exchange, list: HourList) =>
    compareSessions(same, exchange, list, now(), request.zone).after
  return adminResult({
    source: parts.hours ? 'set' : 'shipped',
    zone: request.zone,
    exchanges: chosen(request.of).map((exchange) => ({
      exchange,
      hours: written(calendar.hours[exchange]),
      sessions: { matching: of(exchange, 'matching'), exchange: of(exchange, 'exchange') },
    })),
    warnings: await calendarWarnings(db),
  })
}
