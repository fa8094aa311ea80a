import { phaseOf } from '../calendar/hours.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import type { Price } from '../model/price.ts'
import { isTwoSided, midOf, type Quote } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { isFresh, marketErrorOf } from './market-error.ts'

/**
 * The price at which adverts are matched now, or null: condition E4 (docs/rules.md §3, §12, §13). The mid of
 * a fresh quote in matching hours, the official close after hours, and null while the platform or the
 * security is halted.
 */
export function meetingPrice(state: State, quote: Quote | null, at: number): Price | null {
  const security = quote ? state.securities.get(quote.securityId) : undefined
  if (!quote || !security) return null
  if (state.halts.platform || state.halts.securities.has(quote.securityId)) return null
  switch (phaseOf(state.calendar, security.exchange, at)) {
    case 'MATCHING':
      return isFresh(quote, security, at, state.limits) ? midOf(quote) : null
    case 'AFTER_HOURS':
      // A malformed quote has no usable close either.
      return marketErrorOf(quote, security, at, state.limits) === '007' ? null : officialCloseOf(quote, at)
    default:
      return null
  }
}

/** The official close, only if it is of the same trading day. */
const officialCloseOf = ({ officialClose, at: quotedAt }: Quote, at: number): Price | null =>
  officialClose !== null && officialClose > 0 && tradingDay(quotedAt) === tradingDay(at)
    ? officialClose
    : null

/** The price for notionals: the mid, or the previous close if there is none (docs/rules.md §6). */
export const notionalPrice = (quote: Quote | null, security: { readonly closePrice: Price }): Price =>
  quote && isTwoSided(quote) && quote.bid > 0 && quote.ask > quote.bid ? midOf(quote) : security.closePrice
