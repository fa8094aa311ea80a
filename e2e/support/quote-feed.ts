import { callApi } from '@aitai/contract/api-client.ts'
import { ingestQuotes } from '@aitai/contract/routes/feed.ts'
import type { FeedBatch } from '@aitai/contract/schemas/feed.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'

/** The token of the feed handler. */
export const feedToken = 'x7Kq2mVw9LpR4tYb8NcD3f'
/** A server whose quotes come from a feed handler. */
export const feedEnvironment = { QUOTES: 'http', FEED_TOKEN: feedToken } as const

const everyMs = 500

/** Sends a batch as the feed handler does. Throws CallFailed if it is refused. */
export const sendQuotes = (url: string, batch: FeedBatch): Promise<unknown> =>
  callApi({ baseUrl: url, token: feedToken }, ingestQuotes, { body: batch })

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
      const condition = this.#halted.has(ric) ? ('HALTED' as const) : ('CONTINUOUS' as const)
      const prices = { bid: exact(last - tickSize), ask: exact(last + tickSize), last: exact(last) }
      return { ric, time, condition, ...prices }
    })
    const batch = { quotes, usdJpy: 150, index: { last: 2_700, close: 2_700 } }
    this.#last = sendQuotes(this.#url, batch).catch(() => null)
  }

  async ends(): Promise<void> {
    clearInterval(this.#beat)
    await this.#last
  }
}
