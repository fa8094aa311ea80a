import { tradingDay } from '@aitai/engine/calendar/calendar.ts'
import type { Limits } from '@aitai/engine/limits.ts'
import { type Quote, type QuoteCondition, stockMove } from '@aitai/engine/market/quote.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import type { Quotes } from './quotes.ts'
import { createTapes } from './tapes.ts'
import type { UsdJpyRate } from './usd-jpy-rate.ts'

/** What a source saw of one security. Prices in 1/10,000 yen, the moment in milliseconds UTC. */
export interface QuoteUpdate {
  readonly ric: string
  readonly at: number
  /** Null where nobody bids or asks. */
  readonly bid: number | null
  readonly ask: number | null
  /** The last price and the official close. Null: none. Undefined: as before, on the same day. */
  readonly last: number | null | undefined
  readonly officialClose: number | null | undefined
  readonly condition: QuoteCondition
}

/** The market as somebody outside tells it. */
export interface QuoteBook extends Omit<Quotes, 'start' | 'stop'> {
  /**
   * Takes in what a source saw, at a moment in milliseconds UTC. Left out is what is older than the newest of
   * its security, and a security that is not listed here.
   */
  take(look: QuoteUpdate, at: number): 'taken' | 'late' | 'unknown'
  /** TOPIX and its previous close, in 1/10,000 points. */
  takeIndex(last: number, close: number, at: number): void
  /** Yen for one dollar, in 1/10,000 yen. */
  takeUsdJpy(rate: number): void
}

/**
 * A book of the listed securities, empty at first: before a source has told of a security it has no quote,
 * and its close stands for notionals (rules 6). `now` gives milliseconds UTC.
 */
export function createQuoteBook(source: {
  readonly securities: readonly Security[]
  readonly limits: Limits
  readonly dollar: UsdJpyRate
  readonly now: () => number
}): QuoteBook {
  const { limits, dollar, now } = source
  const tapes = createTapes(limits)
  const idOf = new Map<string, string>()
  const newest = new Map<string, Quote>()
  let index: { readonly move: number; readonly at: number } | null = null

  const quoteOf = (securityId: string): Quote | null => newest.get(securityId) ?? null

  /** Nothing of yesterday: its move was from another close. */
  const indexMoveAt = (at: number): number =>
    index && tradingDay(index.at) === tradingDay(at) ? index.move : 0

  function list(securities: readonly Security[]): void {
    for (const { ric, securityId } of securities) idOf.set(ric, securityId)
    tapes.list(securities)
    tapes.take(quoteOf, now())
  }

  list(source.securities)
  return {
    quoteOf,
    sightingOf: tapes.sightingOf,
    usdJpy: dollar.rate,
    indexMove: () => indexMoveAt(now()),
    list,
    take(look, at) {
      const securityId = idOf.get(look.ric)
      if (securityId === undefined) return 'unknown'
      const before = newest.get(securityId)
      if (before && look.at < before.at) return 'late'
      const quote = quoteFrom(look, securityId, before, indexMoveAt(look.at))
      newest.set(securityId, quote)
      tapes.see(quote, at)
      return 'taken'
    },
    takeIndex(last, close, at) {
      index = { move: stockMove(last, { closePrice: close }), at }
    },
    takeUsdJpy: dollar.set,
  }
}

/** What was traded, and the official close, stand for the rest of their day. */
function quoteFrom(
  look: QuoteUpdate,
  securityId: string,
  before: Quote | undefined,
  indexMove: number,
): Quote {
  const { at, bid, ask, condition } = look
  const today = before && tradingDay(before.at) === tradingDay(at) ? before : undefined
  const last = look.last === undefined ? today?.last : look.last
  const officialClose = look.officialClose === undefined ? today?.officialClose : look.officialClose
  return {
    securityId,
    at,
    bid,
    ask,
    condition,
    indexMove,
    last: last ?? 0,
    officialClose: officialClose ?? null,
  }
}
