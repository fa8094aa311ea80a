import type { Advert, Direction, TriggerOffsets } from './advert.ts'
import type { Calendar, Exchange, HourRange } from './calendar.ts'
import type { ConnectionAgreement } from './connection-agreement.ts'
import { type DueQueue, emptyDueQueue } from './due-queue.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Locate } from './locate.ts'
import type { MarketErrorCode } from './quote.ts'
import type { Broker, Firm } from './reference-data.ts'
import type { Security } from './security.ts'
import type { TriggerBounds } from './trigger-bounds.ts'

/**
 * The counts of the profile's IOI tab (docs/specification.md §2, Profile), of the trader's own actions only.
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

/** A scored answer to a locate, or an ageing event that lets a low rating recover (docs/rules.md §14). */
export interface ScoredEvent {
  readonly at: number
  /** Accept 100, decline 5, timeout 0. The limits set the score of ageing. */
  readonly score: number
  /** Null for ageing, which has no contra. */
  readonly contraFirmId: string | null
  /** The agreement of an accept that led to one. Its broker may report that nothing was executed. */
  readonly acceptedAgreementId?: string
}

export interface Trader {
  readonly traderId: string
  firmId: string
  /** May act on the adverts of the firm's other traders (docs/rules.md §15). */
  isDeskHead: boolean
  present: boolean
  openLocates: number
  /** Newest first. */
  ledger: readonly ScoredEvent[]
  /** Derived from the ledger (docs/rules.md §14). Stored because matching reads it for every pair. */
  rating: number
  readonly counts: IoiCounts
  /** The adverts of the current day. */
  readonly advertIds: Set<string>
}

/** The cooldown of two institutions in one security (docs/rules.md §8). */
interface Cooldown {
  readonly until: number
  /** The failed locates on `day`, the trading day of the last one. */
  readonly failures: number
  readonly day: number
}

/** Failures on `day`, the trading day of the last one (docs/rules.md §21). */
export interface FailureCount {
  readonly count: number
  readonly day: number
}

/** What the probing limits count. A state whose limits have none counts nothing (docs/rules.md §21). */
export interface Failures {
  /** By institution and security: the institution's own failures. */
  readonly ofFirmInSecurity: Map<string, FailureCount>
  readonly ofTrader: Map<string, FailureCount>
  readonly ofFirm: Map<string, FailureCount>
  /** By two institutions: failed locates in all securities. */
  readonly ofPair: Map<string, FailureCount>
  /** By institution and security, and by institution: locates that were withdrawn without fault. */
  readonly withdrawalsOfFirmInSecurity: Map<string, FailureCount>
  readonly withdrawalsOfFirm: Map<string, FailureCount>
}

/** The rest of an institution in a security after a raise or a flip (docs/rules.md §21). */
interface Rest {
  readonly until: number
  /** The raises and flips on `day`, the trading day of the last one. */
  readonly count: number
  readonly day: number
}

/** What an advert offered when it ended, and the trading day on which it did. */
interface LastOffer {
  readonly direction: Direction
  readonly quantity: number
  readonly day: number
}

/** The kinds of what an operator can halt. */
export const haltKinds = ['PLATFORM', 'FIRM', 'SECURITY'] as const
export type HaltKind = (typeof haltKinds)[number]

/** What an operator can halt: the platform, one institution, or one security. */
export type HaltTarget =
  | { readonly kind: 'PLATFORM' }
  | { readonly kind: 'FIRM'; readonly firmId: string }
  | { readonly kind: 'SECURITY'; readonly securityId: string }

/** What is halted now. */
export interface Halts {
  platform: boolean
  readonly firms: Set<string>
  readonly securities: Set<string>
}

/**
 * The live adverts on one side of a security, with the numbers that rule out most contras: the search reads numbers
 * and opens an advert only when they fit. An institution has one advert per security, so a side is never longer than
 * the number of institutions.
 */
export interface PoolSide {
  readonly adverts: Advert[]
  /**
   * Three numbers of each advert, in one array because they are read together: the most that it can offer in shares,
   * which decay may have reduced by now, its minimum in shares, and its traits.
   */
  readonly numbers: number[]
}

/** The live adverts of one security, by side. */
export type Pool = Readonly<Record<Direction, PoolSide>>

/** What the index knows of one security. */
export interface SecurityBook extends Pool {
  /** Adverts that may have gained a contra since the last sweep of the security. A hint, not a fact. */
  readonly candidates: Set<Advert>
  /** Sent and live adverts with a trigger that can still fire or a limit price. */
  readonly armed: Set<Advert>
  /** The levels of `armed` nearest to the market. Computed when needed if it is null. */
  nearest: TriggerBounds | null
}

/** The bit of each active broker, and for each institution the bits of the brokers that it may use. */
interface BrokerBits {
  readonly brokers: Map<string, number>
  readonly firms: Map<string, number>
}

/**
 * Everything that can be derived from the rest of the state. It is maintained so that the cost of a command
 * depends on the size of one security's book and not on the size of the market. Not part of a snapshot.
 */
export interface StateIndex {
  /** By security. An entry stays when the last advert has left. */
  readonly books: Map<string, SecurityBook>
  /** The securities whose books have candidates, and some that had. */
  readonly securitiesToSearch: Set<string>
  /** By institution and security: its one advert that is not terminal (docs/rules.md §2). */
  readonly openAdverts: Map<string, Map<string, Advert>>
  readonly openLocates: Map<string, Locate>
  /** The open locates by security, none empty. */
  readonly openLocatesIn: Map<string, Set<Locate>>
  /** Sent adverts that wait only for matching hours, by exchange. */
  readonly waiting: Map<Exchange, Set<Advert>>
  readonly expiries: DueQueue
  readonly deadlines: DueQueue
  /** The end of each cooldown, after which adverts of the two institutions may be located again. */
  readonly cooldownEnds: DueQueue
  /** The end of each rest, after which the institution's advert may be located, by institution and security. */
  readonly restEnds: DueQueue
  /**
   * By trader: the ids of the agreements of the day whose handover of the trader's own side is open (docs/rules.md
   * §21).
   */
  readonly openHandovers: Map<string, Set<string>>
  readonly bits: BrokerBits
  /** The offsets that adverts have, by both in one number. */
  readonly offsets: Map<number, TriggerOffsets>
  /** The number of live adverts with each hurdle; the index is the hurdle. */
  readonly hurdles: number[]
}

/** The fold of the journal. Only `evolve` changes it. */
export interface State {
  limits: Limits
  /** The version of the rules that decided the newest entries; 0 until the journal states one. */
  rulesVersion: number
  calendar: Calendar
  readonly firms: Map<string, Firm>
  readonly brokers: Map<string, Broker>
  readonly securities: Map<string, Security>
  readonly traders: Map<string, Trader>
  readonly adverts: Map<string, Advert>
  readonly locates: Map<string, Locate>
  readonly agreements: Map<string, ConnectionAgreement>
  readonly cooldowns: Map<string, Cooldown>
  readonly failures: Failures
  /** The time and side of an institution's last locate in a security (docs/rules.md §15, direction flip). */
  readonly lastLocates: Map<string, { readonly at: number; readonly direction: Direction }>
  /** By institution and security (docs/rules.md §21). */
  readonly rests: Map<string, Rest>
  /** The last advert of an institution in a security that ended, by both (docs/rules.md §21). */
  readonly lastOffers: Map<string, LastOffer>
  readonly halts: Halts
  /** Watched markets that are not fresh, with the error and its start (docs/rules.md §12). */
  readonly markets: Map<string, { readonly error: MarketErrorCode; readonly since: number }>
  sequence: number
  /** The time of the newest event, in milliseconds UTC. */
  at: number
  /** The current trading day. */
  day: number
  readonly index: StateIndex
}

const allDay: readonly HourRange[] = [{ from: 0, to: 1_440 }]
const always = { platform: allDay, exchange: allDay, matching: allDay, afterHours: [] }

/** Used until the reference data sets a calendar. */
const alwaysOpen: Calendar = {
  name: 'always-open',
  weekends: true,
  holidays: [],
  hours: { XTKS: always, XNGO: always, XFKA: always, XSAP: always },
}

export const emptyIndex = (): StateIndex => ({
  books: new Map(),
  securitiesToSearch: new Set(),
  openAdverts: new Map(),
  openLocates: new Map(),
  openLocatesIn: new Map(),
  waiting: new Map(),
  expiries: emptyDueQueue(),
  deadlines: emptyDueQueue(),
  cooldownEnds: emptyDueQueue(),
  restEnds: emptyDueQueue(),
  openHandovers: new Map(),
  bits: { brokers: new Map(), firms: new Map() },
  offsets: new Map(),
  hurdles: new Array(101).fill(0),
})

export const emptyFailures = (): Failures => ({
  ofFirmInSecurity: new Map(),
  ofTrader: new Map(),
  ofFirm: new Map(),
  ofPair: new Map(),
  withdrawalsOfFirmInSecurity: new Map(),
  withdrawalsOfFirm: new Map(),
})

export const failureKinds = Object.keys(emptyFailures()) as readonly (keyof Failures)[]

/** Whether nothing is counted. */
export const hasNoFailures = (failures: Failures): boolean =>
  failureKinds.every((kind) => failures[kind].size === 0)

export const emptyState = (): State => ({
  limits: defaultLimits,
  rulesVersion: 0,
  calendar: alwaysOpen,
  firms: new Map(),
  brokers: new Map(),
  securities: new Map(),
  traders: new Map(),
  adverts: new Map(),
  locates: new Map(),
  agreements: new Map(),
  cooldowns: new Map(),
  failures: emptyFailures(),
  lastLocates: new Map(),
  rests: new Map(),
  lastOffers: new Map(),
  halts: { platform: false, firms: new Set(), securities: new Set() },
  markets: new Map(),
  sequence: 0,
  at: 0,
  day: 0,
  index: emptyIndex(),
})

export const firmSecurityKey = (firmId: string, securityId: string): string => `${firmId}|${securityId}`

/** The key of two institutions and a security, independent of their order (docs/rules.md §8, cooldown). */
export const firmPairKey = (firmId: string, otherFirmId: string, securityId: string): string =>
  firmId < otherFirmId ? `${firmId}|${otherFirmId}|${securityId}` : `${otherFirmId}|${firmId}|${securityId}`

/** The key of two institutions, independent of their order. */
export const firmsKey = (firmId: string, otherFirmId: string): string =>
  firmId < otherFirmId ? `${firmId}|${otherFirmId}` : `${otherFirmId}|${firmId}`
