import { phaseChangeWithin, phaseOf } from '../calendar/hours.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import type { Price } from '../model/price.ts'
import { isTwoSided, midOf, type Quote, type SeenQuote, type Sighting } from '../model/quote.ts'
import type { Security } from '../model/security.ts'
import type { State } from '../model/state.ts'
import { hasMalformedValues, seenMarketError } from './market-error.ts'

/**
 * The price at which adverts are matched now, or null (docs/rules.md §3, §12, §13). The mid of
 * a fresh quote in matching hours, the official close after hours, and null while the platform or the
 * security is halted.
 */
export function matchingPrice(state: State, seen: SeenQuote, at: number): Price | null {
  const { quote } = seen
  const security = quote ? state.securities.get(quote.securityId) : undefined
  if (!quote || !security) return null
  if (state.halts.platform || state.halts.securities.has(quote.securityId)) return null
  const error = seenMarketError(seen, security, at, state.limits)
  switch (phaseOf(state.calendar, security.exchange, at)) {
    case 'MATCHING':
      return error === null && isTwoSided(quote) ? midOf(quote) : null
    case 'AFTER_HOURS':
      // A malformed quote has no usable close either.
      return error === '007' ? null : officialCloseOf(quote, at)
    default:
      return null
  }
}

/**
 * The price at which a locate may begin now, or null: condition E4 (docs/rules.md §3). Who can make the market of a
 * security must not be able to end a locate by it unanswered, so a locate begins only if its deadline is before the
 * next known end of matching, and in a market that has been fresh for some time.
 */
export function locatePrice(state: State, sighting: Sighting, at: number): Price | null {
  const { securityId, quote } = sighting
  const security = state.securities.get(securityId)
  if (!security || quote?.securityId !== securityId) return null
  const isTooEarly =
    phaseOf(state.calendar, security.exchange, at) === 'MATCHING' && at < freshEnoughFrom(state, sighting)
  return isTooEarly || endOfMatchingSoon(state, security, at) !== null
    ? null
    : matchingPrice(state, sighting, at)
}

/**
 * From when the market of a sighting has been fresh for long enough to be located in, as long as it stays so
 * (docs/rules.md §3, E4). The official close needs no fresh market.
 */
export function freshEnoughFrom({ limits }: Pick<State, 'limits'>, { freshSince }: Sighting): number {
  if (limits.freshMarketMs === 0) return Number.NEGATIVE_INFINITY
  return freshSince === undefined ? Number.POSITIVE_INFINITY : freshSince + limits.freshMarketMs
}

/** The known end of matching that a locate which began now could reach, or null (docs/rules.md §3, E4). */
export const endOfMatchingSoon = (
  { calendar, limits: { locateWindowMs, locateGraceMs } }: Pick<State, 'calendar' | 'limits'>,
  { exchange }: Pick<Security, 'exchange'>,
  at: number,
): number | null => phaseChangeWithin(calendar, exchange, at, locateWindowMs + locateGraceMs)

/** The official close, only if it is of the same trading day. */
const officialCloseOf = ({ officialClose, at: quotedAt }: Quote, at: number): Price | null =>
  officialClose !== null && officialClose > 0 && tradingDay(quotedAt) === tradingDay(at)
    ? officialClose
    : null

/** The price for notionals: the mid, or the previous close if there is none (docs/rules.md §6). */
export function notionalPrice(
  quote: Quote | null,
  security: Pick<Security, 'securityId' | 'closePrice'>,
): Price {
  const hasMid =
    quote &&
    !hasMalformedValues(quote, security) &&
    isTwoSided(quote) &&
    quote.bid > 0 &&
    quote.ask > quote.bid
  return hasMid ? midOf(quote) : security.closePrice
}
