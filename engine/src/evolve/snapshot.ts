import { Advert, type AdvertFields } from '../model/advert.ts'
import type { ConnectionAgreement } from '../model/connection-agreement.ts'
import type { Locate } from '../model/locate.ts'
import { emptyIndex, type State, type Trader } from '../model/state.ts'
import { rebuildIndex, rebuildQueues } from '../model/state-index.ts'
import { sharedIds, sharedOffsets } from './advert-changes.ts'
import { failuresFrom, failuresSnapshot } from './failures.ts'
import { rebuildHandovers } from './handover-changes.ts'

/** The state as plain data, for storage and for comparison. The index is left out. */
export interface Snapshot {
  readonly limits: State['limits']
  readonly rulesVersion: number
  readonly calendar: State['calendar']
  readonly firms: readonly unknown[]
  readonly brokers: readonly unknown[]
  readonly securities: readonly unknown[]
  readonly traders: readonly unknown[]
  readonly adverts: readonly unknown[]
  readonly locates: readonly unknown[]
  readonly agreements: readonly unknown[]
  readonly cooldowns: readonly unknown[]
  readonly failures: ReturnType<typeof failuresSnapshot>
  readonly lastLocates: readonly unknown[]
  readonly rests: readonly unknown[]
  readonly lastOffers: readonly unknown[]
  readonly halts: unknown
  readonly markets: readonly unknown[]
  readonly sequence: number
  readonly at: number
  readonly day: number
}

/** Copies the state in insertion order, so that equal journals give equal bytes. */
export function snapshotOf(state: State): Snapshot {
  return {
    limits: state.limits,
    rulesVersion: state.rulesVersion,
    calendar: state.calendar,
    firms: [...state.firms],
    brokers: [...state.brokers],
    securities: [...state.securities],
    traders: [...state.traders.values()].map((trader) => ({ ...trader, advertIds: [...trader.advertIds] })),
    adverts: [...state.adverts.values()].map((advert) => advert.toJSON()),
    locates: [...state.locates.values()],
    agreements: [...state.agreements],
    cooldowns: [...state.cooldowns],
    failures: failuresSnapshot(state.failures),
    lastLocates: [...state.lastLocates],
    rests: [...state.rests],
    lastOffers: [...state.lastOffers],
    halts: {
      platform: state.halts.platform,
      firms: [...state.halts.firms],
      securities: [...state.halts.securities],
    },
    markets: [...state.markets],
    sequence: state.sequence,
    at: state.at,
    day: state.day,
  }
}

/** Restores a state. It reuses the objects of the snapshot, which the caller must not use any more. */
export function stateFrom(snapshot: Snapshot): State {
  const traders = snapshot.traders as (Omit<Trader, 'advertIds'> & { advertIds: string[] })[]
  const locates = snapshot.locates as Locate[]
  const halts = snapshot.halts as { platform: boolean; firms: string[]; securities: string[] }
  const state: State = {
    limits: snapshot.limits,
    rulesVersion: snapshot.rulesVersion,
    calendar: snapshot.calendar,
    firms: mapOf(snapshot.firms),
    brokers: mapOf(snapshot.brokers),
    securities: mapOf(snapshot.securities),
    traders: new Map(traders.map((each) => [each.traderId, { ...each, advertIds: new Set(each.advertIds) }])),
    adverts: new Map(),
    locates: new Map(locates.map((each) => [each.locateId, each])),
    agreements: mapOf(snapshot.agreements),
    cooldowns: mapOf(snapshot.cooldowns),
    failures: failuresFrom(snapshot.failures),
    lastLocates: mapOf(snapshot.lastLocates),
    rests: mapOf(snapshot.rests),
    lastOffers: mapOf(snapshot.lastOffers),
    halts: {
      platform: halts.platform,
      firms: new Set(halts.firms),
      securities: new Set(halts.securities),
    },
    markets: mapOf(snapshot.markets),
    sequence: snapshot.sequence,
    at: snapshot.at,
    day: snapshot.day,
    index: emptyIndex(),
  }
  for (const fields of snapshot.adverts as AdvertFields[]) {
    const offsets = sharedOffsets(state, fields.offsets)
    state.adverts.set(fields.id, Advert.from({ ...fields, ...sharedIds(state, fields), offsets }))
  }
  rebuildIndex(state)
  rebuildQueues(state)
  rebuildHandovers(state)
  return state
}

/**
 * Another state with the same content, which later events change independently. The two share what no event changes
 * in place, such as texts and terms.
 */
export function copyOfState(state: State): State {
  const { traders, locates, agreements, ...rest } = snapshotOf(state)
  return stateFrom({
    ...rest,
    traders: (traders as Trader[]).map((trader) => ({ ...trader, counts: { ...trader.counts } })),
    locates: (locates as Locate[]).map((locate) => ({ ...locate })),
    agreements: (agreements as [string, ConnectionAgreement][]).map(([id, each]) => [id, { ...each }]),
  })
}

const mapOf = <T>(entries: readonly unknown[]): Map<string, T> => new Map(entries as [string, T][])
