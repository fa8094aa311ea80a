import type { Security } from './equity.ts'
import type { Limits } from './limits.ts'

/** What the market says of a security at a moment. Prices in 1/10,000 yen, time in milliseconds UTC. */
export interface Quote {
  readonly securityId: string
  readonly at: number
  readonly bid: number
  readonly ask: number
  readonly last: number
  /** Move of TOPIX from its previous close, basis points. */
  readonly indexMove: number
}

/** The middle of bid and ask, in 1/10,000 yen: the only price at which anyone meets (rules 4). */
export const midOf = (quote: Quote): number => Math.floor((quote.bid + quote.ask) / 2)

/** Move of the mid from the previous close, in basis points, toward zero. */
export const stockMove = (quote: Quote, security: Security): number =>
  // Plus zero, since a small fall truncates to -0, which the journal would not give back.
  Math.trunc(((midOf(quote) - security.closePrice) * 10_000) / security.closePrice) + 0

/**
 * Whether two may meet at this quote: both sides there, not crossed, not too wide, not too old,
 * the mid inside the day's limits (rules 12, "fresh").
 */
export function isFresh(quote: Quote, security: Security, tick: number, at: number, limits: Limits): boolean {
  if (quote.bid <= 0 || quote.ask <= quote.bid) return false
  if (at - quote.at > limits.quoteAgeMs) return false
  const mid = midOf(quote)
  if (mid < security.minPrice || mid > security.maxPrice) return false
  const widest = Math.max(limits.spreadTicks * tick, Math.floor((mid * limits.spreadBasisPoints) / 10_000))
  return quote.ask - quote.bid <= widest
}
