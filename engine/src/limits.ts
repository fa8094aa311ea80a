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
  readonly platformMinimumNotional: number
  readonly minimumQuantityPercent: { readonly min: number; readonly max: number }
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
  platformMinimumNotional: 10_000_000 * 10_000,
  minimumQuantityPercent: { min: 10, max: 75 },
  brokersPerAdvert: 4,
  quoteAgeMs: 10_000,
  spreadTicks: 10,
  spreadBasisPoints: 100,
  excusedMoveBasisPoints: 50,
  ratedEvents: 20,
  ratedEventsPerContra: 4,
}
