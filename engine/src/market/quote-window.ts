import type { Limits } from '../model/limits.ts'
import { midOf, type Quote, type Sighting, type TwoSidedQuote } from '../model/quote.ts'
import type { Security } from '../model/security.ts'
import { isFresh, isMalformed } from './market-error.ts'
import { leadOverIndex, shortestConfirmedRun } from './quote-confirmation.ts'

/** A sliding window over the quotes of one security, kept between sweeps. */
export interface QuoteWindow {
  readonly quote: Quote | null
  /** The consecutive fresh quotes up to the newest, as far back as a trigger can need. */
  readonly recent: readonly TwoSidedQuote[]
  /** Those of them that confirm the same triggers as all. */
  readonly run: readonly TwoSidedQuote[]
  /** When the market stopped being fresh, or will without a new quote. Null before the first look. */
  readonly freshUntil: number | null
  /** When the market became fresh, by the receipts of its quotes. Null if the newest quote was not fresh. */
  readonly freshSince: number | null
  /**
   * When the first and the newest of the consecutive malformed quotes up to the newest were received, and whether the
   * newest was stamped ahead. Null if it is not malformed. A malformed quote's own time cannot be trusted.
   */
  readonly malformed: { readonly first: number; readonly newest: number; readonly isAhead: boolean } | null
}

export const emptyQuoteWindow = (): QuoteWindow => ({
  quote: null,
  recent: [],
  run: [],
  freshUntil: null,
  freshSince: null,
  malformed: null,
})

/** The market data of a security for a sweep, which is also what the journal stores. */
export function sightingOf(
  { quote, run, freshUntil, freshSince, malformed }: QuoteWindow,
  securityId: string,
): Sighting {
  return {
    securityId,
    quote,
    run,
    ...(freshUntil === null ? {} : { freshUntil }),
    ...(freshSince === null ? {} : { freshSince }),
    ...(malformed ? { malformedForMs: malformed.newest - malformed.first } : {}),
  }
}

/** The window after a check that found no quote: the market is not fresh from the first check on. */
export const markUnquoted = (before: QuoteWindow, at: number): QuoteWindow =>
  before.freshUntil === null ? { ...before, freshUntil: at } : before

/**
 * The window after one more quote, received at a moment in milliseconds UTC (by default its own time). A
 * quote that is older than the newest or repeats it changes nothing. A quote that is not fresh ends the run,
 * and so does a gap in which the last one became stale: a trigger needs consecutive fresh quotes
 * (docs/rules.md §11).
 */
export function addQuote(
  before: QuoteWindow,
  quote: Quote,
  security: Security,
  limits: Limits,
  at = quote.at,
): QuoteWindow {
  const { quote: newest, malformed } = before
  // One that was stamped ahead at its receipt hides nothing, even once its time is reached.
  const hides = newest !== null && malformed?.isAhead !== true && isLate(quote, newest, at, limits)
  if (newest && (hides || isSame(newest, quote))) return before
  // Validated at its own time, regardless of latency; a quote from the future at the time of receipt.
  if (!isFresh(quote, security, Math.min(quote.at, at), limits))
    return {
      quote,
      recent: [],
      run: [],
      freshUntil: Math.min(before.freshUntil ?? at, at),
      freshSince: null,
      malformed: isMalformed(quote, security, at, limits)
        ? {
            first: before.malformed?.first ?? at,
            newest: at,
            isAhead: quote.at - at > limits.quoteAheadMs,
          }
        : null,
    }
  const recent = extended(before.recent, quote, limits)
  const wasFresh = before.quote !== null && at - before.quote.at <= limits.quoteAgeMs
  return {
    quote,
    recent,
    run: thinned(recent, security, limits),
    freshUntil: quote.at + limits.quoteAgeMs,
    freshSince: wasFresh ? (before.freshSince ?? at) : at,
    malformed: null,
  }
}

/**
 * Whether a quote is older than the newest, at its receipt. A quote from the future does not make later ones late, or
 * one wrong clock would hide the market until then.
 */
export const isLate = (
  quote: Pick<Quote, 'at'>,
  newest: Pick<Quote, 'at'>,
  at: number,
  { quoteAheadMs }: Limits,
): boolean => quote.at < newest.at && newest.at - at <= quoteAheadMs

const isSame = (a: Quote, b: Quote): boolean =>
  a.securityId === b.securityId &&
  a.at === b.at &&
  a.bid === b.bid &&
  a.ask === b.ask &&
  a.last === b.last &&
  a.condition === b.condition &&
  a.officialClose === b.officialClose &&
  a.indexMove === b.indexMove

function extended(
  recent: readonly TwoSidedQuote[],
  quote: TwoSidedQuote,
  limits: Limits,
): readonly TwoSidedQuote[] {
  const last = recent.at(-1)
  if (!last || quote.at < last.at || quote.at - last.at > limits.quoteAgeMs) return [quote]
  const longer = [...recent, quote]
  return shortestConfirmedRun(longer, limits) ?? longer
}

/**
 * The quotes of a run on which any trigger fires exactly as on all: the oldest, the newest, those with the
 * lowest and highest mid and lead, and enough others to reach the required number. The journal stores the run
 * with every sweep, so it must stay small however often quotes arrive.
 */
function thinned(
  recent: readonly TwoSidedQuote[],
  security: Security,
  limits: Limits,
): readonly TwoSidedQuote[] {
  const withoutIndex = recent.find((quote) => quote.indexMove === null)
  const lead = (quote: TwoSidedQuote): number => leadOverIndex(quote, security) ?? 0
  const kept = new Set([
    recent[0],
    recent.at(-1),
    lowestBy(recent, midOf),
    lowestBy(recent, (quote) => -midOf(quote)),
    lowestBy(recent, lead),
    lowestBy(recent, (quote) => -lead(quote)),
  ])
  // It keeps index-relative knockouts from firing.
  if (withoutIndex) kept.add(withoutIndex)
  for (let i = recent.length - 1; i >= 0 && kept.size < limits.confirmingQuotes; i -= 1) kept.add(recent[i])
  return recent.filter((quote) => kept.has(quote))
}

const lowestBy = (
  quotes: readonly TwoSidedQuote[],
  by: (quote: TwoSidedQuote) => number,
): TwoSidedQuote | undefined =>
  quotes.reduce<TwoSidedQuote | undefined>(
    (lowest, each) => (lowest === undefined || by(each) < by(lowest) ? each : lowest),
    undefined,
  )
