import type { Quote } from '@aitai/engine/model/quote.ts'

/* The market of one security by docs/rules.md §11 and §12. Prices in 1/10,000 yen, times in ms UTC. */

const yen = 10_000
const second = 1_000
const quoteAgeMs = 10 * second
const quoteAheadMs = second
const confirmingQuotes = 2
const confirmingMs = second

/** The prices of a security that the rules need, and its ticks: 0.1 yen up to 1,000 yen, 0.5 up to 3,000. */
export interface DayPrices {
  readonly close: number
  readonly lowest: number
  readonly highest: number
}

const tickAt = (price: number): number => (price <= 1_000 * yen ? 0.1 * yen : 0.5 * yen)

/** On the tick and inside the day's limits. */
export const isLevel = (price: number, { lowest, highest }: DayPrices): boolean =>
  price >= lowest && price <= highest && price % tickAt(price) === 0

const isInteger = (value: number | null): boolean => value === null || Number.isInteger(value)
const middleOf = (bid: number, ask: number): number => Math.floor((bid + ask) / 2)

interface FreshMid {
  /** The quote's own time. */
  readonly at: number
  readonly mid: number
}

/** What the rules know of the quotes of a security: every one that was received, in order. */
export class RulesMarket {
  readonly #securityId: string
  readonly #prices: DayPrices
  #newest: Quote | null = null
  #wasFresh = false
  #isMalformed = false
  /** The consecutive fresh mids that end with the newest quote, oldest first. */
  #run: FreshMid[] = []
  #freshSince: number | null = null

  constructor(securityId: string, prices: DayPrices) {
    this.#securityId = securityId
    this.#prices = prices
  }

  receive(quote: Quote, now: number): void {
    const newest = this.#newest
    if (newest && quote.at < newest.at && newest.at <= now + quoteAheadMs) return
    // Two mids between which the first became old are not consecutive, by the times of the quotes themselves.
    if (newest && quote.at - newest.at > quoteAgeMs) this.#run = []
    if (newest && now - newest.at > quoteAgeMs) this.#freshSince = null
    const mid = this.#freshMidOf(quote, now)
    if (mid === null) this.#endRun()
    else {
      this.#run.push({ at: quote.at, mid })
      this.#freshSince ??= now
    }
    this.#newest = quote
    this.#isMalformed = quote.securityId !== this.#securityId || quote.at > now + quoteAheadMs
    this.#wasFresh = mid !== null
  }

  #endRun(): void {
    this.#run = []
    this.#freshSince = null
  }

  #freshMidOf({ securityId, at, bid, ask, condition }: Quote, now: number): number | null {
    if (securityId !== this.#securityId || at > now + quoteAheadMs) return null
    if (!isInteger(bid) || !isInteger(ask)) return null
    if (bid === null || ask === null || bid <= 0 || ask <= 0 || bid >= ask) return null
    if (condition !== 'CONTINUOUS' || now - at > quoteAgeMs) return null
    const mid = middleOf(bid, ask)
    const widest = Math.max(10 * tickAt(bid), mid / 100)
    if (ask - bid > widest) return null
    return mid >= this.#prices.lowest && mid <= this.#prices.highest ? mid : null
  }

  /** The mid of the newest quote while that is fresh. */
  freshMid(now: number): number | null {
    const last = this.#run.at(-1)
    return this.#wasFresh && last && this.#newest && now - this.#newest.at <= quoteAgeMs ? last.mid : null
  }

  /** Whether the market has been fresh for some time, by its quotes alone. */
  hasBeenFreshFor(ms: number, now: number): boolean {
    return this.freshMid(now) !== null && this.#freshSince !== null && now - this.#freshSince >= ms
  }

  /** Rule 11.17: the newest mids, without one between them for which it does not hold, span the time. */
  isConfirmed(holds: (mid: number) => boolean, now: number): boolean {
    if (this.freshMid(now) === null) return false
    const broken = this.#run.findLastIndex(({ mid }) => !holds(mid))
    const held = this.#run.slice(broken + 1)
    const [first, last] = [held.at(0), held.at(-1)]
    return held.length >= confirmingQuotes && !!first && !!last && last.at - first.at >= confirmingMs
  }

  /** The last mid, or the close without one (25.6). */
  get lastMid(): number {
    const { securityId, bid, ask } = this.#newest ?? { securityId: '', bid: null, ask: null }
    if (securityId !== this.#securityId || !isInteger(bid) || !isInteger(ask)) return this.#prices.close
    return bid !== null && ask !== null && bid > 0 && bid < ask ? middleOf(bid, ask) : this.#prices.close
  }

  get officialClose(): number | null {
    return this.#isMalformed ? null : (this.#newest?.officialClose ?? null)
  }

  /** Whether the newest quote is malformed (12.8): a second one in a row would end adverts. */
  get isMalformed(): boolean {
    return this.#isMalformed
  }
}
