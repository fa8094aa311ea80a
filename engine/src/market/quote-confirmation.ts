import type { Limits } from '../limits.ts'
import { isFresh } from './market-error.ts'
import type { Price } from './price.ts'
import { midOf, type Quote, type Sighting, stockMove, type TwoSidedQuote } from './quote.ts'
import type { Security } from './security.ts'

/** Between which prices the market was. Mids in 1/10,000 yen, leads in basis points. */
export interface QuoteBounds {
  readonly lowestMid: Price
  readonly highestMid: Price
  /** By how much the stock moved ahead of the index, both from the previous close. */
  readonly lowestLead: number
  readonly highestLead: number
}

/** What the market has shown for long enough that a trigger may act on it, and the quotes that show it. */
export interface ConfirmedQuotes extends QuoteBounds {
  readonly quotes: readonly TwoSidedQuote[]
}

/** By how many basis points the stock ran ahead of the index at a quote (rules 11). */
export const leadOverIndex = (quote: TwoSidedQuote, security: Security): number =>
  stockMove(midOf(quote), security) - quote.indexMove

/** The bounds of some quotes, at least one. */
export function quoteBoundsOf(quotes: readonly TwoSidedQuote[], security: Security): QuoteBounds {
  const mids = quotes.map(midOf)
  const leads = quotes.map((quote) => leadOverIndex(quote, security))
  return {
    lowestMid: Math.min(...mids),
    highestMid: Math.max(...mids),
    lowestLead: Math.min(...leads),
    highestLead: Math.max(...leads),
  }
}

/**
 * The shortest end of a run that is long enough to act on: so many quotes in a row, over so much time
 * (rules 11). Null when even the whole is not. The shortest, because what held for the last second holds,
 * whatever was before.
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
 * What a sighting proves at a moment, in milliseconds UTC, or null. Nothing is taken on trust that can be
 * seen: every quote of the run was fresh in its time, they are in order, and the last is the newest there is
 * and still fresh. One evidence serves all the triggers of a security.
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
