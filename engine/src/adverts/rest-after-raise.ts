import { tradingDay } from '../calendar/trading-days.ts'
import type { Advert, Direction } from '../model/advert.ts'
import { firmSecurityKey, type State } from '../model/state.ts'

/** A side and the number of shares on offer. */
export interface Offer {
  readonly direction: Direction
  readonly quantity: number
}

type InSecurity = Pick<Advert, 'firmId' | 'securityId'>

/** What the last advert of an institution in a security offered when it ended on the day of a moment, or null. */
export function lastOfferOnDay(state: State, { firmId, securityId }: InSecurity, at: number): Offer | null {
  const last = state.lastOffers.get(firmSecurityKey(firmId, securityId))
  return last?.day === tradingDay(at) ? last : null
}

/**
 * The end of the rest that a submit or modify begins, in milliseconds UTC; null if it neither raises the quantity nor
 * changes the side. `before` is what the institution had in the security on this day, if anything. Each rest of the
 * institution in the security on a day is twice as long as the one before (docs/rules.md §21).
 */
export function endOfRest(
  state: State,
  { firmId, securityId }: InSecurity,
  before: Offer | null,
  after: Offer,
  at: number,
): number | null {
  const { restAfterRaiseMs, restAfterRaiseMaxMs } = state.limits.probing
  if (!before || restAfterRaiseMs === 0) return null
  if (after.direction === before.direction && after.quantity <= before.quantity) return null
  const last = state.rests.get(firmSecurityKey(firmId, securityId))
  const earlier = last?.day === tradingDay(at) ? last.count : 0
  const until = at + Math.min(restAfterRaiseMs * 2 ** earlier, restAfterRaiseMaxMs)
  // The one before may last longer, if the venue has shortened its rests since.
  return Math.max(until, last?.until ?? 0)
}

/** Whether an advert rests after a raise or a flip (docs/rules.md §3, E11). */
export const isResting = ({ restsUntil }: Pick<Advert, 'restsUntil'>, at: number): boolean =>
  restsUntil !== null && restsUntil > at
