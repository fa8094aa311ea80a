import { getPlatformHours, getQuote } from '@aitai/contract/reference.ts'
import { type Security, yen } from '@aitai/engine/equity.ts'
import { formatRange, isTradingDay } from '@aitai/engine/hours.ts'
import { isFresh, midOf, type Quote, stockMove } from '@aitai/engine/quote.ts'
import type { State } from '@aitai/engine/state.ts'
import { tickAt } from '@aitai/engine/ticks.ts'
import type { App } from './app.ts'
import { notFound } from './failures.ts'
import { serve } from './serve.ts'

/** The public side of a security: when it can be advertised, and what the market says (specification 7). */
export function statusCalls(app: App): void {
  const { matchmaking, quotes } = app

  serve(app, getPlatformHours, ({ securityId }) =>
    matchmaking.read((state, at) => {
      const { exchange } = securityIn(state, securityId)
      const hours = state.calendar.hours[exchange]
      return {
        platformHourRanges: hours.platform.map(formatRange),
        matchingEngineHourRanges: hours.matching.map(formatRange),
        exchangeHourRanges: hours.exchange.map(formatRange),
        // Matching at the official close is not offered yet.
        afterHours: false,
        tradingDay: isTradingDay(state.calendar, at),
      }
    }),
  )

  serve(app, getQuote, ({ securityId }) =>
    matchmaking.read((state, at) => {
      const security = securityIn(state, securityId)
      const quote = quotes.quoteOf(securityId)
      const isUsable =
        quote !== null && isFresh(quote, security, tickAt(quote.bid, security), at, state.limits)
      return {
        securityId,
        midPrice: isUsable ? midOf(quote) / yen : null,
        lastPrice: (quote?.last || security.closePrice) / yen,
        stockMovePercentage: isUsable ? stockMove(quote, security) / 100 : 0,
        indexMovePercentage: quotes.indexMove() / 100,
        usdJpy: quotes.usdJpy() / yen,
        at: quote?.at ?? at,
      }
    }),
  )
}

/** A security everyone may know of; else it is not there. */
function securityIn(state: State, securityId: string): Security {
  const security = state.securities.get(securityId)
  if (!security) throw notFound()
  return security
}

/**
 * The price the platform minimum is measured at: the last mid, or the close before there is one (rules 6).
 * In 1/10,000 yen.
 */
export const priceOf = (quote: Quote | null, security: Security | undefined): number =>
  quote && quote.bid > 0 && quote.ask > quote.bid ? midOf(quote) : (security?.closePrice ?? 0)
