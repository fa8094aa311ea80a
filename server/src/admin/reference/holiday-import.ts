import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import {
  type Holiday,
  readCalendarParts,
  shippedCalendar,
  withCalendarParts,
} from '../../reference/calendar.ts'
import {
  holidayConcerns,
  holidaysAsCsv,
  isWeekend,
  parseHolidays,
  shippedHolidays,
  yearsOf,
} from '../../reference/holidays.ts'
import { remark } from '../../reference/remarks.ts'
import { weekdayOf } from '../../reference/trading-sessions.ts'
import {
  type AdminContext,
  type AdminReply,
  adminResult,
  countReferenceChange,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { calendarWarnings, compareSessions, storeCalendarPart, zoneFault } from './calendar-changes.ts'
import { confirmationRefusal, readOperatorFile } from './operator-file.ts'

interface HolidayImportRequest {
  /** CSV with date, name and optionally localName, in base64. */
  readonly file: string
  /** Required unless it is a dry run. */
  readonly reason?: string
  /** The operator's time zone, such as America/New_York. */
  readonly zone: string
  /** Shows what would change without changing it. */
  readonly dryRun?: boolean
  /** Confirms likely mistakes. */
  readonly yes?: boolean
}

interface HolidayDifference {
  readonly added: readonly Holiday[]
  readonly removed: readonly Holiday[]
  readonly renamed: readonly { readonly before: Holiday; readonly after: Holiday }[]
  readonly unchanged: number
}

function differenceOf(before: readonly Holiday[], after: readonly Holiday[]): HolidayDifference {
  const [were, are] = [before, after].map((list) => new Map(list.map((each) => [each.date, each])))
  const renamed = after.flatMap((each) => {
    const was = were?.get(each.date)
    return was && (was.name !== each.name || was.localName !== each.localName)
      ? [{ before: was, after: each }]
      : []
  })
  const added = after.filter(({ date }) => !were?.has(date))
  return {
    added,
    removed: before.filter(({ date }) => !are?.has(date)),
    renamed,
    unchanged: after.length - added.length - renamed.length,
  }
}

/** A file that drops more than this share of the future holidays was probably truncated. */
const maxLossWithoutConfirmation = 0.1

/** Likely mistakes in a list of holidays. */
function concernsOf(
  { added, removed }: HolidayDifference,
  before: readonly Holiday[],
  after: readonly Holiday[],
  today: string,
): readonly Remark[] {
  const isFuture = ({ date }: Holiday): boolean => date >= today
  const [lost, known] = [removed.filter(isFuture).length, before.filter(isFuture).length]
  const concerns: Remark[] = []
  if (lost > known * maxLossWithoutConfirmation) concerns.push(remark('HOLIDAYS_DROPPED', { lost, known }))
  if (!after.some(isFuture)) concerns.push(remark('HOLIDAYS_OVER'))
  const changesToday = (list: readonly Holiday[]): boolean =>
    !isWeekend(today) && list.some(({ date }) => date === today)
  if (changesToday(added)) concerns.push(remark('HOLIDAY_TODAY', { date: today }))
  if (changesToday(removed)) concerns.push(remark('NO_HOLIDAY_TODAY', { date: today }))
  return [...concerns, ...holidayConcerns(after, today)]
}

const shown = (each: Holiday) => ({ ...each, weekday: weekdayOf(each.date) })

/**
 * Replaces the holidays by those of a file, all or nothing, and shows the next ten sessions before and after.
 * Refuses an invalid line, and without confirmation a likely mistake. Idempotent. Existing adverts keep their
 * expiry.
 */
export async function importHolidays(
  admin: AdminContext,
  request: HolidayImportRequest,
): Promise<AdminReply> {
  const reason = request.dryRun ? '' : cleanReason(request.reason ?? '')
  if (reason === null) return missingReason
  const file = await readOperatorFile(request.file, 'HOLIDAYS_INVALID', parseHolidays)
  if ('refusal' in file) return file
  const fault = zoneFault(request.zone)
  if (fault) return fault
  const [after, at] = [file.content, admin.now()]
  const shipped = { calendar: await shippedCalendar('jpx'), holidays: await shippedHolidays() }
  const outcome = await admin.db.transaction().execute(async (trx) => {
    const parts = await readCalendarParts(trx)
    const before = parts.holidays ?? shipped.holidays
    const difference = differenceOf(before, after)
    const concerns = concernsOf(difference, before, after, tokyoDate(at))
    const refusal = confirmationRefusal('HOLIDAYS_UNMEANT', concerns, request)
    const { added, removed, renamed } = difference
    const applied = !request.dryRun && !refusal && added.length + removed.length + renamed.length > 0
    if (applied) {
      await storeCalendarPart(trx, 'holidays', after)
      const counts = { added: added.length, removed: removed.length, renamed: renamed.length }
      const details = { sha256: file.sha256, total: after.length, ...counts, meant: request.yes ?? false }
      await recordAdminEvent(trx, admin, { action: 'holidaysImported', reason, details })
      await countReferenceChange(trx)
    }
    return { parts, difference, concerns, refusal, applied }
  })
  const { parts, difference, concerns, refusal, applied } = outcome
  if (refusal) return { refusal }
  if (applied) await admin.referenceChanged()
  const calendars = {
    before: withCalendarParts(shipped.calendar, parts),
    after: withCalendarParts(shipped.calendar, { ...parts, holidays: after }),
  }
  const sessions = compareSessions(calendars, 'XTKS', 'matching', at, request.zone)
  const rest = { concerns, warnings: await calendarWarnings(admin.db), zone: request.zone, sessions, applied }
  return adminResult({ ...differenceShown(difference, after), ...rest })
}

const differenceShown = (
  { added, removed, renamed, unchanged }: HolidayDifference,
  all: readonly Holiday[],
) => ({
  years: yearsOf(all),
  total: all.length,
  onWeekends: all.filter(({ date }) => isWeekend(date)).length,
  added: added.map(shown),
  removed: removed.map(shown),
  renamed: renamed.map(({ before, after }) => ({
    date: after.date,
    name: [before.name, after.name],
    localName: [before.localName, after.localName],
  })),
  unchanged,
})

/** The current holidays, also as CSV that can be edited and imported. */
export async function listHolidays({ db }: AdminContext): Promise<AdminReply> {
  const { holidays } = await readCalendarParts(db)
  const list = holidays ?? (await shippedHolidays())
  return adminResult({
    source: holidays ? 'imported' : 'shipped',
    years: yearsOf(list),
    warnings: await calendarWarnings(db),
    holidays: list.map(shown),
    csv: holidaysAsCsv(list),
  })
}
