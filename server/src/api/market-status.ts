import { getPlatformHours, getQuote } from '@aitai/contract/routes/reference.ts'
import { isTradingDay } from '@aitai/engine/calendar/calendar.ts'
import { afterHoursIsOpen, exchangeIsOpen, formatRange } from '@aitai/engine/calendar/hours.ts'
import { haltRefusal } from '@aitai/engine/market/halts.ts'
import { isFresh, marketErrorCodeOf, marketErrorOf } from '@aitai/engine/market/market-error.ts'
import { notionalPrice } from '@aitai/engine/market/meeting-price.ts'
import { toYen } from '@aitai/engine/market/price.ts'
import { midOf, type Quote, stockMove } from '@aitai/engine/market/quote.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { traderOf } from '@aitai/engine/state/lookups.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { AppContext } from '../context.ts'
import { notFound } from '../http/failures.ts'
import { serve } from './serve.ts'

/** Public data of a security: when it can be advertised, and its market data (docs/specification.md §7). */
export function statusCalls(app: AppContext): void {
  const { matchmaking, quotes } = app

  serve(app, getPlatformHours, ({ securityId }, { userId }) =>
    matchmaking.read((state, at) => {
      const { calendar, securities } = state
      const { exchange } = securityIn(securities, securityId)
      // Include halts of the reader's own institution only: a halt of another one is secret (docs/rules.md
      // §15).
      const { firmId } = traderOf(state, userId)
      const hours = calendar.hours[exchange]
      return {
        platformHourRanges: hours.platform.map(formatRange),
        matchingEngineHourRanges: [...hours.matching, ...hours.afterHours].map(formatRange),
        exchangeHourRanges: hours.exchange.map(formatRange),
        afterHours: afterHoursIsOpen(calendar, exchange, at),
        tradingDay: isTradingDay(calendar, at),
        halted: haltRefusal(state, { firmId, securityId })?.errorCode ?? null,
      }
    }),
  )

  serve(app, getQuote, ({ securityId }) =>
    matchmaking.read((state, at) => {
      const security = securityIn(state.securities, securityId)
      const latest = quotes.quoteOf(securityId)
      const error = marketErrorOf(latest, security, at, state.limits)
      // A malformed quote is not shown at all.
      const quote = error === '007' ? null : latest
      const mid = isFresh(quote, security, at, state.limits) ? midOf(quote) : null
      const exchangeOpen = exchangeIsOpen(state.calendar, security.exchange, at)
      return {
        securityId,
        midPrice: mid === null ? null : toYen(mid),
        lastPrice: toYen(quote && quote.last > 0 ? quote.last : security.closePrice),
        stockMovePercentage: mid === null ? 0 : stockMove(mid, security) / 100,
        indexMovePercentage: quotes.indexMove() / 100,
        usdJpy: toYen(quotes.usdJpy()),
        marketError: exchangeOpen && error !== null ? marketErrorCodeOf(error) : null,
        at: quote?.at ?? at,
      }
    }),
  )
}

/** A listed security. Throws 404 for any other. */
function securityIn(securities: State['securities'], securityId: string): Security {
  const security = securities.get(securityId)
  if (!security) throw notFound()
  return security
}

/**
 * The price at which the platform minimum is measured: the last mid, or the close if there is none yet
 * (docs/rules.md §6). In 1/10,000 yen; 0 for an unknown security.
 */
export const priceOf = (quote: Quote | null, security: Security | undefined): number =>
  security ? notionalPrice(quote, security) : 0
