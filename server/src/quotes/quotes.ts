import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import type { Price } from '@aitai/engine/model/price.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { createSimulatedMarket } from './simulated/simulated-market.ts'
import type { TradingSource } from './simulated/simulated-trades.ts'
import { createTapes, type QuoteChanges } from './tapes.ts'

/** The market data that the server reads, whatever the source. */
export interface Quotes {
  /** The newest quote of a security, or null. The engine decides whether it is fresh. */
  quoteOf(securityId: string): Quote | null
  /** The newest quote with its recent history, as a sweep needs it to confirm triggers (docs/rules.md §11). */
  sightingOf(securityId: string): Sighting
  /**
   * The securities whose sighting may have changed since an earlier call, which returned the position; 0 is the
   * start. As long as its quote stays the same, a sighting does too.
   */
  changesSince(position: number): QuoteChanges
  /** Yen for one dollar, in 1/10,000 yen. */
  usdJpy(): Price
  /** Move of TOPIX from its previous close, in basis points; null without a value of today that is young enough. */
  indexMove(): number | null
  /** Follows new securities, and updates the closes of those already followed. */
  list(securities: readonly Security[]): void
  start(): void
  stop(): void
}

/** Quotes that are renewed by a timer, or where the clock is moved by hand. */
export interface SimulatedQuotes extends Quotes {
  /** Renews every quote now. */
  advance(): void
}

/**
 * Simulated quotes, renewed every second while started. `now` returns milliseconds UTC; `limits` determine how
 * much history a trigger needs.
 */
export function simulatedQuotes(source: {
  readonly seed: string
  readonly securities: readonly Security[]
  readonly now: () => number
  readonly limits?: Limits
  readonly everyMs?: number
  /** When the exchanges trade, and how much. By default they never close. */
  readonly trading?: TradingSource
}): SimulatedQuotes {
  const { seed, securities, now, limits = defaultLimits, everyMs = 1_000, trading } = source
  const started = now()
  const began = started - limits.freshMarketMs
  const market = createSimulatedMarket({ seed, securities, at: began, ...(trading ? { trading } : {}) })
  const tapes = createTapes(limits)
  tapes.list(securities)
  const advanceTo = (at: number): void => {
    market.advance(at)
    tapes.recordAll(market.quoteOf, at)
  }
  // The market was there before the process, so that nobody waits until it has been fresh for long enough. Steps of
  // half a quote's life, because the newest quote is replaced by one that follows within a tape's slot.
  for (let at = began; at < started; at += Math.ceil(limits.quoteAgeMs / 2)) advanceTo(at)
  advanceTo(started)
  let timer: NodeJS.Timeout | null = null

  const advance = (): void => advanceTo(now())

  return {
    quoteOf: market.quoteOf,
    sightingOf: tapes.sightingOf,
    changesSince: tapes.changesSince,
    usdJpy: market.usdJpy,
    indexMove: market.indexMove,
    advance,
    list(more) {
      market.list(more)
      tapes.list(more)
      tapes.recordEach(more, market.quoteOf, now())
    },
    start() {
      if (timer) return
      advance()
      timer = setInterval(advance, everyMs)
      // Must not keep the process alive.
      timer.unref()
    },
    stop() {
      if (timer) clearInterval(timer)
      timer = null
    },
  }
}
