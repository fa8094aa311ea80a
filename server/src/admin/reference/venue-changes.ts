import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import {
  dateOfDay,
  dayOfDate,
  isTradingDay,
  startOfTradingDay,
  tradingDay,
} from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { calendarInUse, isDate, readCalendar } from '../../reference/calendar.ts'
import {
  changesFault,
  formatSetting,
  limitsWith,
  parseSetting,
  readVenueChanges,
  settingIn,
  settingNamed,
  settingsOn,
  type VenueChange,
  type VenueSetting,
  valueFault,
  venueSettings,
} from '../../reference/venue-settings.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  countReferenceChange,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'

/** A setting before and after a change, as operators write it. */
interface SettingChange {
  readonly name: string
  readonly before: string
  readonly after: string
}

export interface ScheduledChange {
  /** The trading day from whose start it applies, an ISO date in Tokyo. */
  readonly from: string
  readonly changes: readonly SettingChange[]
}

interface SettingShown {
  readonly name: string
  readonly value: string
  readonly default: string
  readonly min: string
  readonly max: string
  readonly meaning: string
}

export interface VenueShown {
  /** Today in Tokyo. */
  readonly today: string
  /** The day from which a change holds unless another one is given. */
  readonly next: string
  readonly settings: readonly SettingShown[]
  readonly scheduled: readonly ScheduledChange[]
}

const invalid = (message: string): { readonly refusal: AdminRefusal } =>
  adminRefusal('VENUE_INVALID', message)

/** The value of a setting on a day, in the unit of the limits. */
export const valueOn = (changes: readonly VenueChange[], day: number, name: string): number =>
  settingIn(limitsWith(defaultLimits, settingsOn(changes, day)), name)

/** A change with the values of the day before it and of its own day. */
function changeShown(changes: readonly VenueChange[], { day, values }: VenueChange): ScheduledChange {
  const written = (name: string, on: number): string =>
    formatSetting(settingNamed(name) as VenueSetting, valueOn(changes, on, name))
  return {
    from: dateOfDay(day),
    changes: Object.keys(values).map((name) => ({
      name,
      before: written(name, day - 1),
      after: written(name, day),
    })),
  }
}

const scheduledAfter = (changes: readonly VenueChange[], today: number): readonly ScheduledChange[] =>
  changes.filter(({ day }) => day > today).map((change) => changeShown(changes, change))

/** The settings in force today, with their defaults and ranges, and what is scheduled. */
export async function showVenue({ db, now }: AdminContext): Promise<AdminReply> {
  const changes = await readVenueChanges(db, defaultLimits)
  const today = tradingDay(now())
  const next = nextTradingDay(await venueCalendar(db), today)
  const settings = venueSettings.map((setting) => ({
    name: setting.name,
    value: formatSetting(setting, valueOn(changes, today, setting.name)),
    default: formatSetting(setting, settingIn(defaultLimits, setting.name)),
    min: formatSetting(setting, setting.min),
    max: formatSetting(setting, setting.max),
    meaning: setting.meaning,
  }))
  const scheduled = scheduledAfter(changes, today)
  return adminResult({
    today: dateOfDay(today),
    next: dateOfDay(next),
    settings,
    scheduled,
  } satisfies VenueShown)
}

interface NewVenueSettings {
  /** By name, as text with its unit, or 'default'. */
  readonly values: Readonly<Record<string, string>>
  /** A later trading day, as an ISO date in Tokyo; the next one if omitted. */
  readonly from?: string
  readonly reason: string
}

/**
 * Changes venue settings from the start of the next trading day, or of a later one. Refuses unknown names,
 * values out of range, and values that do not fit together on that day or on a later one with a change.
 */
export async function setVenue(admin: AdminContext, request: NewVenueSettings): Promise<AdminReply> {
  const requested = await requestedChange(admin, request)
  if ('refusal' in requested) return requested
  const { reason, today, day } = requested
  const outcome = await admin.db.transaction().execute(async (trx) => {
    const planned = await plannedChange(trx, requested)
    if ('refusal' in planned) return planned
    const { before, after } = planned
    const changes = differences(before, after, day)
    if (changes.length > 0) {
      await storeDay(trx, after, day)
      const details = { from: dateOfDay(day), changes }
      await recordAdminEvent(trx, admin, {
        action: 'venueScheduled',
        subject: dateOfDay(day),
        reason,
        details,
      })
      await countReferenceChange(trx)
    }
    return { changes, scheduled: scheduledAfter(after, today) }
  })
  if ('refusal' in outcome) return outcome
  await admin.referenceChanged()
  return adminResult({ from: dateOfDay(day), ...outcome })
}

/** What a change would make of the schedule, or the refusal. */
export async function previewVenue(admin: AdminContext, request: NewVenueSettings) {
  const requested = await requestedChange(admin, request)
  if ('refusal' in requested) return requested
  const planned = await plannedChange(admin.db, requested)
  return 'refusal' in planned
    ? planned
    : { ...planned, from: dateOfDay(requested.day), today: requested.today }
}

async function requestedChange(admin: AdminContext, request: NewVenueSettings) {
  const reason = cleanReason(request.reason)
  if (reason === null) return missingReason
  const values = parsedValues(request.values)
  if ('refusal' in values) return values
  const today = tradingDay(admin.now())
  const day = await firstDay(admin, today, request.from)
  return typeof day === 'number' ? { reason, today, day, given: values.given } : day
}

async function plannedChange(
  db: Kysely<Database>,
  { day, given }: { readonly day: number; readonly given: VenueChange['values'] },
) {
  const before = await readVenueChanges(db, defaultLimits)
  const after = withChange(before, day, given)
  const fault = changesFault(defaultLimits, after)
  return fault ? unchanged(fault) : { before, after }
}

/** The changes with these values on a day, without those that the setting already has then. */
function withChange(
  changes: readonly VenueChange[],
  day: number,
  given: VenueChange['values'],
): readonly VenueChange[] {
  const stored = changes.find((change) => change.day === day)
  const all = { day, values: { ...stored?.values, ...given } }
  const others = changes.filter((change) => change !== stored)
  const isChange = (name: string): boolean =>
    valueOn([...others, all], day, name) !== valueOn(others, day, name)
  const values = Object.fromEntries(Object.entries(all.values).filter(([name]) => isChange(name)))
  const rest = Object.keys(values).length === 0 ? others : [...others, { day, values }]
  return rest.toSorted((a, b) => a.day - b.day)
}

/** What a change of the schedule makes of the values on a day. */
function differences(
  before: readonly VenueChange[],
  after: readonly VenueChange[],
  day: number,
): readonly SettingChange[] {
  return venueSettings.flatMap((setting) => {
    const { name } = setting
    const [was, is] = [valueOn(before, day, name), valueOn(after, day, name)]
    if (was === is) return []
    return [{ name, before: formatSetting(setting, was), after: formatSetting(setting, is) }]
  })
}

const unchanged = (why: string) => invalid(`Nothing was changed: ${why}.`)

/** The values in the unit of the limits, null for the default; or a refusal that names every wrong one. */
function parsedValues(
  texts: NewVenueSettings['values'],
): { readonly given: VenueChange['values'] } | { readonly refusal: AdminRefusal } {
  const given: Record<string, number | null> = {}
  const faults: string[] = []
  for (const [name, text] of Object.entries(texts)) {
    const setting = settingNamed(name)
    const value = setting && text.trim() !== 'default' ? parseSetting(setting, text) : null
    if (!setting) faults.push(`there is no setting ${name}`)
    else if (text.trim() === 'default') given[name] = null
    else if (value === null) faults.push(`'${text}' is not ${valueForm[setting.unit]} for ${name}`)
    else {
      const fault = valueFault(name, value)
      if (fault) faults.push(fault)
      given[name] = value
    }
  }
  if (faults.length > 0) return unchanged(faults.join('; '))
  return Object.keys(given).length === 0 ? invalid('No settings are given.') : { given }
}

const valueForm: Readonly<Record<VenueSetting['unit'], string>> = {
  time: "a time such as '30 s' or '15 min'",
  'basis points': "a percentage such as '0.5 %'",
  number: 'a whole number',
}

const maxSearchDays = 400

/** The trading day from which a change applies, or a refusal. */
async function firstDay(
  { db }: AdminContext,
  today: number,
  from: string | undefined,
): Promise<number | { readonly refusal: AdminRefusal }> {
  const calendar = await venueCalendar(db)
  if (from === undefined) return nextTradingDay(calendar, today)
  if (!isDate(from)) return invalid(`'${from}' is not a date such as 2026-12-01.`)
  const day = dayOfDate(from)
  if (day <= today) return invalid(`${from} is not after today, ${dateOfDay(today)} in Tokyo.`)
  if (!isTradingDay(calendar, startOfTradingDay(day))) return invalid(`${from} is not a trading day.`)
  return day
}

const venueCalendar = async (db: Kysely<Database>): Promise<Calendar> =>
  readCalendar(db, (await calendarInUse(db)) ?? 'always-open')

function nextTradingDay(calendar: Calendar, today: number): number {
  for (let day = today + 1; day <= today + maxSearchDays; day += 1)
    if (isTradingDay(calendar, startOfTradingDay(day))) return day
  return today + 1
}

async function storeDay(
  trx: Transaction<Database>,
  changes: readonly VenueChange[],
  day: number,
): Promise<void> {
  await trx.deleteFrom('venue_change').where('day', '=', day).execute()
  const change = changes.find((each) => each.day === day)
  if (!change) return
  const row = { day, body: JSON.stringify(change.values) }
  await trx.insertInto('venue_change').values(row).execute()
}

interface ScheduleRequest {
  /** The day whose change is cancelled, as an ISO date in Tokyo; only lists if omitted. */
  readonly cancel?: string
  /** Required to cancel. */
  readonly reason?: string
}

/** Lists the scheduled changes, or cancels that of one day. A change that already applies cannot be cancelled. */
export async function scheduleVenue(admin: AdminContext, request: ScheduleRequest): Promise<AdminReply> {
  const today = tradingDay(admin.now())
  const { cancel } = request
  if (cancel === undefined) return adminResult({ scheduled: await listScheduled(admin.db, today) })
  const reason = cleanReason(request.reason ?? '')
  if (reason === null) return missingReason
  const outcome = await admin.db.transaction().execute(async (trx) => {
    const planned = await plannedCancellation(trx, cancel, today)
    if ('refusal' in planned) return planned
    const { before, after, change } = planned
    const cancelled = changeShown(before, change)
    await trx.deleteFrom('venue_change').where('day', '=', change.day).execute()
    const details = { ...cancelled }
    await recordAdminEvent(trx, admin, { action: 'venueCancelled', subject: cancelled.from, reason, details })
    await countReferenceChange(trx)
    return { cancelled, scheduled: scheduledAfter(after, today) }
  })
  if ('refusal' in outcome) return outcome
  await admin.referenceChanged()
  return adminResult(outcome)
}

/** What a cancellation would make of the schedule, or the refusal. `today` in days since 1970-01-01 in Tokyo. */
export async function plannedCancellation(db: Kysely<Database>, cancel: string, today: number) {
  const day = isDate(cancel) ? dayOfDate(cancel) : today
  const before = await readVenueChanges(db, defaultLimits)
  const change = before.find((each) => each.day === day && day > today)
  if (!change) return invalid(`No change is scheduled for ${cancel}.`)
  const after = before.filter((each) => each !== change)
  const fault = changesFault(defaultLimits, after)
  if (fault)
    return invalid(`Nothing was cancelled, because a later change would be wrong without it: ${fault}.`)
  return { before, after, change }
}

const listScheduled = async (db: Kysely<Database>, today: number): Promise<readonly ScheduledChange[]> =>
  scheduledAfter(await readVenueChanges(db, defaultLimits), today)
