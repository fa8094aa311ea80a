import { setImmediate } from 'node:timers/promises'
import { indexId } from '@aitai/contract/routes/index-id.ts'
import { getBars, getPastBars, getPlatformHours, getQuote } from '@aitai/contract/routes/reference.ts'
import { type PastBars, pastBarMinutes, pastDays } from '@aitai/contract/schemas/reference.ts'
import { afterHoursIsOpen, formatRange, neverCloses } from '@aitai/engine/calendar/hours.ts'
import { openIntervalsOf } from '@aitai/engine/calendar/open-time.ts'
import {
  dateOfDay,
  dayOfDate,
  isTradingDay,
  minuteMs,
  startOfTradingDay,
  tradingDay,
} from '@aitai/engine/calendar/trading-days.ts'
import { haltRefusal } from '@aitai/engine/market/halts.ts'
import { notionalPrice } from '@aitai/engine/market/matching-price.ts'
import type { Calendar, Exchange } from '@aitai/engine/model/calendar.ts'
import { traderOf } from '@aitai/engine/model/lookups.ts'
import { type Price, toYen, toYenOrNull } from '@aitai/engine/model/price.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { ratioBetween } from '@aitai/engine/model/share-ratio.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { AppContext } from '../context.ts'
import { notFound } from '../http/failures.ts'
import { adjustBar, type Bar, longerBars } from '../quotes/bars/bar.ts'
import { afterSessionMs } from '../quotes/bars/bar-recorder.ts'
import { indexExchange } from '../quotes/bars/market-data.ts'
import { barColumns, marketUpdateOf } from '../quotes/market-view.ts'
import { isDate } from '../reference/calendar.ts'
import { serve } from './serve.ts'

/** Public data of a security: when it can be advertised, and its market data (docs/specification.md §7). */
export function statusCalls(app: AppContext): void {
  const { market } = app

  serve(app, getPlatformHours, ({ securityId }, { userId }) =>
    market.read((state, at) => {
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
        neverCloses: neverCloses(calendar, exchange),
        halted: haltRefusal(state, { firmId, securityId })?.errorCode ?? null,
      }
    }),
  )

  serve(app, getQuote, ({ securityId }) =>
    market.read((state, at) => {
      const { bars: _, ...quote } = marketUpdateOf(app, state, securityIn(state.securities, securityId), at)
      return quote
    }),
  )

  serve(app, getBars, async (params) => {
    const { security, day, isToday, sessionsOn, dayBefore, barsBetween } = await marketDays(app, params)
    const barsOn = (of: number) => barsBetween(of, startOfTradingDay(of), startOfTradingDay(of + 1))
    const bars = await barsOn(day)
    const today = isToday ? security : null
    const closeBefore = today?.closePrice ?? (await barsOn(dayBefore(day))).at(-1)?.close
    return {
      securityId: params.securityId,
      day: dateOfDay(day),
      previousClose: closeBefore ? toYen(closeBefore) : null,
      minPrice: toYenOrNull(today?.minPrice ?? null),
      maxPrice: toYenOrNull(today?.maxPrice ?? null),
      sessions: sessionsOn(day),
      bars: barColumns(bars),
    }
  })

  serve(app, getPastBars, async (params) => {
    const { day, sessionsOn, dayBefore, barsBetween } = await marketDays(app, params)
    const days: PastBars['days'] = []
    for (let past = dayBefore(day); days.length < pastDays; past = dayBefore(past)) {
      const sessions = sessionsOn(past)
      const [first, last] = [sessions[0], sessions.at(-1)]
      // A simulated day takes milliseconds, in which nothing is decided: never several in a row.
      await setImmediate()
      const bars =
        first && last ? await barsBetween(past, first.from, last.to + afterSessionMs + minuteMs) : []
      const longer = longerBars(bars, sessions, pastBarMinutes * minuteMs)
      days.unshift({ day: dateOfDay(past), sessions, bars: barColumns(longer) })
    }
    return { securityId: params.securityId, day: dateOfDay(day), days }
  })
}

/** A listed security, or the index, on a day and around it. Throws 404 for a security or a day that does not exist. */
async function marketDays(app: AppContext, { securityId, day: date }: { securityId: string; day: string }) {
  if (date !== 'today' && !isDate(date)) throw notFound()
  const { security, ...days } = await app.market.read((state, at) => {
    const found = securityId === indexId ? null : securityIn(state.securities, securityId)
    return { security: found, ...tradingDays(state.calendar, found?.exchange ?? indexExchange, at) }
  })
  const day = date === 'today' ? days.shown : dayOfDate(date)
  const ratios = app.reference.names().ratiosOf(securityId)
  /** The bars of a time on a day, in the shares of the current day. */
  const barsBetween = async (of: number, from: number, to: number): Promise<readonly Bar[]> => {
    if (!security) return await app.marketData.indexBarsOf(from, to)
    const found = await app.marketData.barsOf(security, from, to)
    const ratio = ratioBetween(ratios, of, days.date)
    return ratio ? found.map((bar) => adjustBar(bar, ratio)) : found
  }
  return { ...days, security, day, isToday: day === days.date, barsBetween }
}

/** The trading days around a moment, in milliseconds UTC. Days are numbers since 1970-01-01 in Tokyo. */
function tradingDays(calendar: Calendar, exchange: Exchange, at: number) {
  const isOpenOn = (day: number): boolean => isTradingDay(calendar, startOfTradingDay(day))
  const dayBefore = (day: number): number => {
    for (let before = day - 1; before > day - maxClosureDays; before -= 1) if (isOpenOn(before)) return before
    return day - 1
  }
  const sessionsOn = (day: number) => {
    const start = startOfTradingDay(day)
    const spans = isOpenOn(day) ? openIntervalsOf(calendar.hours[exchange].exchange) : []
    return spans.map(({ from, to }) => ({ from: start + from, to: start + to }))
  }
  const date = tradingDay(at)
  const [first] = sessionsOn(date)
  // Before the open there is nothing of the day to show yet.
  return { date, shown: first && at >= first.from ? date : dayBefore(date), dayBefore, sessionsOn }
}

/** Longer than any closure (docs/market.md#holidays). */
const maxClosureDays = 15

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
export const priceOf = (quote: Quote | null, security: Security | undefined): Price =>
  security ? notionalPrice(quote, security) : 0
