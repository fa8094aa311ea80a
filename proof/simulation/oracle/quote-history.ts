import type { Limits } from '@aitai/engine/model/limits.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { marketErrorOf } from './market-data.ts'

/**
 * The oracle's quotes of a market: every consecutive fresh one, where the platform stores only those that
 * prove most. So it checks the thinning too.
 */
export interface QuoteHistory {
  newest: Quote | null
  /** Oldest first. */
  run: Quote[]
  /** When the newest quotes that are malformed arrived, without a well-formed one between them. */
  malformed: number[]
  /** The last time at which the market was fresh, or will be without another quote. */
  lastFresh: number | null
  /** The receipt of the first quote since which there was a fresh one at every moment. Null after one that is not. */
  freshSince: number | null
  /** The stamp of the newest quote, if that was not stamped ahead: an older quote is late. */
  newestStamp: number | null
  /** The latest stamp of a quote that was stamped ahead. */
  aheadStamp: number | null
  /** The receipt of the last malformed quote before the newest one that was not. */
  malformedBefore: number | null
}

export const emptyQuoteHistory = (): QuoteHistory => ({
  newest: null,
  run: [],
  malformed: [],
  lastFresh: null,
  freshSince: null,
  newestStamp: null,
  aheadStamp: null,
  malformedBefore: null,
})

/** As far back as any trigger of the simulation could need. */
const longest = 100

/**
 * Adds a quote received at a moment. One that is older than the newest is dropped; what is stamped ahead makes no other
 * late.
 */
export function recordQuote(
  quoteHistory: QuoteHistory,
  quote: Quote,
  security: Security,
  limits: Limits,
  at: number,
): void {
  const { newest, newestStamp } = quoteHistory
  if (newestStamp !== null && quote.at < newestStamp) return
  if (JSON.stringify(newest) === JSON.stringify(quote)) return
  quoteHistory.newest = quote
  const isAhead = quote.at > at + limits.quoteAheadMs
  quoteHistory.newestStamp = isAhead ? null : quote.at
  if (isAhead) quoteHistory.aheadStamp = quote.at
  const isMalformed = isAhead || marketErrorOf(quote, security, at, limits) === '007'
  if (!isMalformed)
    quoteHistory.malformedBefore = quoteHistory.malformed.at(-1) ?? quoteHistory.malformedBefore
  quoteHistory.malformed = isMalformed ? [...quoteHistory.malformed, at] : []
  const isFresh = !isAhead && marketErrorOf(quote, security, Math.min(quote.at, at), limits) === null
  const wasFresh =
    quoteHistory.freshSince !== null && quoteHistory.lastFresh !== null && quoteHistory.lastFresh >= at
  if (!isFresh) quoteHistory.freshSince = null
  else if (!wasFresh) quoteHistory.freshSince = at
  if (isFresh) quoteHistory.lastFresh = quote.at + limits.quoteAgeMs
  else if (quoteHistory.lastFresh === null || quoteHistory.lastFresh > at) quoteHistory.lastFresh = at
  const last = quoteHistory.run.at(-1)
  const isBroken = !isFresh || !last || quote.at < last.at || quote.at > last.at + limits.quoteAgeMs
  quoteHistory.run = [...(isBroken ? [] : quoteHistory.run), ...(isFresh ? [quote] : [])].slice(-longest)
}

/**
 * Whether a condition held for enough consecutive newest quotes over enough time, and the last is still fresh
 * (docs/rules.md §11).
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

/** Whether two malformed quotes came in succession, far enough apart (docs/rules.md §12). */
export const isMalformedForSure = ({ malformed }: QuoteHistory, { confirmingMs }: Limits): boolean =>
  malformed.length >= 2 && Number(malformed.at(-1)) - Number(malformed[0]) >= confirmingMs
