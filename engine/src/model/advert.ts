import { CompactFields } from './layout/compact-fields.ts'
import { lowestHurdle } from './limits.ts'
import type { Price, Yen } from './price.ts'

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

export const causesOfDeath = [
  'EXPIRED',
  'CANCELLED_BY_USER',
  'CANCELLED_BY_OPERATOR',
  'CANCEL_TRIGGER',
  'INDEX_RELATIVE_CANCEL',
  'BAD_MARKET_DATA',
  'INACTIVE_MARKET',
  'MALFORMED_MARKET',
] as const
export type CauseOfDeath = (typeof causesOfDeath)[number]

/** The durations in minutes from the submit (docs/rules.md §13). */
export const minuteDurations = ['60', '150'] as const
/** The durations that can be saved as a preference; `Duration` has own expiries too. */
export const presetDurations = [...minuteDurations, 'END_OF_DAY'] as const
export type PresetDuration = (typeof presetDurations)[number]
/** A time of today in Tokyo as HH:MM, in place of a duration (docs/rules.md §13). */
export type OwnExpiry = `${number}:${number}`
export type Duration = PresetDuration | OwnExpiry

export const transactionTypes = ['CASH_ONLY', 'CASH_SWAP', 'SWAP_ONLY'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** In characters (docs/rules.md §27). */
export const longestOrderReference = 32
/** In shares (docs/rules.md §27). */
export const largestParentQuantity = 1_000_000_000
/** How often an advert may at most be renewed and resumed automatically (docs/rules.md §28). */
export const mostRenewals = 5
export const mostResumes = 3

/**
 * What a trader decides about an advert. The engine sets everything else. Levels are in 1/10,000 yen in the engine,
 * and in yen on the wire.
 */
export interface AdvertTerms<Level extends Price | Yen = Price> {
  readonly direction: Direction
  readonly shareQuantity: number
  /**
   * The smallest quantity to be located for, as integer percent of the share quantity, 10 to 75
   * (docs/rules.md §6).
   */
  readonly minimumQuantity: number
  readonly duration: Duration
  readonly credibilityHurdle: number
  readonly transactionType: TransactionType
  /** The transaction types accepted from the contra (docs/rules.md §5). */
  readonly transactionTypePreference: TransactionType
  /** In order of preference when ranked (docs/rules.md §7). */
  readonly brokerIds: readonly string[]
  readonly ranked: boolean
  /** Whether the offered quantity declines to the minimum over the advert's duration (docs/rules.md §6). */
  readonly quantityDecay: boolean
  /** The owner's name for the order behind the advert; null for none. It decides nothing (docs/rules.md §27). */
  readonly orderReference: string | null
  /** The shares of that order; null if the owner does not say. It decides nothing (docs/rules.md §27). */
  readonly parentQuantity: number | null
  /** How many of them are done elsewhere than on this platform. It decides nothing (docs/rules.md §27). */
  readonly doneElsewhere: number
  /** How often it is sent again when it expires, today; 0 for never (docs/rules.md §28). */
  readonly autoRenewals: number
  /** How often it is resumed after a locate that its owner accepted and the contra did not; 0 for never. */
  readonly autoResumes: number
  /**
   * The highest price of a BUY, the lowest of a SELL, at which it may be located; null for none (docs/rules.md §25).
   */
  readonly limitPrice: Level | null
  readonly advertisingTriggerActivated: boolean
  /**
   * Retained while the trigger is off, so that switching it on again restores the level (docs/rules.md §11).
   */
  readonly advertisingTrigger: Level | null
  readonly knockoutTriggerActivated: boolean
  readonly knockoutTrigger: Level | null
  readonly indexRelativeKOTriggerActivated: boolean
  /** How far the stock may move ahead of the index, in basis points. */
  readonly indexRelativeKOTrigger: number | null
}

/**
 * The optional terms of an advert, all off: no quantity decay, no order behind it, nothing automatic, no limit price
 * and no triggers.
 */
export const optionalTermsOff = {
  quantityDecay: false,
  orderReference: null,
  parentQuantity: null,
  doneElsewhere: 0,
  autoRenewals: 0,
  autoResumes: 0,
  limitPrice: null,
  advertisingTriggerActivated: false,
  advertisingTrigger: null,
  knockoutTriggerActivated: false,
  knockoutTrigger: null,
  indexRelativeKOTriggerActivated: false,
  indexRelativeKOTrigger: null,
} as const satisfies Partial<AdvertTerms>

/**
 * The distance of trigger levels from the close, in basis points. A draft's levels follow from it
 * (docs/rules.md §11).
 */
export interface TriggerOffsets {
  readonly advertising: number
  readonly knockout: number
}

/** The straight line along which an advert's quantity decays (docs/rules.md §6). */
export interface DecayLine {
  /** The start of the line, in milliseconds UTC, and the number of shares there. */
  readonly from: number
  readonly quantity: number
  /** Matching-open milliseconds spent in locates, during which nothing decays. */
  readonly frozenMs: number
}

/** What a draft has. */
type DraftField =
  | 'id'
  | 'traderId'
  | 'firmId'
  | 'securityId'
  | 'sequence'
  | 'listPosition'
  | 'draftedAt'
  | 'terms'
  | 'minShares'
  | 'offsets'
  | 'parentAdvertId'

/** An advert as plain data. */
export type AdvertFields = Omit<Advert, 'copy' | 'toJSON'>

/** An indication of interest. Times in milliseconds UTC, quantities in shares. */
export class Advert extends CompactFields<CauseOfDeath> {
  readonly id: string
  readonly traderId: string
  readonly firmId: string
  readonly securityId: string
  /**
   * Order of drafting on the whole platform. It must not leave the engine: it would reveal activity of
   * others.
   */
  readonly sequence: number
  /**
   * The position in its owner's list: an advert sent again takes that of the dead one (docs/rules.md §2). It
   * must not leave the engine either, because it derives from the sequence.
   */
  readonly listPosition: number
  terms: AdvertTerms
  advertisementStatus: AdvertStatus
  /** The smallest quantity to be located for, in shares. Set at submit and modify (docs/rules.md §3). */
  minShares: number
  /** Shares not handed to a broker: all of them until the advert completes, then the residual. */
  quantityRemaining: number
  /** Null without quantity decay. */
  decay: DecayLine | null
  /**
   * What a draft's levels are computed from. After submit, the distance of the levels from the close at which
   * they were chosen; a later close does not change it (docs/rules.md §18).
   */
  offsets: TriggerOffsets
  /** The close from which the offsets were measured: the previous close of its day. Null for a draft. */
  baseClose: Price | null
  /** Whether its owner has modified it since it was sent. */
  isModified: boolean

  /** A draft. */
  constructor(draft: Pick<Advert, DraftField>) {
    super(draft)
    this.id = draft.id
    this.traderId = draft.traderId
    this.firmId = draft.firmId
    this.securityId = draft.securityId
    this.sequence = draft.sequence
    this.listPosition = draft.listPosition
    this.terms = draft.terms
    this.advertisementStatus = 'UNSENT'
    this.minShares = draft.minShares
    this.quantityRemaining = draft.terms.shareQuantity
    this.decay = null
    this.offsets = draft.offsets
    this.baseClose = null
    this.isModified = false
  }

  static from(fields: AdvertFields): Advert {
    // It has no setter: the constructor stores it.
    const { parentAdvertId: _, ...others } = fields
    return Object.assign(new Advert(fields), others)
  }

  /** Another advert with the same fields, which changes independently. */
  copy(): Advert {
    const copy = new Advert(this)
    copy.copyCompactFields(this)
    copy.advertisementStatus = this.advertisementStatus
    copy.quantityRemaining = this.quantityRemaining
    copy.decay = this.decay
    copy.baseClose = this.baseClose
    copy.isModified = this.isModified
    return copy
  }

  /** The fields, without the way in which they are stored. */
  toJSON(): AdvertFields {
    return {
      id: this.id,
      traderId: this.traderId,
      firmId: this.firmId,
      securityId: this.securityId,
      sequence: this.sequence,
      listPosition: this.listPosition,
      draftedAt: this.draftedAt,
      terms: this.terms,
      advertisementStatus: this.advertisementStatus,
      minShares: this.minShares,
      quantityRemaining: this.quantityRemaining,
      decay: this.decay,
      offsets: this.offsets,
      baseClose: this.baseClose,
      isModified: this.isModified,
      ...this.compactFields(),
    }
  }
}

/**
 * COMPLETED and DEAD are final. A firm may have one advert per security in any other status (docs/rules.md
 * §2).
 */
export const isTerminal = (advert: { readonly advertisementStatus: AdvertStatus }): boolean =>
  advert.advertisementStatus === 'COMPLETED' || advert.advertisementStatus === 'DEAD'

/** Sent and not ended: live, paused or in a locate. */
export const isOpen = (advert: { readonly advertisementStatus: AdvertStatus }): boolean =>
  !isTerminal(advert) && advert.advertisementStatus !== 'UNSENT'

/** Open and not paused: it can still become an agreement, so it counts for the size limits (docs/rules.md §22). */
export const isInPlay = (advert: { readonly advertisementStatus: AdvertStatus }): boolean =>
  isOpen(advert) && advert.advertisementStatus !== 'PAUSED'

/** Sent, neither paused nor in a locate: live, or waiting for that. */
export const isSentOrLive = (advert: { readonly advertisementStatus: AdvertStatus }): boolean =>
  advert.advertisementStatus === 'SENT' || advert.advertisementStatus === 'LIVE'

export const isInLocate = (advert: { readonly advertisementStatus: AdvertStatus }): boolean =>
  advert.advertisementStatus === 'ACCEPT/DECLINE?' || advert.advertisementStatus === 'LOCATED'

/** The hurdle in effect: anything below the lowest one counts as the lowest (docs/rules.md §19). */
export const effectiveHurdle = (terms: Pick<AdvertTerms, 'credibilityHurdle'>): number =>
  Math.max(lowestHurdle, terms.credibilityHurdle)
