import type { Bars, MarketQuote, MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import { percentOf } from '@aitai/engine/adverts/percent.ts'
import { exchangeIsOpen } from '@aitai/engine/calendar/hours.ts'
import { isFresh, marketErrorCodeOf, marketErrorOf } from '@aitai/engine/market/market-error.ts'
import { toYen, toYenOrNull } from '@aitai/engine/model/price.ts'
import { midOf, stockMove } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { type Bar, type DayStatistics, noStatistics } from './bars/bar.ts'
import type { MarketData } from './bars/market-data.ts'
import type { Quotes } from './quotes.ts'

/** Where the public market of a security is read. */
interface MarketSources {
  readonly quotes: Quotes
  readonly marketData: MarketData
}

/** Bars as columns, prices in yen. */
export function barColumns(bars: readonly Bar[]): Bars {
  const prices = (name: 'open' | 'high' | 'low' | 'close' | 'vwap' | 'mid') =>
    bars.map((bar) => toYenOrNull(bar[name]))
  return {
    at: bars.map(({ at }) => at),
    open: prices('open'),
    high: prices('high'),
    low: prices('low'),
    close: prices('close'),
    volume: bars.map(({ volume }) => volume),
    vwap: prices('vwap'),
    mid: prices('mid'),
  }
}

/**
 * The public market of a security at a time in milliseconds UTC, with the newest two bars. Depends on nothing but
 * market data, reference data and the limits: it is the same for everybody (docs/rules.md §15, §23).
 */
export function marketUpdateOf(
  { quotes, marketData }: MarketSources,
  { calendar, limits }: Pick<State, 'calendar' | 'limits'>,
  security: Security,
  at: number,
): MarketUpdate {
  const { securityId, exchange } = security
  const latest = quotes.quoteOf(securityId)
  const indexMove = quotes.indexMove()
  const error = marketErrorOf(latest, security, at, limits)
  // A malformed quote is not shown at all.
  const quote = error === '007' ? null : latest
  const mid = isFresh(quote, security, at, limits) ? midOf(quote) : null
  const statistics = quote ? marketData.statisticsOf(quote) : noStatistics
  return {
    securityId,
    midPrice: toYenOrNull(mid),
    lastPrice: toYen(quote && quote.last > 0 ? quote.last : security.closePrice),
    stockMovePercentage: mid === null ? 0 : percentOf(stockMove(mid, security)),
    indexMovePercentage: indexMove === null ? null : percentOf(indexMove),
    usdJpy: toYen(quotes.usdJpy()),
    marketError: exchangeIsOpen(calendar, exchange, at) && error !== null ? marketErrorCodeOf(error) : null,
    at: quote?.at ?? at,
    bid: toYenOrNull(quote?.bid ?? null),
    ask: toYenOrNull(quote?.ask ?? null),
    condition: quote?.condition ?? null,
    ...statisticsView(statistics),
    bars: barColumns(statistics.bars),
  }
}

const statisticsView = ({
  open,
  high,
  low,
  vwap,
  bidSize,
  askSize,
  lastSize,
  volume,
}: DayStatistics): Pick<
  MarketQuote,
  'open' | 'high' | 'low' | 'vwap' | 'bidSize' | 'askSize' | 'lastSize' | 'volume'
> => ({
  bidSize,
  askSize,
  lastSize,
  open: toYenOrNull(open),
  high: toYenOrNull(high),
  low: toYenOrNull(low),
  volume,
  vwap: toYenOrNull(vwap),
})
