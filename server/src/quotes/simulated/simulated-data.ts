import { startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { type Bar, noStatistics } from '../bars/bar.ts'
import { indexExchange, type MarketData } from '../bars/market-data.ts'
import { simulatedIndexBars } from './simulated-index.ts'
import { SimulatedPrices } from './simulated-prices.ts'
import { SimulatedDay, SimulatedTrading, type TradingSource } from './simulated-trades.ts'

/**
 * Statistics and bars of a simulated market, computed on demand: they are a function of seed, security and time,
 * so nothing has to be stored, a restart at any hour has the whole day, and every process computes the same.
 */
export function simulatedData(source: {
  readonly seed: string
  readonly trading: TradingSource
  readonly securityOf: (securityId: string) => Security | undefined
  /** Milliseconds UTC. */
  readonly now: () => number
}): MarketData {
  const prices = new SimulatedPrices(source.seed)
  const trading = new SimulatedTrading(prices, source.trading)
  const followed = new Map<string, SimulatedDay>()

  /** Whether a day can be continued to a time: the same reference data, and time has not gone back. */
  const continues = (day: SimulatedDay, security: Security, at: number): boolean =>
    day.security === security &&
    day.sessions === trading.sessionsOf(security, day.day) &&
    day.computedTo <= at

  /**
   * Computed for each caller, in about 3 ms. If charts were remembered, the time of a reply would reveal that somebody
   * else had just looked at a security.
   */
  const chartOf = (security: Security, day: number): SimulatedDay =>
    new SimulatedDay(trading, security, day, 'all bars')

  return {
    statisticsOf({ securityId, at }: Quote) {
      const security = source.securityOf(securityId)
      if (!security) return noStatistics
      const day = tradingDay(at)
      const known = followed.get(securityId)
      const today =
        known?.day === day && continues(known, security, at)
          ? known
          : new SimulatedDay(trading, security, day, 'last bars')
      followed.set(securityId, today)
      return today.statisticsAt(at)
    },
    async barsOf(security, from, to) {
      const until = Math.min(to - 1, source.now())
      const bars: Bar[] = []
      for (let day = tradingDay(from); day <= tradingDay(until); day += 1) {
        const end = Math.min(until, startOfTradingDay(day + 1) - 1)
        for (const bar of chartOf(security, day).barsUntil(end))
          if (bar.at >= from && bar.at < to) bars.push(bar)
      }
      return bars
    },
    async indexBarsOf(from, to) {
      const until = Math.min(to - 1, source.now())
      const bars: Bar[] = []
      for (let day = tradingDay(from); day <= tradingDay(until); day += 1) {
        const sessions = source.trading.sessionsOf(indexExchange, day)
        for (const bar of simulatedIndexBars(prices, sessions, day, until)) if (bar.at >= from) bars.push(bar)
      }
      return bars
    },
  }
}
