import type { Equity } from './trading-api.ts'

/** What the feed handler shows as its token. */
export const feedToken = 'x7Kq2mVw9LpR4tYb8NcD3f'
/** A server whose prices come from a feed handler. */
export const feedEnvironment = { QUOTES: 'http', FEED_TOKEN: feedToken } as const

const everyMs = 500

/** A price has four decimals at most, and a sum of floating numbers has more. */
const exact = (yen: number): number => Number(yen.toFixed(4))

/** A feed handler whose market stands at yesterday's close until somebody moves a security of it. */
export class QuoteFeed {
  readonly #url: string
  readonly #equities: readonly Equity[]
  #ahead: number
  readonly #ticks = new Map<string, number>()
  readonly #halted = new Set<string>()
  readonly #beat: NodeJS.Timeout
  #last: Promise<unknown> = Promise.resolve()

  /** @param ahead by how many milliseconds its clock is ahead, as its server's is (clock.ts) */
  constructor(url: string, equities: readonly Equity[], ahead = 0) {
    this.#url = url
    this.#ahead = ahead
    this.#equities = equities
    this.#send()
    this.#beat = setInterval(() => this.#send(), everyMs)
  }

  /** From now on the mid of a security stands so many ticks above its close. */
  moves({ ric }: Equity, ticks: number): void {
    this.#ticks.set(ric, ticks)
  }

  /** From now on the exchange says that a security is halted. Gives when the server has heard it. */
  async halts({ ric }: Equity): Promise<void> {
    this.#halted.add(ric)
    this.#send()
    await this.#last
  }

  /** Its clock goes with its server's (clock.ts). */
  jumps(by: number): void {
    this.#ahead += by
  }

  #send(): void {
    const time = new Date(Date.now() + this.#ahead).toISOString()
    const quotes = this.#equities.map(({ ric, closePrice, tickSize }) => {
      const last = closePrice + (this.#ticks.get(ric) ?? 0) * tickSize
      const condition = this.#halted.has(ric) ? 'HALTED' : 'CONTINUOUS'
      const prices = { bid: exact(last - tickSize), ask: exact(last + tickSize), last: exact(last) }
      return { ric, time, condition, ...prices }
    })
    this.#last = fetch(`${this.#url}/api/feed/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${feedToken}` },
      body: JSON.stringify({ quotes, usdJpy: 150, index: { last: 2_700, close: 2_700 } }),
    }).catch(() => null)
  }

  async ends(): Promise<void> {
    clearInterval(this.#beat)
    await this.#last
  }
}
