import type { Price } from './price.ts'
import type { Security } from './security.ts'

/** How the exchange trades the security: normally, not at all, or by a special quote (market.md 6). */
export const quoteConditions = ['CONTINUOUS', 'HALTED', 'SPECIAL_QUOTE'] as const
export type QuoteCondition = (typeof quoteConditions)[number]

/** What the market says of a security at a moment. Prices in 1/10,000 yen, time in milliseconds UTC. */
export interface Quote {
  readonly securityId: string
  readonly at: number
  /** Null where nobody bids or asks. */
  readonly bid: Price | null
  readonly ask: Price | null
  /** The last traded price; 0 before the first trade of the day. */
  readonly last: Price
  readonly condition: QuoteCondition
  /** The day's official close, from the moment the exchange publishes it (rules 13). */
  readonly officialClose: Price | null
  /** Move of TOPIX from its previous close, basis points. */
  readonly indexMove: number
}

/** A quote with both a bid and an ask: only such a one has a middle. */
export interface TwoSidedQuote extends Quote {
  readonly bid: Price
  readonly ask: Price
}

/**
 * What a market shows at a moment: the newest quote, and the fresh ones that led to it without a break,
 * oldest first, thinned to those that prove most. A trigger fires on a run, never on one quote (rules 11).
 */
export interface Sighting {
  readonly securityId: string
  readonly quote: Quote | null
  readonly run: readonly Quote[]
  /** Until when the market was fresh, or is if nothing more comes; left out where nobody kept a tape. */
  readonly freshUntil?: number
  /** Shown for what the market does to those who stand in it; contras are not looked for yet (rules 4). */
  readonly waits?: true
}

export const isTwoSided = (quote: Quote): quote is TwoSidedQuote => quote.bid !== null && quote.ask !== null

/** The middle of bid and ask, in 1/10,000 yen: the only price at which anyone meets (rules 4). */
export const midOf = ({ bid, ask }: TwoSidedQuote): Price => Math.floor((bid + ask) / 2)

/**
 * Move of a price from the previous close, in basis points, toward zero. Prices in 1/10,000 yen (rules 11).
 */
export function stockMove(price: Price, { closePrice }: Pick<Security, 'closePrice'>): number {
  const moved = (price - closePrice) * 10_000
  // The rest goes first, so that nothing is rounded; and no -0 comes out, which JSON would not give back.
  return (moved - (moved % closePrice)) / closePrice
}
