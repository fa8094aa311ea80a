import { isDeepStrictEqual } from 'node:util'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import type { Reference } from '@aitai/engine/model/reference-data.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../database/schema.ts'
import { readCalendar, shippedCalendar, storeCalendarName } from './calendar.ts'
import type { Names } from './names.ts'
import { readReferenceTables, seedEquities } from './reference-tables.ts'
import { limitsByDay, readVenueChanges } from './venue-settings.ts'

export interface ReferenceData {
  /** The names as last read. Call it each time: the object is replaced by `refresh`. */
  names(): Names
  /** The calendar as last read: the shipped one with the operators' parts. */
  calendar(): Calendar
  /** Reads the tables again and updates the engine. Called after every admin change. */
  refresh(): Promise<void>
  /** Updates this market now and with every later `refresh`; null if another process does. */
  synchronize(market: ReferenceMarket | null): Promise<void>
  /** The limits in force at a moment, in milliseconds UTC; the same object for the same trading day. */
  limitsAt(at: number): Limits
}

/** The part of the market that reference data reads and changes. */
interface ReferenceMarket {
  read<T>(view: (state: State, at: number) => T): Promise<T>
  submit(command: { readonly type: 'changeReference'; readonly reference: Reference }): Promise<void>
}

interface ReferenceConfig extends Pick<Config, 'calendar'> {
  /** Overrides of the default limits. */
  readonly limits?: Partial<Limits>
}

/**
 * Reads firms, brokers, users and securities into memory, and fills an empty table of securities with the
 * shipped ones. `refresh` and `synchronize` throw BadCalendar if the stored calendar is invalid, and
 * BadVenueSettings if stored settings are.
 */
export async function openReference(db: Kysely<Database>, config: ReferenceConfig): Promise<ReferenceData> {
  await seedEquities(db)
  await storeCalendarName(db, config.calendar)
  const base = { ...defaultLimits, ...config.limits }
  let limitsAt = limitsByDay(base, await readVenueChanges(db, base))
  let tables = await readReferenceTables(db)
  // An invalid stored part is reported by `synchronize`, which every start calls.
  let calendar = await shippedCalendar(config.calendar)
  let synchronized: ReferenceMarket | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function refreshNow(): Promise<void> {
    // Read the calendar and the settings first, so that invalid ones leave everything unchanged.
    const read = await readCalendar(db, config.calendar)
    const changes = await readVenueChanges(db, base)
    tables = await readReferenceTables(db)
    calendar = read
    limitsAt = limitsByDay(base, changes)
    if (!synchronized) return
    const wanted = { ...tables.reference, calendar, rulesVersion }
    const reference = await synchronized.read((state, at) =>
      referenceDifferences(state, { ...wanted, limits: limitsAt(at) }),
    )
    if (Object.keys(reference).length > 0) await synchronized.submit({ type: 'changeReference', reference })
  }

  /** Serialized, so that an older read of the tables cannot overwrite a newer one. */
  function refresh(): Promise<void> {
    const current = last.then(refreshNow)
    last = current.catch(() => {})
    return current
  }

  return {
    names: () => tables.names,
    calendar: () => calendar,
    refresh,
    synchronize(market) {
      synchronized = market
      return refresh()
    },
    limitsAt: (at) => limitsAt(at),
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The parts of the reference data that differ from the engine's state. A new engine (without securities) also
 * gets calendar and limits that equal the defaults, so that the journal does not depend on later defaults.
 */
export function referenceDifferences(state: State, wanted: Required<Reference>): Reference {
  const traders = wanted.traders.filter(({ traderId, firmId, isDeskHead = false }) => {
    const known = state.traders.get(traderId)
    return known?.firmId !== firmId || known.isDeskHead !== isDeskHead
  })
  const firms = wanted.firms.filter((each) => !isSame(each, state.firms.get(each.firmId)))
  const brokers = wanted.brokers.filter((each) => !isSame(each, state.brokers.get(each.brokerId)))
  // Thousands of them in one turn: comparing their texts takes several times as long.
  const securities = wanted.securities.filter(
    (each) => !isDeepStrictEqual(each, state.securities.get(each.securityId)),
  )
  const isNew = state.securities.size === 0
  return {
    ...(firms.length > 0 ? { firms } : {}),
    ...(brokers.length > 0 ? { brokers } : {}),
    ...(traders.length > 0 ? { traders } : {}),
    ...(securities.length > 0 ? { securities } : {}),
    ...(isNew || !isSame(wanted.calendar, state.calendar) ? { calendar: wanted.calendar } : {}),
    ...(isNew || !isSame(wanted.limits, state.limits) ? { limits: wanted.limits } : {}),
    ...(wanted.rulesVersion === state.rulesVersion ? {} : { rulesVersion: wanted.rulesVersion }),
  }
}
