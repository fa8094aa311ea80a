import { type Advert, currentQuantity, type Direction, isTerminal } from './advert.ts'
import type { ConnectionAgreement } from './agreement.ts'
import type { ScoredEvent } from './credibility.ts'
import { type DueQueue, emptyDueQueue } from './due.ts'
import type { Security } from './equity.ts'
import type { Calendar, HourRange } from './hours.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Locate } from './locate.ts'
import type { Broker, Firm } from './reference.ts'

/**
 * The counts of the profile's IOI tab (specification 2, Profile). Each counts its owner's own doings only.
 */
export interface IoiCounts {
  upload: number
  cancel: number
  locate: number
  accept: number
  decline: number
  timeout: number
  triggerCancel: number
}

export interface Trader {
  readonly traderId: string
  firmId: string
  present: boolean
  openLocates: number
  /** Newest first. */
  ledger: readonly ScoredEvent[]
  /** What the ledger makes (rules 14), kept because every pair asks for it. */
  rating: number
  readonly counts: IoiCounts
  /** Of the current day, in the order of the owner's list. */
  readonly advertIds: Set<string>
}

/** The adverts of one security that are live, by side. */
export interface Pool {
  readonly BUY: Set<Advert>
  readonly SELL: Set<Advert>
}

/** How two institutions stand in one security today (rules 8). */
export interface Cooldown {
  readonly until: number
  readonly failures: number
}

/** The fold of the journal. Only `evolve` changes it. */
export interface State {
  limits: Limits
  calendar: Calendar
  readonly firms: Map<string, Firm>
  readonly brokers: Map<string, Broker>
  readonly securities: Map<string, Security>
  readonly traders: Map<string, Trader>
  readonly adverts: Map<string, Advert>
  readonly locates: Map<string, Locate>
  readonly agreements: Map<string, ConnectionAgreement>
  readonly cooldowns: Map<string, Cooldown>
  /** When an institution was last located in a security, and on which side (rules 15, direction flip). */
  readonly lastLocates: Map<string, { readonly at: number; readonly direction: Direction }>
  sequence: number
  /** The newest moment seen, milliseconds UTC. */
  at: number
  /** The trading day that is not ended yet. */
  day: number
  readonly index: Index
}

/**
 * What is found again from the rest: kept so that one command costs what its security holds, not the market.
 */
export interface Index {
  readonly pools: Map<string, Pool>
  /** The firm's one advert per security that is not terminal (rules 2). */
  readonly openAdverts: Map<string, Advert>
  readonly openLocates: Map<string, Locate>
  readonly waiting: Set<Advert>
  readonly expiries: DueQueue
  /** Adverts that may have found a contra since the last sweep of their security. A hint, not a fact. */
  readonly restless: Map<string, Set<Advert>>
  /** When a silence ends, the adverts of both institutions may meet again. */
  readonly cooldownEnds: DueQueue
}

const allDay: readonly HourRange[] = [{ from: 0, to: 1_440 }]
const always = { platform: allDay, exchange: allDay, matching: allDay }

/** Hours that never close: what a state has before its calendar arrives with the reference data. */
const alwaysOpen: Calendar = {
  name: 'always-open',
  weekends: true,
  holidays: [],
  hours: { XTKS: always, XNGO: always, XFKA: always, XSAP: always },
}

export const emptyIndex = (): Index => ({
  pools: new Map(),
  openAdverts: new Map(),
  openLocates: new Map(),
  waiting: new Set(),
  expiries: emptyDueQueue(),
  restless: new Map(),
  cooldownEnds: emptyDueQueue(),
})

export const emptyState = (): State => ({
  limits: defaultLimits,
  calendar: alwaysOpen,
  firms: new Map(),
  brokers: new Map(),
  securities: new Map(),
  traders: new Map(),
  adverts: new Map(),
  locates: new Map(),
  agreements: new Map(),
  cooldowns: new Map(),
  lastLocates: new Map(),
  sequence: 0,
  at: 0,
  day: 0,
  index: emptyIndex(),
})

export const placeOf = (firmId: string, securityId: string): string => `${firmId}|${securityId}`

/** One key for two institutions in a security, whichever comes first (rules 8, cooldown). */
export const pairOf = (firmId: string, otherFirmId: string, securityId: string): string =>
  firmId < otherFirmId ? `${firmId}|${otherFirmId}|${securityId}` : `${otherFirmId}|${firmId}|${securityId}`

export function poolOf(index: Index, securityId: string): Pool {
  const pool = index.pools.get(securityId) ?? { BUY: new Set(), SELL: new Set() }
  index.pools.set(securityId, pool)
  return pool
}

/** Puts an advert on the list of those to look for a contra for. */
export function stir(index: Index, advert: Advert): void {
  const restless = index.restless.get(advert.securityId) ?? new Set()
  restless.add(advert)
  index.restless.set(advert.securityId, restless)
}

/** Brings the index in step with an advert whose status, terms or place changed. */
export function reindex(index: Index, advert: Advert): void {
  const pool = poolOf(index, advert.securityId)
  pool.BUY.delete(advert)
  pool.SELL.delete(advert)
  index.waiting.delete(advert)
  index.restless.get(advert.securityId)?.delete(advert)
  const place = placeOf(advert.firmId, advert.securityId)
  if (isTerminal(advert)) {
    if (index.openAdverts.get(place) === advert) index.openAdverts.delete(place)
    return
  }
  index.openAdverts.set(place, advert)
  if (advert.advertisementStatus === 'SENT') index.waiting.add(advert)
  if (advert.advertisementStatus !== 'LIVE' || currentQuantity(advert) <= 0) return
  pool[advert.terms.direction].add(advert)
  stir(index, advert)
}
