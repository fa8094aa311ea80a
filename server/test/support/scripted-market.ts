import { isMalformed } from '@aitai/engine/market/market-error.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { Quotes } from '../../src/quotes/quotes.ts'
import { steadyQuotes } from './test-server.ts'

/** A market as a difference from one that stands at its close. Null: no quote at all. */
type MarketChange = { readonly quote: Partial<Quote> | null; readonly at: number }

/**
 * A market that stands still until a test changes it, and then keeps the change for as long as a trigger
 * requires.
 */
export class ScriptedMarket {
  readonly #changes = new Map<string, MarketChange>()
  #now: () => number = () => 0

  /** Sets the market of a security. Prices in 1/10,000 yen, moves in basis points. */
  says(ric: string, quote: Partial<Quote> | null): void {
    this.#changes.set(ric, { quote, at: this.#now() })
  }

  /** Sets bid and ask to half a yen either side of this price, in yen. */
  standsAt(ric: string, inYen: number, more: Partial<Quote> = {}): void {
    this.says(ric, { bid: inYen * yen - yen / 2, ask: inYen * yen + yen / 2, last: inYen * yen, ...more })
  }

  /** The market of a server. */
  readonly quotes: typeof steadyQuotes = (securities, now) => {
    this.#now = now
    const steady = steadyQuotes(securities, now)
    const rics = new Map<string, string>()
    const listed = new Map<string, Security>()
    const list: Quotes['list'] = (more) => {
      for (const security of more) {
        rics.set(security.securityId, security.ric)
        listed.set(security.securityId, security)
      }
      steady.list(more)
    }
    list(securities)
    const changeOf = (securityId: string) => this.#changes.get(rics.get(securityId) ?? '')
    const quoteOf = (securityId: string): Quote | null => {
      const change = changeOf(securityId)
      const quote = steady.quoteOf(securityId)
      return change && quote ? change.quote && { ...quote, ...change.quote } : quote
    }
    const sightingOf: Quotes['sightingOf'] = (securityId) => {
      const [quote, change] = [quoteOf(securityId), changeOf(securityId)]
      const run = quote ? [{ ...quote, at: quote.at - 1_000 }, quote] : []
      const security = listed.get(securityId)
      const isBroken = quote && security && isMalformed(quote, security, now(), defaultLimits)
      return {
        securityId,
        quote,
        run,
        ...(change ? { freshUntil: change.at } : {}),
        // Like the run: the same quote a second before.
        ...(isBroken ? { malformedForMs: 1_000 } : {}),
      }
    }
    // A script may change any quote at any time.
    const changesSince = () => ({ securityIds: null, position: 0 })
    return { ...steady, list, quoteOf, sightingOf, changesSince }
  }
}

/** The market of a security that fails, given its close and its daily limit in 1/10,000 yen. */
export type FailingMarket = (of: { now: number; close: number; highest: number }) => Partial<Quote> | null

/** How the market of a security fails, by the number of the market error that it causes (docs/rules.md §12). */
export const failingMarkets = {
  '001': () => null,
  '002': () => ({ bid: 0 }),
  '003': ({ now }) => ({ at: now }),
  '004': () => ({ condition: 'HALTED' }),
  '005': () => ({ condition: 'SPECIAL_QUOTE' }),
  '006': ({ highest }) => ({ bid: highest, ask: null }),
  '007': () => ({ last: Number.POSITIVE_INFINITY }),
  '012': ({ close }) => ({ bid: Math.round(close * 0.97), ask: Math.round(close * 1.03) }),
  '013': ({ highest }) => ({ bid: highest + 10 * yen, ask: highest + 11 * yen }),
} as const satisfies Readonly<Record<string, FailingMarket>>
