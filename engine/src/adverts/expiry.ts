import { endOfPlatformHours, neverCloses } from '../calendar/hours.ts'
import type { Security } from '../market/security.ts'
import type { State } from '../state/state.ts'
import { type Advert, type AdvertTerms, isInLocate, isTerminal } from './advert.ts'

/** Whether the advert ends now. One in a locate ends after the outcome (rules 8). */
export const isExpired = (advert: Advert, at: number): boolean =>
  !isTerminal(advert) && !isInLocate(advert) && advert.expiryDate !== null && advert.expiryDate <= at

/**
 * When an advert submitted at `from` ends: minutes by the wall clock, cut at the end of platform hours
 * (rules 13). Pausing does not stop the clock.
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
