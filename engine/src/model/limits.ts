import { type Price, toPrice } from './price.ts'

/**
 * Every limit. docs/rules.md, Appendix A, says which of them the operator may set. The limits
 * are part of the state, so a replay uses those that were in force.
 * Times are in milliseconds, percentages in basis points unless the name says percent.
 */
export interface Limits {
  /** The time to answer a contra-located popup, as shown to the traders (docs/rules.md §8). */
  readonly locateWindowMs: number
  /** The grace period after that, for network latency (docs/rules.md §8). */
  readonly locateGraceMs: number
  /**
   * The cooldown of two institutions in a security after a decline and after a timeout (docs/rules.md §8).
   */
  readonly declineCooldownMs: number
  readonly timeoutCooldownMs: number
  /** The cooldown after a withdrawal for which neither side is responsible (docs/rules.md §8). */
  readonly withdrawalCooldownMs: number
  /**
   * The number of failed locates after which the cooldown lasts until the end of the day (docs/rules.md §8).
   */
  readonly failuresToEndOfDay: number
  /** The largest number of open locates of one trader (docs/rules.md §3, E10). */
  readonly openLocatesPerTrader: number
  /** The time for which both adverts must have been unchanged (docs/rules.md §3, E11). */
  readonly minLiveMs: number
  /** The same for an institution that has failed a locate in this security on this day (docs/rules.md §3, E11). */
  readonly restAfterFailureMs: number
  /** The time for which a market must have been fresh before a locate begins (docs/rules.md §3, E4). */
  readonly freshMarketMs: number
  /** How often locates may fail on one day (docs/rules.md §21). */
  readonly probing: ProbingLimits
  /** The time for which a direction flip is refused after a locate in that security (docs/rules.md §15). */
  readonly directionFlipMs: number
  /** The smallest notional of an advert, at the last mid or close (docs/rules.md §6). */
  readonly platformMinimumNotional: Price
  readonly minimumQuantityPercent: Range
  readonly brokersPerAdvert: number
  /** A quote older than this is not fresh (docs/rules.md §12). */
  readonly quoteAgeMs: number
  /** A quote that is stamped further ahead of the clock than this is malformed (docs/rules.md §12). */
  readonly quoteAheadMs: number
  /** A spread wider than max(this many ticks, this share of the mid) is not fresh (docs/rules.md §12). */
  readonly spreadTicks: number
  readonly spreadBasisPoints: number
  /** A decline after the mid moved this far against the decliner is not scored (docs/rules.md §14). */
  readonly excusedMoveBasisPoints: number
  /**
   * The number of newest scored events that count for the rating, and the most from one contra (docs/rules.md
   * §14).
   */
  readonly ratedEvents: number
  readonly ratedEventsPerContra: number
  /**
   * Below this rating, this many trading days without a scored event add one with this score (docs/rules.md
   * §14).
   */
  readonly ageing: { readonly below: number; readonly tradingDays: number; readonly score: number }
  /**
   * The number of consecutive fresh mids, and the time they must span, for a trigger to fire (docs/rules.md
   * §11).
   */
  readonly confirmingQuotes: number
  readonly confirmingMs: number
  /**
   * The time without a fresh mid, in exchange hours, after which adverts are cancelled (docs/rules.md §12).
   */
  readonly hardMarketErrorMs: number
  /** The rating from which an advertising trigger may be armed (docs/rules.md §11). */
  readonly armingRating: number
  /** Offsets of triggers, in basis points (docs/specification.md §9). */
  readonly triggerOffset: Range
  readonly indexRelativeOffset: Range
  readonly credibilityHurdle: Range
  /** Rows of one bulk file (docs/rules.md §18). */
  readonly bulkRows: number
}

/**
 * What ends or delays the locates of those who cause too many of them. A failure is a decline, a timeout, or a
 * withdrawal by one's own knockout; each is counted on one trading day (docs/rules.md §21).
 */
export interface ProbingLimits {
  /** Of one institution in one security. */
  readonly failuresPerSecurity: number
  /** Failed locates between two institutions, in all securities together. */
  readonly failedLocatesPerPair: number
  readonly failuresPerTrader: number
  /** Of one institution, in all securities together. */
  readonly failuresPerFirm: number
  /**
   * The rest before an advert can be located, after the first submit or modify of an institution in a security that
   * raises the quantity or changes the side. Each further one on that day doubles it, up to the maximum. 0: no rest.
   */
  readonly restAfterRaiseMs: number
  readonly restAfterRaiseMaxMs: number
  /**
   * Locates that were withdrawn without fault, of one institution in one security, and in all securities. 0: any
   * number.
   */
  readonly withdrawalsPerSecurity: number
  readonly withdrawalsPerFirm: number
  /**
   * Agreements of a trader today whose own password the executing broker has neither confirmed nor reported as
   * executed, from which the trader is not located. 0: any number.
   */
  readonly openHandoversPerTrader: number
}

/** Ratings, and hurdles in a call (docs/rules.md §14). */
export const ratingRange: Range = { min: 1, max: 100 }

/** The lowest hurdle that has an effect (docs/rules.md §19). */
export const lowestHurdle = 10

/** Both ends included. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** Whether a value is a whole number in the range. */
export const isInRange = ({ min, max }: Range, value: number | null): value is number =>
  value !== null && Number.isSafeInteger(value) && value >= min && value <= max

export const defaultLimits: Limits = {
  locateWindowMs: 30_000,
  locateGraceMs: 1_500,
  declineCooldownMs: 15 * 60_000,
  timeoutCooldownMs: 5 * 60_000,
  withdrawalCooldownMs: 5 * 60_000,
  failuresToEndOfDay: 2,
  openLocatesPerTrader: 2,
  minLiveMs: 0,
  restAfterFailureMs: 5_000,
  freshMarketMs: 10_000,
  probing: {
    failuresPerSecurity: 3,
    failedLocatesPerPair: 3,
    failuresPerTrader: 10,
    failuresPerFirm: 15,
    restAfterRaiseMs: 60_000,
    restAfterRaiseMaxMs: 16 * 60_000,
    withdrawalsPerSecurity: 3,
    withdrawalsPerFirm: 5,
    openHandoversPerTrader: 10,
  },
  directionFlipMs: 0,
  platformMinimumNotional: toPrice(10_000_000),
  minimumQuantityPercent: { min: 10, max: 75 },
  brokersPerAdvert: 4,
  quoteAgeMs: 10_000,
  quoteAheadMs: 1_000,
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
  credibilityHurdle: { min: lowestHurdle, max: ratingRange.max },
  bulkRows: 1_000,
}
