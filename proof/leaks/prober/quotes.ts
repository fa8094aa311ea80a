import {
  addQuote,
  emptyQuoteWindow,
  type QuoteWindow,
  sightingOf,
} from '@aitai/engine/market/quote-window.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import { type Price, yen } from '@aitai/engine/model/price.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { Random } from '../../harness/random.ts'

export const tick = yen
export const closePrice = 3_000 * yen
/** Wider than any spread that counts as fresh (docs/rules.md §12). */
const wideSpread = 100 * yen

export const securityOf = (name: number): string => `security${name}`
export const nameOf = (securityId: string): number => Number(securityId.slice('security'.length))

/** The quotes of thin names: each mid is a random walk, and one order on a side can be the prober's own. */
export class Quotes {
  readonly #chance: Random
  readonly #mids: Price[]
  readonly #windows: QuoteWindow[]
  /** Names in which the prober's own order is withdrawn at the moment. */
  readonly withdrawn = new Set<number>()

  constructor(names: number, chance: Random) {
    this.#chance = chance
    this.#mids = Array.from({ length: names }, () => closePrice)
    this.#windows = Array.from({ length: names }, emptyQuoteWindow)
  }

  midOf = (name: number): Price => this.#mids[name] ?? closePrice

  /** The market of a name, as a sweep is shown it. */
  sightingOf(name: number): Sighting {
    return sightingOf(this.#windows[name] ?? emptyQuoteWindow(), securityOf(name))
  }

  /** Each name gets a quote. Without the prober's order some have a wide spread, and others no ask. */
  move(securities: ReadonlyMap<string, Security>, limits: Limits, at: number): void {
    this.#windows.forEach((window, name) => {
      if (this.#chance.happens(0.1))
        this.#mids[name] = this.midOf(name) + (this.#chance.happens(0.5) ? tick : -tick)
      const mid = this.midOf(name)
      const security = securities.get(securityOf(name)) as Security
      const isWithdrawn = this.withdrawn.has(name)
      const askWithout = name % 2 === 0 ? mid + wideSpread : null
      const quote: Quote = {
        securityId: security.securityId,
        at,
        bid: mid - tick,
        ask: isWithdrawn ? askWithout : mid + tick,
        last: mid,
        condition: 'CONTINUOUS',
        officialClose: null,
        indexMove: 0,
      }
      this.#windows[name] = addQuote(window, quote, security, limits)
    })
  }
}
