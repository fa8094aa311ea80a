import { memoized } from '../calendar/trading-days.ts'
import type { Limits } from '../model/limits.ts'

/** Limits of which none is missing. */
export type CompleteLimits = Required<Limits>

/** The limits that journals of older versions lack. */
type LaterLimit = { [Name in keyof Limits]-?: undefined extends Limits[Name] ? Name : never }[keyof Limits]

/** The limits of the first version. Every journal has them. */
type FirstLimit =
  | 'locateWindowMs'
  | 'locateGraceMs'
  | 'declineCooldownMs'
  | 'timeoutCooldownMs'
  | 'failuresToEndOfDay'
  | 'openLocatesPerTrader'
  | 'minLiveMs'
  | 'directionFlipMs'
  | 'platformMinimumNotional'
  | 'minimumQuantityPercent'
  | 'brokersPerAdvert'
  | 'quoteAgeMs'
  | 'spreadTicks'
  | 'spreadBasisPoints'
  | 'excusedMoveBasisPoints'
  | 'ratedEvents'
  | 'ratedEventsPerContra'
  | 'ageing'
  | 'confirmingQuotes'
  | 'confirmingMs'
  | 'hardMarketErrorMs'
  | 'armingRating'
  | 'triggerOffset'
  | 'indexRelativeOffset'
  | 'credibilityHurdle'
  | 'bulkRows'

/**
 * The values with which the engine behaves as it did before a limit existed. A limit that was added later must
 * be optional in `Limits` and have its row here; both are checked by this type.
 */
type EarlierValues = {
  readonly [Name in Exclude<keyof Limits, FirstLimit>]-?: (recorded: Limits) => CompleteLimits[Name]
} & { readonly [Name in LaterLimit]: unknown }

const earlierValues: EarlierValues = {
  withdrawalCooldownMs: () => 0,
  restAfterFailureMs: ({ minLiveMs }) => minLiveMs,
  probing: () => unlimited,
}

const unlimited: CompleteLimits['probing'] = {
  failuresPerSecurity: Number.POSITIVE_INFINITY,
  failedLocatesPerPair: Number.POSITIVE_INFINITY,
  failuresPerTrader: Number.POSITIVE_INFINITY,
  failuresPerFirm: Number.POSITIVE_INFINITY,
}

/**
 * The limits of a state, with those that its journal lacks. A missing number would make every comparison with
 * it false, and the check would pass unnoticed. The state keeps the limits as they were recorded, so that the
 * fold of an old journal has the same hash as ever.
 */
export const completeLimits = memoized((recorded: Limits): CompleteLimits => {
  const earlier = Object.entries(earlierValues).map(([name, value]) => [name, value(recorded)] as const)
  return { ...(Object.fromEntries(earlier) as Pick<CompleteLimits, LaterLimit>), ...recorded }
})
