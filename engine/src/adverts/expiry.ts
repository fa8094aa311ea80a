import { endOfPlatformHours, neverCloses } from '../calendar/hours.ts'
import { type Advert, type AdvertTerms, isInLocate, isTerminal } from '../model/advert.ts'
import type { Security } from '../model/security.ts'
import type { State } from '../model/state.ts'

/**
 * Whether the advert is due to expire. An advert in a locate expires after the outcome (docs/rules.md §8).
 */
export const isExpired = (advert: Advert, at: number): boolean =>
  !isTerminal(advert) && !isInLocate(advert) && advert.expiryDate !== null && advert.expiryDate <= at

/**
 * The expiry, in milliseconds UTC, of an advert submitted at `from`: its duration in wall-clock minutes, but
 * not beyond the end of platform hours (docs/rules.md §13). Pausing does not stop the clock.
 */
export function expiryDateOf(
  state: State,
  security: Security,
  terms: AdvertTerms,
  from: number,
  at: number,
): number {
  const close = endOfPlatformHours(state.calendar, security.exchange, at)
  if (terms.duration === 'END_OF_DAY') return close
  const end = from + Number(terms.duration) * 60_000
  return neverCloses(state.calendar, security.exchange) ? end : Math.min(end, close)
}
