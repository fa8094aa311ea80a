import { defaultLimits, type Limits } from '@aitai/engine/limits.ts'
import type { Quote, Sighting } from '@aitai/engine/market/quote.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { createSimulatedMarket } from './simulated-market.ts'
import { createTapes } from './tapes.ts'

/** Where the server reads the market, whichever source feeds it. */
export interface Quotes {
  /** The newest quote of a security, or null if there is none. Whether it is fresh, the engine says. */
  quoteOf(securityId: string): Quote | null
  /** The newest quote and what led to it: what a sweep is shown (rules 11). */
  sightingOf(securityId: string): Sighting
  /** Yen for one dollar, in 1/10,000 yen. */
  usdJpy(): number
  /** Move of TOPIX from its previous close, in basis points. */
  indexMove(): number
  /** Follow new securities, and new closes of those already followed. */
  list(securities: readonly Security[]): void
  start(): void
  stop(): void
}

/**
 * Simulated quotes, renewed every second while started. `now` gives milliseconds UTC; `limits` are those of
 * the venue, since what confirms a trigger is the venue's to choose.
 */
export function simulatedQuotes(source: {
  readonly seed: string
  readonly securities: readonly Security[]
  readonly now: () => number
  readonly limits?: Limits
  readonly everyMs?: number
}): Quotes {
  const { seed, securities, now, limits = defaultLimits, everyMs = 1_000 } = source
  const market = createSimulatedMarket({ seed, securities, at: now() })
  const tapes = createTapes(limits)
  tapes.list(securities)
  tapes.take(market.quoteOf, now())
  let timer: NodeJS.Timeout | null = null

  const advance = (): void => {
    market.advance(now())
    tapes.take(market.quoteOf, now())
  }

  return {
    quoteOf: market.quoteOf,
    sightingOf: tapes.sightingOf,
    usdJpy: market.usdJpy,
    indexMove: market.indexMove,
    list(more) {
      advance()
      market.list(more)
      tapes.list(more)
      tapes.take(market.quoteOf, now())
    },
    start() {
      if (timer) return
      advance()
      timer = setInterval(advance, everyMs)
      // A market that nobody asks must not keep the process alive.
      timer.unref()
    },
    stop() {
      if (timer) clearInterval(timer)
      timer = null
    },
  }
}
