import type { Security } from '@aitai/engine/equity.ts'
import type { Quote } from '@aitai/engine/quote.ts'
import { createMarket } from './simulated.ts'

/** Where the server reads the market, whichever source feeds it. */
export interface Quotes {
  /** The newest quote of a security, or null if there is none. Whether it is fresh, the engine says. */
  quoteOf(securityId: string): Quote | null
  /** Yen for one dollar, in 1/10,000 yen. */
  usdJpy(): number
  /** Move of TOPIX from its previous close, in basis points. */
  indexMove(): number
  /** Follow new securities, and new closes of those already followed. */
  list(securities: readonly Security[]): void
  start(): void
  stop(): void
}

/** Simulated quotes, renewed every second while started. `now` gives milliseconds UTC. */
export function simulatedQuotes(source: {
  readonly seed: string
  readonly securities: readonly Security[]
  readonly now: () => number
  readonly everyMs?: number
}): Quotes {
  const { seed, securities, now, everyMs = 1_000 } = source
  const market = createMarket({ seed, securities, at: now() })
  let timer: NodeJS.Timeout | null = null

  return {
    quoteOf: market.quoteOf,
    usdJpy: market.usdJpy,
    indexMove: market.indexMove,
    list(more) {
      market.advance(now())
      market.list(more)
    },
    start() {
      if (timer) return
      market.advance(now())
      timer = setInterval(() => market.advance(now()), everyMs)
      // A market that nobody asks must not keep the process alive.
      timer.unref()
    },
    stop() {
      if (timer) clearInterval(timer)
      timer = null
    },
  }
}
