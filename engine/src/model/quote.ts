import type { Price } from './price.ts'
import type { Security } from './security.ts'

/** The trading status at the exchange: continuous, halted, or a special quote (docs/market.md). */
export const quoteConditions = ['CONTINUOUS', 'HALTED', 'SPECIAL_QUOTE'] as const
export type QuoteCondition = (typeof quoteConditions)[number]

/** A quote of a security at a moment, in milliseconds UTC. */
export interface Quote {
  readonly securityId: string
  readonly at: number
  /** Bid and ask are null if there is none. */
  readonly bid: Price | null
  readonly ask: Price | null
  /** The last traded price; 0 before the first trade of the day. */
  readonly last: Price
  readonly condition: QuoteCondition
  /** The official close of the day, once the exchange has published it (docs/rules.md §13). */
  readonly officialClose: Price | null
  /**
   * The move of TOPIX from its previous close, in basis points. Null if at the time of the quote there was no value of
   * today, or none that was as young as a quote must be (docs/rules.md §11).
   */
  readonly indexMove: number | null
}

/** A quote with a bid and an ask, and therefore a mid. */
export interface TwoSidedQuote extends Quote {
  readonly bid: Price
  readonly ask: Price
}

/**
 * The market data of a security for a sweep: the newest quote and the run of consecutive fresh quotes that
 * ends with it, oldest first and thinned. A trigger fires on a run, never on a single quote (docs/rules.md
 * §11).
 */
export interface Sighting {
  readonly securityId: string
  readonly quote: Quote | null
  readonly run: readonly Quote[]
  /** When the market stopped being fresh, or will without a new quote. Absent if no window was kept. */
  readonly freshUntil?: number
  /**
   * When the market became fresh, by the receipts of its quotes, if it has been fresh since then. Absent if the newest
   * quote was not fresh, or if no window was kept.
   */
  readonly freshSince?: number
  /**
   * The time between the receipts of the first and the newest of consecutive malformed quotes, in milliseconds. Absent
   * if the newest quote was not malformed at its receipt (docs/rules.md §12).
   */
  readonly malformedForMs?: number
  /**
   * The sweep applies triggers and market errors, but does not match this security yet (docs/rules.md §4).
   */
  readonly waits?: true
}

/** What the price and the error of a market at a moment derive from, besides its hours and halts. */
export type SeenQuote = Pick<Sighting, 'quote' | 'malformedForMs'>

export const isTwoSided = (quote: Quote): quote is TwoSidedQuote => quote.bid !== null && quote.ask !== null

/**
 * The mid of bid and ask, rounded down: the only price for matching in continuous trading (docs/rules.md §4).
 */
export const midOf = ({ bid, ask }: TwoSidedQuote): Price => Math.floor((bid + ask) / 2)

/**
 * The move of a price from the previous close, in basis points, rounded toward zero (docs/rules.md §11).
 */
export function stockMove(price: Price, { closePrice }: Pick<Security, 'closePrice'>): number {
  const moved = (price - closePrice) * 10_000
  // The remainder is subtracted first, which is exact and avoids -0, which JSON cannot represent.
  return (moved - (moved % closePrice)) / closePrice
}

/** The reason why a market is not fresh, by the code of the specification (docs/rules.md §12). */
export type MarketErrorCode = '001' | '002' | '003' | '004' | '005' | '006' | '007' | '012' | '013'
