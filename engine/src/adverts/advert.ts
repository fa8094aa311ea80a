import type { Limits } from '../limits.ts'
import type { Price } from '../market/price.ts'
import { ceilLot, type Security } from '../market/security.ts'

export const directions = ['BUY', 'SELL'] as const
export type Direction = (typeof directions)[number]

export const advertStatuses = [
  'UNSENT',
  'SENT',
  'LIVE',
  'PAUSED',
  'ACCEPT/DECLINE?',
  'LOCATED',
  'COMPLETED',
  'DEAD',
] as const
export type AdvertStatus = (typeof advertStatuses)[number]

/**
 * The statuses to which one event may lead from each status (rules 2). The simulation checks every step
 * against this table.
 */
export const statusTransitions: Readonly<Record<AdvertStatus, readonly AdvertStatus[]>> = {
  UNSENT: ['SENT'],
  SENT: ['LIVE', 'PAUSED', 'DEAD'],
  // Back to SENT when its owner arms an advertising trigger that has not fired yet (rules 11).
  LIVE: ['ACCEPT/DECLINE?', 'SENT', 'PAUSED', 'DEAD'],
  PAUSED: ['SENT', 'LIVE', 'DEAD'],
  'ACCEPT/DECLINE?': ['LOCATED', 'PAUSED', 'LIVE'],
  LOCATED: ['COMPLETED', 'PAUSED', 'LIVE'],
  COMPLETED: [],
  DEAD: [],
}

export const causesOfDeath = [
  'EXPIRED',
  'CANCELLED_BY_USER',
  'CANCEL_TRIGGER',
  'INDEX_RELATIVE_CANCEL',
  'BAD_MARKET_DATA',
  'INACTIVE_MARKET',
  'MALFORMED_MARKET',
] as const
export type CauseOfDeath = (typeof causesOfDeath)[number]

export const durations = ['60', '150', 'END_OF_DAY'] as const
export type Duration = (typeof durations)[number]

export const transactionTypes = ['CASH_ONLY', 'CASH_SWAP', 'SWAP_ONLY'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** What a trader decides about an advert; everything else about it is the engine's. */
export interface AdvertTerms {
  readonly direction: Direction
  readonly shareQuantity: number
  /** Integer percent of the share quantity, 10 to 75: the smallest contra worth a call (rules 6). */
  readonly minimumQuantity: number
  readonly duration: Duration
  readonly credibilityHurdle: number
  readonly transactionType: TransactionType
  /** What is accepted from the contra (rules 5). */
  readonly transactionTypePreference: TransactionType
  /** In order of preference when ranked (rules 7). */
  readonly brokerIds: readonly string[]
  readonly ranked: boolean
  /** Whether the offered quantity runs down towards the minimum over the advert's life (rules 6). */
  readonly quantityDecay: boolean
  readonly advertisingTriggerActivated: boolean
  /** A level in 1/10,000 yen. Kept while switched off, so that switching on again shows it (rules 11). */
  readonly advertisingTrigger: Price | null
  readonly knockoutTriggerActivated: boolean
  readonly knockoutTrigger: Price | null
  readonly indexRelativeKOTriggerActivated: boolean
  /** Basis points by which the stock may run away from the index. */
  readonly indexRelativeKOTrigger: number | null
}

/** The terms of an advert that neither runs down nor waits for a price. */
export const withoutTriggers = {
  quantityDecay: false,
  advertisingTriggerActivated: false,
  advertisingTrigger: null,
  knockoutTriggerActivated: false,
  knockoutTrigger: null,
  indexRelativeKOTriggerActivated: false,
  indexRelativeKOTrigger: null,
} as const satisfies Partial<AdvertTerms>

/**
 * How far levels stand from the close, in basis points: what a draft's levels are computed from (rules 11).
 */
export interface TriggerOffsets {
  readonly advertising: number
  readonly knockout: number
}

/** The line along which an advert's quantity runs down (rules 6). */
export interface DecayLine {
  /** Where the line begins, in milliseconds UTC, and with how many shares. */
  readonly from: number
  readonly quantity: number
  /** Matching-open milliseconds that do not count: those spent in locates. */
  readonly frozenMs: number
}

/** An indication of interest. Times in milliseconds UTC, quantities in shares. */
export interface Advert {
  readonly id: string
  readonly traderId: string
  readonly firmId: string
  readonly securityId: string
  /** Order of drafting over the whole platform. Never leaves the engine (rules 15: ids are random). */
  readonly sequence: number
  /**
   * Where it stands in its owner's list: an advert sent again takes the place of the dead one (rules 2).
   * Never leaves the engine either: it is taken from the sequence.
   */
  readonly place: number
  readonly draftedAt: number
  terms: AdvertTerms
  advertisementStatus: AdvertStatus
  causeOfDeath: CauseOfDeath | null
  /** The smallest quantity this advert meets, in shares: fixed at submit and modify (rules 3). */
  minShares: number
  /** Shares not handed to a broker: the whole until completed, then the rest. */
  quantityRemaining: number
  /** Null without decay. */
  decay: DecayLine | null
  /** What it offers while it is in a locate: nothing runs down meanwhile (rules 6). */
  frozenQuantity: number | null
  /** Latched: an advertising trigger fires once (rules 11). */
  advertTriggerSatisfied: boolean
  /** Which market error or cancel trigger ended it, by its code (specification 8). */
  errorCode: string | null
  /**
   * What a draft's levels are computed from. Once it was sent: how far its levels stood from the close when
   * they were chosen, which a later close must not change (rules 18).
   */
  offsets: TriggerOffsets
  /** The completed advert of which this is the residual, and the residual made of this one (rules 10). */
  readonly parentAdvertId: string | null
  residualId: string | null
  submitTime: number | null
  expiryDate: number | null
  /** Since when it stands in the queue (rules 4). */
  priorityTime: number
  /** Last submit, modify or resume (rules 3, E11). */
  settledSince: number
  locateId: string | null
}

/**
 * The statuses in which a trader may do each thing (rules 2, specification 4). The engine refuses
 * by this table and the client dims its buttons by it, so the two cannot disagree.
 */
const allowed = {
  submit: ['UNSENT', 'DEAD'],
  modify: ['SENT', 'LIVE', 'PAUSED'],
  pause: ['SENT', 'LIVE'],
  resume: ['PAUSED'],
  cancel: ['SENT', 'LIVE', 'PAUSED'],
} as const satisfies Record<string, readonly AdvertStatus[]>

export type AdvertAction = keyof typeof allowed
export const advertActions = Object.keys(allowed) as readonly AdvertAction[]

export const advertCan = (
  action: AdvertAction,
  advert: { readonly advertisementStatus: AdvertStatus },
): boolean => (allowed[action] as readonly AdvertStatus[]).includes(advert.advertisementStatus)

/** COMPLETED and DEAD are final; everything else holds the firm's one place on the security (rules 2). */
export const isTerminal = (advert: { readonly advertisementStatus: AdvertStatus }): boolean =>
  advert.advertisementStatus === 'COMPLETED' || advert.advertisementStatus === 'DEAD'

export const isInLocate = (advert: { readonly advertisementStatus: AdvertStatus }): boolean =>
  advert.advertisementStatus === 'ACCEPT/DECLINE?' || advert.advertisementStatus === 'LOCATED'

/** minShares = ceilLot(shareQuantity × minimumQuantity %) (rules 3). */
export const minSharesOf = (
  terms: Pick<AdvertTerms, 'shareQuantity' | 'minimumQuantity'>,
  { lotSize }: Pick<Security, 'lotSize'>,
): number => ceilLot((terms.shareQuantity * terms.minimumQuantity) / 100, lotSize)

/** The hurdle the engine uses: anything under 10 reads as 10 (rules 19). */
export const effectiveHurdle = (terms: AdvertTerms): number => Math.max(10, terms.credibilityHurdle)

/** Notional of a number of shares at a price, in 1/10,000 yen. Exact below 2^53. */
export const notionalOf = (shares: number, price: Price): Price => shares * price

/** At least a lot, and at least the platform's minimum notional at this price (rules 6). */
export const isLargeEnough = (shares: number, price: Price, security: Security, limits: Limits): boolean =>
  shares >= security.lotSize && notionalOf(shares, price) >= limits.platformMinimumNotional
