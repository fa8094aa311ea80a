import type { Limits } from '../limits.ts'
import { isFresh } from './market-error.ts'
import { midOf, type Quote, type Sighting, type TwoSidedQuote } from './quote.ts'
import { leadOverIndex, shortestConfirmedRun } from './quote-confirmation.ts'
import type { Security } from './security.ts'

/** What is kept of the market of one security between two sweeps. */
export interface QuoteWindow {
  readonly quote: Quote | null
  /** The fresh quotes up to the newest without a break, as far back as a trigger could look. */
  readonly recent: readonly TwoSidedQuote[]
  /** Those of them that prove as much as all. */
  readonly run: readonly TwoSidedQuote[]
  /** Until when the market was fresh, or is if nothing more comes. Null before anybody looked. */
  readonly freshUntil: number | null
}

export const emptyQuoteWindow = (): QuoteWindow => ({ quote: null, recent: [], run: [], freshUntil: null })

/** What a sweep is shown of a security, and what the journal keeps of it. */
export const sightingOf = ({ quote, run, freshUntil }: QuoteWindow, securityId: string): Sighting =>
  freshUntil === null ? { securityId, quote, run } : { securityId, quote, run, freshUntil }

/** The tape of a market that showed nothing when it was looked at: it is not fresh from the first look on. */
export const markUnquoted = (tape: QuoteWindow, at: number): QuoteWindow =>
  tape.freshUntil === null ? { ...tape, freshUntil: at } : tape

/**
 * The tape after one more quote, which came in at a moment in milliseconds UTC (its own, if none is given).
 * One that is older than the newest, or tells the same again, changes nothing. One that is not fresh ends
 * the run, and so does a silence in which the last one went stale: a trigger needs fresh quotes in a row
 * (rules 11).
 */
export function addQuote(
  tape: QuoteWindow,
  quote: Quote,
  security: Security,
  limits: Limits,
  at = quote.at,
): QuoteWindow {
  if (tape.quote && (isLate(tape.quote, quote, at, limits) || isSame(tape.quote, quote))) return tape
  // Judged at its own time, however long it was on its way; one from the future at the time it came in.
  if (!isFresh(quote, security, Math.min(quote.at, at), limits))
    return { quote, recent: [], run: [], freshUntil: Math.min(tape.freshUntil ?? at, at) }
  const recent = prolonged(tape.recent, quote, limits)
  return { quote, recent, run: thinned(recent, security, limits), freshUntil: quote.at + limits.quoteAgeMs }
}

/** A newest quote from the future keeps nobody out: or one wrong clock would shut the market for ever. */
const isLate = (newest: Quote, quote: Quote, at: number, limits: Limits): boolean =>
  quote.at < newest.at && newest.at - at <= limits.quoteAgeMs

const isSame = (a: Quote, b: Quote): boolean =>
  a.securityId === b.securityId &&
  a.at === b.at &&
  a.bid === b.bid &&
  a.ask === b.ask &&
  a.last === b.last &&
  a.condition === b.condition &&
  a.officialClose === b.officialClose &&
  a.indexMove === b.indexMove

function prolonged(
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
 * The quotes of a run by which any trigger at any level fires as it would on all: the oldest, the newest,
 * those with the lowest and highest mid and lead between, and enough of the others where more are needed in
 * a row. The journal keeps a run with every sweep, so it must stay small however fast the market ticks.
 */
function thinned(
  recent: readonly TwoSidedQuote[],
  security: Security,
  limits: Limits,
): readonly TwoSidedQuote[] {
  const lead = (quote: TwoSidedQuote): number => leadOverIndex(quote, security)
  const kept = new Set([
    recent[0],
    recent.at(-1),
    lowestBy(recent, midOf),
    lowestBy(recent, (quote) => -midOf(quote)),
    lowestBy(recent, lead),
    lowestBy(recent, (quote) => -lead(quote)),
  ])
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
