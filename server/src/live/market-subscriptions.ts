import type { MarketFollower, MarketTopics, PushedUpdate } from './market-topics.ts'
import type { OutboundChannel } from './notification-delivery.ts'

interface MarketSubscriptionsDeps {
  readonly topics: MarketTopics
  readonly channel: Pick<OutboundChannel, 'send' | 'hasRoom'>
  readonly frameOf: (id: string, securityId: string, update: PushedUpdate) => string
  /** How many securities one socket may follow. */
  readonly limit: number
}

interface MarketSubscription {
  readonly securityId: string
  /** The version of the update that was sent last; 0 for none. */
  sent: number
}

/** The securities that one socket follows. */
export class MarketSubscriptions implements MarketFollower {
  readonly #deps: MarketSubscriptionsDeps
  readonly #own = new Map<string, MarketSubscription>()

  constructor(deps: MarketSubscriptionsDeps) {
    this.#deps = deps
  }

  /**
   * Subscribes under an id of the client: to the market at the next tick, and then to each change. Returns the text of
   * a refusal, or undefined.
   */
  add(id: string, securityId: string): string | undefined {
    const { topics, limit } = this.#deps
    if (!topics.has(securityId)) return 'There is no security with this id'
    if (this.#own.has(id)) return 'There is a subscription with this id already'
    if (this.#own.size >= limit) return `A socket may follow ${limit} securities`
    this.#own.set(id, { securityId, sent: 0 })
    topics.join(this)
    return
  }

  /** Whether this socket follows a security under an id. */
  has(id: string): boolean {
    return this.#own.has(id)
  }

  remove(id: string): void {
    this.#own.delete(id)
    if (this.#own.size === 0) this.#deps.topics.leave(this)
  }

  removeAll(): void {
    this.#own.clear()
    this.#deps.topics.leave(this)
  }

  /** Sends what is new in one message, in the order of the subscriptions, if the socket has room. */
  push(newest: ReadonlyMap<string, PushedUpdate>): void {
    const { channel, frameOf } = this.#deps
    if (!channel.hasRoom()) return
    const frames: string[] = []
    for (const [id, subscription] of this.#own) {
      const update = newest.get(subscription.securityId)
      if (!update || update.version === subscription.sent) continue
      subscription.sent = update.version
      frames.push(frameOf(id, subscription.securityId, update))
    }
    if (frames.length > 0) channel.send(...frames)
  }
}
