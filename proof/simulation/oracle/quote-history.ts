import type { Limits } from '@aitai/engine/limits.ts'
import type { Quote } from '@aitai/engine/market/quote.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { marketErrorOf } from './market-data.ts'

/**
 * What the oracle remembers of a market: every fresh quote without a break, where the platform keeps only
 * those that prove most. It judges the thinning too.
 */
export interface QuoteHistory {
  newest: Quote | null
  /** Oldest first. */
  run: Quote[]
  /** When the market was fresh for the last time, or will have been if nothing more comes. */
  lastFresh: number | null
}

export const emptyQuoteHistory = (): QuoteHistory => ({ newest: null, run: [], lastFresh: null })

/** As many as any trigger of the simulation could look back. */
const longest = 100

/** A quote comes in at a moment. What is older than the newest is of no use any more. */
export function recordQuote(
  reel: QuoteHistory,
  quote: Quote,
  security: Security,
  limits: Limits,
  at: number,
): void {
  const { newest } = reel
  const fromTheFuture = newest !== null && newest.at > at + limits.quoteAgeMs
  if (newest && quote.at < newest.at && !fromTheFuture) return
  if (JSON.stringify(newest) === JSON.stringify(quote)) return
  reel.newest = quote
  const isFresh = marketErrorOf(quote, security, Math.min(quote.at, at), limits) === null
  if (isFresh) reel.lastFresh = quote.at + limits.quoteAgeMs
  else if (reel.lastFresh === null || reel.lastFresh > at) reel.lastFresh = at
  const last = reel.run.at(-1)
  const isBroken = !isFresh || !last || quote.at < last.at || quote.at > last.at + limits.quoteAgeMs
  reel.run = [...(isBroken ? [] : reel.run), ...(isFresh ? [quote] : [])].slice(-longest)
}

/**
 * Whether something held at the newest quotes in a row, enough of them over enough time, and the last is
 * fresh still (rules 11).
 */
export function holdsLongEnough(
  { run }: QuoteHistory,
  security: Security,
  at: number,
  limits: Limits,
  holds: (quote: Quote) => boolean,
): boolean {
  const newest = run.at(-1)
  if (!newest || marketErrorOf(newest, security, at, limits) !== null) return false
  let count = 0
  for (let i = run.length - 1; i >= 0; i -= 1) {
    const quote = run[i] as Quote
    if (!holds(quote)) return false
    count += 1
    if (count >= limits.confirmingQuotes && newest.at - quote.at >= limits.confirmingMs) return true
  }
  return false
}
