import type { Price } from '@aitai/engine/model/price.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { SimulatedPrices } from './simulated-prices.ts'
import { SimulatedTrading, type TradingSource } from './simulated-trades.ts'
import { alwaysOpenSessions } from './volume-profile.ts'

/**
 * A market for demonstrations and tests. Its quotes are a function of seed, securities and time: one that starts later
 * shows what one that started earlier shows. Bid and ask move around the clock; trades happen in exchange hours only.
 */
export interface SimulatedMarket {
  /** Advances to a time in milliseconds UTC. A time that is not later changes nothing. */
  advance(at: number): void
  /** Adds new securities, and updates the closes of those already listed. */
  list(securities: readonly Security[]): void
  quoteOf(securityId: string): Quote | null
  /** Yen for one dollar, in 1/10,000 yen. */
  usdJpy(): Price
  /** Move of TOPIX from its previous close, in basis points. */
  indexMove(): number
}

/** No official close is published, so that matching at it needs another source. */
const unpublished = { condition: 'CONTINUOUS', officialClose: null } as const

/** Never closes, and the volumes are unknown. */
const untimed: TradingSource = { sessionsOf: alwaysOpenSessions, volumeOf: () => null }

interface Listed {
  security: Security
  quote: Quote
}

/** Creates a market at a time in milliseconds UTC, with a quote for every security. */
export function createSimulatedMarket(start: {
  readonly seed: string
  readonly securities: readonly Security[]
  readonly at: number
  /** When the exchanges trade, and how much. By default they never close. */
  readonly trading?: TradingSource
}): SimulatedMarket {
  const prices = new SimulatedPrices(start.seed)
  const trading = new SimulatedTrading(prices, start.trading ?? untimed)
  const listed = new Map<string, Listed>()
  let now = start.at

  function quote(security: Security): Quote {
    const { bid, ask } = prices.bookAt(security, now)
    const last = trading.lastTrade(security, now)?.price ?? security.closePrice
    const { securityId } = security
    return { securityId, at: now, bid, ask, last, indexMove: prices.indexMove(now), ...unpublished }
  }

  function list(securities: readonly Security[]): void {
    for (const security of securities) listed.set(security.securityId, { security, quote: quote(security) })
  }

  list(start.securities)
  return {
    list,
    advance(at) {
      if (at <= now) return
      now = at
      for (const each of listed.values()) each.quote = quote(each.security)
    },
    quoteOf: (securityId) => listed.get(securityId)?.quote ?? null,
    usdJpy: () => prices.usdJpy(now),
    indexMove: () => prices.indexMove(now),
  }
}
