import type { Limits } from '../model/limits.ts'
import type { Price } from '../model/price.ts'
import { midOf, type Quote, type Sighting, stockMove, type TwoSidedQuote } from '../model/quote.ts'
import type { Security } from '../model/security.ts'
import { isFresh } from './market-error.ts'

/** The range of the mids, and of the leads over the index in basis points. */
export interface QuoteBounds {
  readonly lowestMid: Price
  readonly highestMid: Price
  /** The move of the stock minus that of the index, both from the previous close. Null if any of them is unknown. */
  readonly lowestLead: number | null
  readonly highestLead: number | null
}

/** The quotes on which a trigger may fire, and their ranges. */
export interface ConfirmedQuotes extends QuoteBounds {
  readonly quotes: readonly TwoSidedQuote[]
}

/**
 * The move of the stock minus that of the index at a quote, in basis points; null without an index (docs/rules.md §11).
 */
export const leadOverIndex = (quote: TwoSidedQuote, security: Security): number | null =>
  quote.indexMove === null ? null : stockMove(midOf(quote), security) - quote.indexMove

/** The ranges of one or more quotes. */
export function quoteBoundsOf(quotes: readonly TwoSidedQuote[], security: Security): QuoteBounds {
  const mids = quotes.map(midOf)
  const leads = quotes.map((quote) => leadOverIndex(quote, security)).filter((lead) => lead !== null)
  const hasIndex = leads.length === quotes.length
  return {
    lowestMid: Math.min(...mids),
    highestMid: Math.max(...mids),
    lowestLead: hasIndex ? Math.min(...leads) : null,
    highestLead: hasIndex ? Math.max(...leads) : null,
  }
}

/**
 * The shortest tail of a run that confirms a trigger: the required number of consecutive quotes over the
 * required time (docs/rules.md §11). Null if the whole run does not. The shortest, because earlier quotes
 * must not matter.
 */
export function shortestConfirmedRun<Q extends Quote>(
  run: readonly Q[],
  limits: Limits,
): readonly Q[] | null {
  const newest = run.at(-1)
  const start = run.findLastIndex(
    ({ at }, i) =>
      newest !== undefined &&
      run.length - i >= limits.confirmingQuotes &&
      newest.at - at >= limits.confirmingMs,
  )
  return start < 0 ? null : run.slice(start)
}

const isInOrder = (run: readonly Quote[]): boolean =>
  run.every(({ at }, i) => at >= (run[i - 1]?.at ?? Number.NEGATIVE_INFINITY))

/**
 * The confirmed quotes of a sighting at a moment, in milliseconds UTC, or null. Validates the run: every
 * quote was fresh in its time, they are in order, and the last is the newest and still fresh. The result
 * serves all triggers of a security.
 */
export function confirmedQuotes(
  { quote, run }: Sighting,
  security: Security,
  at: number,
  limits: Limits,
): ConfirmedQuotes | null {
  const newest = run.at(-1) ?? null
  if (!quote || newest?.at !== quote.at || !isFresh(newest, security, at, limits)) return null
  const wasFresh = (each: Quote): each is TwoSidedQuote => isFresh(each, security, each.at, limits)
  if (!run.every(wasFresh) || !isInOrder(run)) return null
  const quotes = shortestConfirmedRun(run, limits)
  return quotes && { quotes, ...quoteBoundsOf(quotes, security) }
}
