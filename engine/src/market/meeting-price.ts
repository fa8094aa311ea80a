import { tradingDay } from '../calendar/calendar.ts'
import { phaseOf } from '../calendar/hours.ts'
import type { State } from '../state/state.ts'
import { isFresh, marketErrorOf } from './market-error.ts'
import type { Price } from './price.ts'
import { isTwoSided, midOf, type Quote } from './quote.ts'

/**
 * The price at which two may meet now, in 1/10,000 yen, or null: E4 (rules 3, 12, 13). In matching hours the
 * mid of a fresh quote, after hours the official close; never while the platform or the security is halted.
 */
export function meetingPrice(state: State, quote: Quote | null, at: number): Price | null {
  const security = quote ? state.securities.get(quote.securityId) : undefined
  if (!quote || !security) return null
  if (state.halts.platform || state.halts.securities.has(quote.securityId)) return null
  switch (phaseOf(state.calendar, security.exchange, at)) {
    case 'MATCHING':
      return isFresh(quote, security, at, state.limits) ? midOf(quote) : null
    case 'AFTER_HOURS':
      // What cannot be read as a quote is no price either.
      return marketErrorOf(quote, security, at, state.limits) === '007' ? null : officialCloseOf(quote, at)
    default:
      return null
  }
}

/** Yesterday's close is no price to meet at today. */
const officialCloseOf = ({ officialClose, at: quotedAt }: Quote, at: number): Price | null =>
  officialClose !== null && officialClose > 0 && tradingDay(quotedAt) === tradingDay(at)
    ? officialClose
    : null

/** The last mid of a quote, or the close before there is one: where notionals are measured (rules 6). */
export const notionalPrice = (quote: Quote | null, security: { readonly closePrice: Price }): Price =>
  quote && isTwoSided(quote) && quote.bid > 0 && quote.ask > quote.bid ? midOf(quote) : security.closePrice
