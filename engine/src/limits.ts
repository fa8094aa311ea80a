import { type Price, toPrice } from './market/price.ts'
/**
 * Every number a venue may choose, in one typed object with the defaults of rules.md (there in `code`).
 * The limits are part of the state, so a replay uses those that were in force.
 * Times in milliseconds, prices in 1/10,000 yen, percentages in basis points unless the name says percent.
 */
export interface Limits {
  /** How long a contra-located popup asks, as told to the traders (rules 8). */
  readonly locateWindowMs: number
  /** What the server still takes after that, for the way of the answer through the network (rules 8). */
  readonly locateGraceMs: number
  /** Silence between two institutions in a security after a decline and after a timeout (rules 8). */
  readonly declineCooldownMs: number
  readonly timeoutCooldownMs: number
  /** How many failures of two institutions in a security end their day together (rules 8). */
  readonly failuresToEndOfDay: number
  /** How many open locates one trader may have before no further one is made (rules 3, E10). */
  readonly openLocatesPerTrader: number
  /** How long both adverts must have been live unchanged (rules 3, E11). */
  readonly minLiveMs: number
  /** How long a direction flip is refused after a locate of that institution in that security (rules 15). */
  readonly directionFlipMs: number
  /** The smallest advert, as notional at the last mid or close in 1/10,000 yen (rules 6). */
  readonly platformMinimumNotional: Price
  readonly minimumQuantityPercent: Range
  readonly brokersPerAdvert: number
  /** A quote older than this is not fresh (rules 12). */
  readonly quoteAgeMs: number
  /** A spread wider than max(this many ticks, this share of the mid) is not fresh (rules 12). */
  readonly spreadTicks: number
  readonly spreadBasisPoints: number
  /** A decline after the mid moved this far against the decliner is not scored (rules 14). */
  readonly excusedMoveBasisPoints: number
  /**
   * How many of the newest scored events make the rating, and how many may come from one contra (rules 14).
   */
  readonly ratedEvents: number
  readonly ratedEventsPerContra: number
  /** Below this rating, so many trading days without a scored event append one of that score (rules 14). */
  readonly ageing: { readonly below: number; readonly tradingDays: number; readonly score: number }
  /** From how many fresh mids in a row, and over what time, a trigger fires (rules 11). */
  readonly confirmingQuotes: number
  readonly confirmingMs: number
  /**
   * How long a market may stay without a fresh mid, in exchange hours, before adverts die of it (rules 12).
   */
  readonly hardMarketErrorMs: number
  /** The rating from which an advertising trigger may be armed (rules 11). */
  readonly armingRating: number
  /** Offsets of triggers, in basis points (specification 9). */
  readonly triggerOffset: Range
  readonly indexRelativeOffset: Range
  readonly credibilityHurdle: Range
  /** Rows of one bulk file (rules 18). */
  readonly bulkRows: number
}

/** Both ends included. */
export interface Range {
  readonly min: number
  readonly max: number
}

export const defaultLimits: Limits = {
  locateWindowMs: 30_000,
  locateGraceMs: 1_500,
  declineCooldownMs: 15 * 60_000,
  timeoutCooldownMs: 5 * 60_000,
  failuresToEndOfDay: 2,
  openLocatesPerTrader: 2,
  minLiveMs: 0,
  directionFlipMs: 0,
  platformMinimumNotional: toPrice(10_000_000),
  minimumQuantityPercent: { min: 10, max: 75 },
  brokersPerAdvert: 4,
  quoteAgeMs: 10_000,
  spreadTicks: 10,
  spreadBasisPoints: 100,
  excusedMoveBasisPoints: 50,
  ratedEvents: 20,
  ratedEventsPerContra: 4,
  ageing: { below: 60, tradingDays: 5, score: 60 },
  confirmingQuotes: 2,
  confirmingMs: 1_000,
  hardMarketErrorMs: 5 * 60_000,
  armingRating: 41,
  triggerOffset: { min: 0, max: 1_000 },
  indexRelativeOffset: { min: 300, max: 700 },
  credibilityHurdle: { min: 10, max: 100 },
  bulkRows: 1_000,
}
