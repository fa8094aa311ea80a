import type { Equity } from './trading-api.ts'

/** The token of the feed handler. */
export const feedToken = 'x7Kq2mVw9LpR4tYb8NcD3f'
/** A server whose quotes come from a feed handler. */
export const feedEnvironment = { QUOTES: 'http', FEED_TOKEN: feedToken } as const

const everyMs = 500

/** A price has at most four decimals; a floating-point sum has more. */
const exact = (yen: number): number => Number(yen.toFixed(4))

/** A feed handler whose market stays at yesterday's close until a test moves a security. */
export class QuoteFeed {
  readonly #url: string
  readonly #equities: readonly Equity[]
  #ahead: number
  readonly #ticks = new Map<string, number>()
  readonly #halted = new Set<string>()
  readonly #beat: NodeJS.Timeout
  #last: Promise<unknown> = Promise.resolve()

  /**
   * @param ahead milliseconds by which its clock is ahead, like its server's (clock.ts)
   */
  constructor(url: string, equities: readonly Equity[], ahead = 0) {
    this.#url = url
    this.#ahead = ahead
    this.#equities = equities
    this.#send()
    this.#beat = setInterval(() => this.#send(), everyMs)
  }

  /** Moves the mid of a security to so many ticks above its close. */
  moves({ ric }: Equity, ticks: number): void {
    this.#ticks.set(ric, ticks)
  }

  /** Halts a security at the exchange. Returns when the server has received it. */
  async halts({ ric }: Equity): Promise<void> {
    this.#halted.add(ric)
    this.#send()
    await this.#last
  }

  /** Its clock moves with its server's (clock.ts). */
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
