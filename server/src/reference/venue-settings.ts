import { percentOf } from '@aitai/engine/adverts/percent.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** How the value of a setting is written. Values are stored in the unit of `Limits`. */
type SettingUnit = 'time' | 'basis points' | 'number'

export interface VenueSetting {
  readonly name: string
  readonly unit: SettingUnit
  readonly min: number
  readonly max: number
  /** What it does, for operators. */
  readonly meaning: string
  /** Which values protect more; null if the setting is no defence. 'low, not 0' where 0 stands for any number. */
  readonly protects: Protection
}

type Protection = 'high' | 'low' | 'low, not 0' | null

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const setting = (
  name: string,
  unit: SettingUnit,
  min: number,
  max: number,
  meaning: string,
): VenueSetting => ({ name, unit, min, max, meaning, protects: protections[name] ?? null })

/**
 * The defences against probing and against ratings that are not earned. The time to answer a locate and the number of
 * events in a rating are none: either direction may suit a venue.
 */
const protections: Readonly<Record<string, Protection>> = {
  openLocatesPerTrader: 'low',
  minLiveMs: 'high',
  restAfterFailureMs: 'high',
  freshMarketMs: 'high',
  declineCooldownMs: 'high',
  timeoutCooldownMs: 'high',
  withdrawalCooldownMs: 'high',
  failuresToEndOfDay: 'low',
  excusedMoveBasisPoints: 'high',
  ratedEventsPerContra: 'low',
  'ageing.below': 'low',
  'ageing.tradingDays': 'high',
  'ageing.score': 'low',
  directionFlipMs: 'high',
  'probing.failuresPerSecurity': 'low',
  'probing.failedLocatesPerPair': 'low',
  'probing.failuresPerTrader': 'low',
  'probing.failuresPerFirm': 'low',
  'probing.restAfterRaiseMs': 'high',
  'probing.restAfterRaiseMaxMs': 'high',
  'probing.withdrawalsPerSecurity': 'low, not 0',
  'probing.withdrawalsPerFirm': 'low, not 0',
  'probing.openHandoversPerTrader': 'low, not 0',
}

/** Whether a defence is weaker with the second value than with the first. */
export function isWeakerValue(
  { protects }: Pick<VenueSetting, 'protects'>,
  now: number,
  then: number,
): boolean {
  const weight = (value: number): number => (protects === 'low, not 0' && value === 0 ? Infinity : value)
  if (protects === null) return false
  return protects === 'high' ? then < now : weight(then) > weight(now)
}

/**
 * The limits of docs/rules.md §3, §8, §14, §15 and §21, which the operator of a venue may set. A dot leads to a
 * part of a limit. Other limits cannot be set: the client, files and quote sources rely on them.
 */
export const venueSettings: readonly VenueSetting[] = [
  setting('openLocatesPerTrader', 'number', 1, 50, 'Open locates per trader at a time'),
  setting('minLiveMs', 'time', 0, minute, 'Time both IOIs must be live and unchanged before a locate'),
  setting(
    'restAfterFailureMs',
    'time',
    0,
    10 * minute,
    'Time an IOI must be unchanged if its institution failed a locate in the security that day',
  ),
  setting('freshMarketMs', 'time', 0, 10 * minute, 'Time quotes must be fresh before a locate'),
  setting('locateWindowMs', 'time', 10 * second, 2 * minute, 'Time to answer a locate'),
  setting('locateGraceMs', 'time', 0, 10 * second, 'Grace period for late answers to a locate'),
  setting('declineCooldownMs', 'time', 0, 8 * hour, 'Cooldown of two institutions after a decline'),
  setting('timeoutCooldownMs', 'time', 0, 8 * hour, 'Cooldown of two institutions after a timeout'),
  setting(
    'withdrawalCooldownMs',
    'time',
    0,
    8 * hour,
    'Cooldown of two institutions after a withdrawal without fault',
  ),
  setting(
    'failuresToEndOfDay',
    'number',
    1,
    100,
    'Failed locates in a security after which two institutions are kept apart until the end of the day',
  ),
  setting(
    'excusedMoveBasisPoints',
    'basis points',
    1,
    1_000,
    'Move against the decliner above which a decline is not scored',
  ),
  setting('ratedEvents', 'number', 5, 100, 'Newest scored events that make up a rating'),
  setting(
    'ratedEventsPerContra',
    'number',
    1,
    100,
    'Scored events in a rating from one contra institution, at most',
  ),
  setting('ageing.below', 'number', 1, 100, 'Rating below which ratings recover'),
  setting(
    'ageing.tradingDays',
    'number',
    1,
    250,
    'Trading days without a scored event before a rating recovers',
  ),
  setting('ageing.score', 'number', 1, 100, 'Score added when a rating recovers'),
  setting('directionFlipMs', 'time', 0, 8 * hour, 'Time after a locate in which a change of side is refused'),
  setting(
    'probing.failuresPerSecurity',
    'number',
    1,
    1_000,
    'Daily limit: failures of an institution in one security',
  ),
  setting(
    'probing.failedLocatesPerPair',
    'number',
    1,
    1_000,
    'Daily limit: failed locates between two institutions',
  ),
  setting('probing.failuresPerTrader', 'number', 1, 1_000, 'Daily limit: failures of a trader'),
  setting(
    'probing.failuresPerFirm',
    'number',
    1,
    1_000,
    'Daily limit: failures of an institution in all securities',
  ),
  setting(
    'probing.restAfterRaiseMs',
    'time',
    0,
    hour,
    'Rest after a larger quantity or a change of side, doubling each time that day (0 s: none)',
  ),
  setting(
    'probing.restAfterRaiseMaxMs',
    'time',
    0,
    8 * hour,
    'Longest rest after a larger quantity or a change of side',
  ),
  setting(
    'probing.withdrawalsPerSecurity',
    'number',
    0,
    1_000,
    'Daily limit: locates of an institution in one security withdrawn without fault (0: no limit)',
  ),
  setting(
    'probing.withdrawalsPerFirm',
    'number',
    0,
    1_000,
    'Daily limit: locates of an institution in all securities withdrawn without fault (0: no limit)',
  ),
  setting(
    'probing.openHandoversPerTrader',
    'number',
    0,
    1_000,
    'Agreements of a trader today not confirmed by the broker, at which locates stop (0: no limit)',
  ),
]

/** Values by name. */
type SettingValues = Readonly<Record<string, number>>

/** Settings that change at the start of a trading day; null for the default. */
export interface VenueChange {
  /** Days since 1970-01-01 in Tokyo. */
  readonly day: number
  readonly values: Readonly<Record<string, number | null>>
}

/** Invalid stored settings. The message says what is wrong. */
export class BadVenueSettings extends Error {
  override readonly name = 'BadVenueSettings'
}

export const settingNamed = (name: string): VenueSetting | undefined =>
  venueSettings.find((each) => each.name === name)

type Tree = Readonly<Record<string, unknown>>

/** The value of a setting in limits. */
export function settingIn(limits: Limits, name: string): number {
  const value = name.split('.').reduce<unknown>((tree, key) => (tree as Tree)[key], limits)
  if (typeof value !== 'number') throw new Error(`${name} is not a number in the limits`)
  return value
}

/** Limits with other values for some settings. Keeps the order of keys, because limits are compared as JSON. */
export const limitsWith = (limits: Limits, values: SettingValues): Limits =>
  Object.entries(values).reduce((before, [name, value]) => withValue(before, name.split('.'), value), limits)

function withValue<T extends object>(tree: T, [key = '', ...rest]: readonly string[], value: number): T {
  const inner = rest.length === 0 ? value : withValue((tree as Tree)[key] as object, rest, value)
  return { ...tree, [key]: inner }
}

/** The values on a trading day after all changes up to it, without those that are back at the default. */
export function settingsOn(changes: readonly VenueChange[], day: number): SettingValues {
  const values = new Map<string, number>()
  for (const change of changes.filter((each) => each.day <= day).toSorted((a, b) => a.day - b.day))
    for (const [name, value] of Object.entries(change.values))
      if (value === null) values.delete(name)
      else values.set(name, value)
  return Object.fromEntries(values)
}

/** What is wrong with a value on its own, or null. */
export function valueFault(name: string, value: number): string | null {
  const found = settingNamed(name)
  if (!found) return `there is no setting ${name}`
  if (Number.isSafeInteger(value) && value >= found.min && value <= found.max) return null
  return `${name} must be from ${formatSetting(found, found.min)} to ${formatSetting(found, found.max)}`
}

/** What is wrong with the values of limits together, or null. */
function combinationFault(limits: Limits): string | null {
  const { locateGraceMs, locateWindowMs, ratedEvents, ratedEventsPerContra, ageing, probing } = limits
  if (locateGraceMs >= locateWindowMs) return 'locateGraceMs must be shorter than locateWindowMs'
  if (ratedEventsPerContra > ratedEvents) return 'ratedEventsPerContra must not be larger than ratedEvents'
  if (ageing.score < ageing.below)
    return 'ageing.score must not be lower than ageing.below: ratings would not recover'
  if (limits.restAfterFailureMs < limits.minLiveMs)
    return 'restAfterFailureMs must not be shorter than minLiveMs'
  if (probing.restAfterRaiseMaxMs < probing.restAfterRaiseMs)
    return 'probing.restAfterRaiseMaxMs must not be shorter than probing.restAfterRaiseMs'
  if (probing.withdrawalsPerFirm > 0 && probing.withdrawalsPerSecurity > probing.withdrawalsPerFirm)
    return 'probing.withdrawalsPerFirm must not be below that of a security'
  if (Math.max(probing.failuresPerSecurity, probing.failuresPerTrader) > probing.failuresPerFirm)
    return 'probing.failuresPerFirm must not be below that of a security or a trader'
  return null
}

/** What is wrong with changes, on the day of each; null if every day is valid. */
export function changesFault(base: Limits, changes: readonly VenueChange[]): string | null {
  for (const { day, values } of changes) {
    for (const [name, value] of Object.entries(values)) {
      const fault = value === null ? unknownName(name) : valueFault(name, value)
      if (fault) return fault
    }
    const fault = combinationFault(limitsWith(base, settingsOn(changes, day)))
    if (fault) return fault
  }
  return null
}

const unknownName = (name: string): string | null =>
  settingNamed(name) ? null : `there is no setting ${name}`

/** All changes, past and scheduled, by day. Throws BadVenueSettings if they are not valid. */
export async function readVenueChanges(db: Kysely<Database>, base: Limits): Promise<readonly VenueChange[]> {
  const rows = await db.selectFrom('venue_change').selectAll().orderBy('day').execute()
  const changes = rows.map(({ day, body }) => ({ day, values: valuesIn(body) }))
  const fault = changesFault(base, changes)
  if (fault) throw new BadVenueSettings(`The venue settings in the database: ${fault}.`)
  return changes
}

function valuesIn(body: string): VenueChange['values'] {
  const values: unknown = parsed(body)
  const isTable = typeof values === 'object' && values !== null && !Array.isArray(values)
  if (isTable && Object.values(values).every((value) => value === null || typeof value === 'number'))
    return values as VenueChange['values']
  throw new BadVenueSettings('The venue settings in the database are not in the expected format.')
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** Returns the limits in force at a moment; the same object for the same day. */
export function limitsByDay(base: Limits, changes: readonly VenueChange[]): (at: number) => Limits {
  let last: { readonly day: number; readonly limits: Limits } | null = null
  return (at) => {
    const day = tradingDay(at)
    if (last?.day !== day) last = { day, limits: limitsWith(base, settingsOn(changes, day)) }
    return last.limits
  }
}

/** A value as operators read and write it: '30 s', '15 min', '0.5 %', '2'. */
export function formatSetting({ unit }: Pick<VenueSetting, 'unit'>, value: number): string {
  if (unit === 'number') return String(value)
  if (unit === 'basis points') return `${percentOf(value)} %`
  const [unitName, length] = [['h', hour] as const, ['min', minute] as const].find(
    ([, length]) => value >= length && value % length === 0,
  ) ?? ['s', second]
  return `${value / length} ${unitName}`
}

const timeUnits: Readonly<Record<string, number>> = {
  ms: 1,
  ...{ s: second, min: minute, h: hour },
  ...{ 秒: second, 分: minute, 時間: hour },
}

/**
 * Reads a value as an operator types it, also with Japanese units and full-width digits; null if it is not one. Units
 * are required, except for numbers.
 */
export function parseSetting({ unit }: Pick<VenueSetting, 'unit'>, text: string): number | null {
  const [, figure = '', given = ''] =
    /^(\d{1,9}(?:\.\d{1,4})?)\s*(ms|s|min|h|秒|分|時間|%)?$/.exec(text.normalize('NFKC').trim()) ?? []
  if (figure === '') return null
  const factor = unit === 'number' ? (given === '' ? 1 : null) : factorOf(unit, given)
  if (factor === null) return null
  // 0.29 % is 28.999999999999996 basis points in floating point.
  const value = Math.round(Number(figure) * factor * 1_000) / 1_000
  return Number.isSafeInteger(value) ? value : null
}

const factorOf = (unit: SettingUnit, given: string): number | null =>
  unit === 'time' ? (timeUnits[given] ?? null) : given === '%' ? 100 : null
