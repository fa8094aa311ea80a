import { indexId } from '@aitai/contract/routes/index-id.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { isLate } from '@aitai/engine/market/quote-window.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { Price } from '@aitai/engine/model/price.ts'
import { type Quote, type QuoteCondition, stockMove } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { BarRecorder, ReportedStatistics } from './bars/bar-recorder.ts'
import type { Quotes } from './quotes.ts'
import { createTapes } from './tapes.ts'
import type { UsdJpyRate } from './usd-jpy-rate.ts'

/** A source's update of one security. Prices in 1/10,000 yen, `at` in milliseconds UTC. */
export interface QuoteUpdate {
  readonly ric: string
  readonly at: number
  /** Null if there is no bid or no ask. */
  readonly bid: Price | null
  readonly ask: Price | null
  /** The last price and the official close. Null: none. Undefined: unchanged on the same trading day. */
  readonly last: Price | null | undefined
  readonly officialClose: Price | null | undefined
  readonly condition: QuoteCondition
  /** What the source says of the day besides it. */
  readonly reported?: ReportedStatistics
}

/** The market as reported by an external source. */
export interface QuoteBook extends Omit<Quotes, 'start' | 'stop'> {
  /**
   * Applies an update received at `at` (milliseconds UTC). Ignores updates that are older than the newest of
   * the security ('late') and securities that are not listed ('unknown').
   */
  update(update: QuoteUpdate, at: number): 'taken' | 'late' | 'unknown'
  /** Starts with a quote that another process has received. Its market counts as fresh from now on at the earliest. */
  adopt(quote: Quote): void
  /** TOPIX and its previous close, in 1/10,000 points. */
  updateIndex(last: number, close: number, at: number): void
  /** Yen for one dollar, in 1/10,000 yen. */
  updateUsdJpy(rate: Price): void
}

/**
 * Creates a book of the listed securities without quotes. Until a security has its first quote, notionals use
 * its previous close. `now` returns milliseconds UTC.
 */
export function createQuoteBook(source: {
  readonly securities: readonly Security[]
  readonly limits: Limits
  readonly dollar: UsdJpyRate
  readonly now: () => number
  /** Derives the statistics of the day and bars. By default nothing does. */
  readonly recorder?: Pick<BarRecorder, 'see'>
}): QuoteBook {
  const { limits, dollar, now, recorder } = source
  const tapes = createTapes(limits)
  const idOf = new Map<string, string>()
  const newest = new Map<string, Quote>()
  let index: { readonly move: number; readonly at: number } | null = null

  const quoteOf = (securityId: string): Quote | null => newest.get(securityId) ?? null

  /** Yesterday's move does not count, since it was measured from another close, nor does one that is too old. */
  const indexMoveAt = (at: number): number | null =>
    index && tradingDay(index.at) === tradingDay(at) && at - index.at <= limits.quoteAgeMs ? index.move : null

  function list(securities: readonly Security[]): void {
    for (const { ric, securityId } of securities) idOf.set(ric, securityId)
    tapes.list(securities)
    tapes.recordEach(securities, quoteOf, now())
  }

  list(source.securities)
  return {
    quoteOf,
    sightingOf: tapes.sightingOf,
    changesSince: tapes.changesSince,
    usdJpy: dollar.rate,
    indexMove: () => indexMoveAt(now()),
    list,
    update(update, at) {
      const securityId = idOf.get(update.ric)
      if (securityId === undefined) return 'unknown'
      const before = newest.get(securityId)
      if (before && isLate(update, before, at, limits)) return 'late'
      const quote = quoteFrom(update, securityId, before, indexMoveAt(update.at))
      newest.set(securityId, quote)
      tapes.record(quote, at)
      recorder?.see(quote, update.reported)
      return 'taken'
    },
    adopt(quote) {
      newest.set(quote.securityId, quote)
      // Its first receipt is unknown here, and before it the market was not known to be fresh (docs/rules.md 3.E4.5).
      tapes.record(quote, now())
      if (quote.indexMove !== null) index ??= { move: quote.indexMove, at: quote.at }
    },
    updateIndex(last, close, at) {
      index = { move: stockMove(last, { closePrice: close }), at }
      recorder?.see({ ...unquoted, at, last })
    },
    updateUsdJpy: dollar.set,
  }
}

/** The index as the recorder of bars sees it: a last value alone. */
const unquoted = {
  securityId: indexId,
  bid: null,
  ask: null,
  officialClose: null,
  condition: 'CONTINUOUS',
  indexMove: null,
} as const

/** The last price and the official close remain valid for the rest of their trading day. */
function quoteFrom(
  update: QuoteUpdate,
  securityId: string,
  before: Quote | undefined,
  indexMove: number | null,
): Quote {
  const { at, bid, ask, condition } = update
  const today = before && tradingDay(before.at) === tradingDay(at) ? before : undefined
  const last = update.last === undefined ? today?.last : update.last
  const officialClose = update.officialClose === undefined ? today?.officialClose : update.officialClose
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
