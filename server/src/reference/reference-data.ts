import { defaultLimits, type Limits } from '@aitai/engine/limits.ts'
import type { Reference } from '@aitai/engine/market/reference-data.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../database/schema.ts'
import { readCalendar, storeCalendarName } from './calendar.ts'
import type { Names } from './names.ts'
import { readReferenceTables, seedEquities } from './reference-tables.ts'

export interface ReferenceData {
  /** Names as last read. Ask each time: they are replaced whole. */
  names(): Names
  /** Reads the tables again and brings the engine in step. After every change of the back office. */
  refresh(): Promise<void>
  /** From now on `refresh` keeps this matchmaking in step; does so at once. */
  keep(market: ReferenceMarket): Promise<void>
}

/** The part of the market that reference data reads and changes. */
export interface ReferenceMarket {
  read<T>(view: (state: State) => T): Promise<T>
  submit(command: { readonly type: 'changeReference'; readonly reference: Reference }): Promise<void>
}

export interface ReferenceConfig extends Pick<Config, 'calendar'> {
  /** What a venue chooses otherwise than the defaults. */
  readonly limits?: Partial<Limits>
}

/**
 * Reads firms, brokers, people and securities into memory. An empty table of securities is filled with
 * those we ship. `refresh` and `keep` throw BadCalendar where the calendar is damaged.
 */
export async function openReference(db: Kysely<Database>, config: ReferenceConfig): Promise<ReferenceData> {
  await seedEquities(db)
  await storeCalendarName(db, config.calendar)
  const limits = { ...defaultLimits, ...config.limits }
  let tables = await readReferenceTables(db)
  let kept: ReferenceMarket | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function refreshNow(): Promise<void> {
    // First, so that a calendar that cannot be read leaves everything as it was.
    const calendar = await readCalendar(db, config.calendar)
    tables = await readReferenceTables(db)
    if (!kept) return
    const wanted = { ...tables.reference, calendar, limits }
    const reference = await kept.read((state) => referenceDifferences(state, wanted))
    if (Object.keys(reference).length > 0) await kept.submit({ type: 'changeReference', reference })
  }

  /** One after the other, or an older reading of the tables could be taken for the newer. */
  function refresh(): Promise<void> {
    const turn = last.then(refreshNow)
    last = turn.catch(() => {})
    return turn
  }

  return {
    names: () => tables.names,
    refresh,
    keep(market) {
      kept = market
      return refresh()
    },
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * What the engine does not know yet. One that knows no security was told nothing so far, and is told also
 * what happens to be the default, so that a later default cannot rewrite its history.
 */
export function referenceDifferences(state: State, wanted: Required<Reference>): Reference {
  const traders = wanted.traders.filter((each) => state.traders.get(each.traderId)?.firmId !== each.firmId)
  const firms = wanted.firms.filter((each) => !isSame(each, state.firms.get(each.firmId)))
  const brokers = wanted.brokers.filter((each) => !isSame(each, state.brokers.get(each.brokerId)))
  const securities = wanted.securities.filter((each) => !isSame(each, state.securities.get(each.securityId)))
  const isNew = state.securities.size === 0
  return {
    ...(firms.length > 0 ? { firms } : {}),
    ...(brokers.length > 0 ? { brokers } : {}),
    ...(traders.length > 0 ? { traders } : {}),
    ...(securities.length > 0 ? { securities } : {}),
    ...(isNew || !isSame(wanted.calendar, state.calendar) ? { calendar: wanted.calendar } : {}),
    ...(isNew || !isSame(wanted.limits, state.limits) ? { limits: wanted.limits } : {}),
  }
}
