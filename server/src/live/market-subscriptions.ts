import type { MarketSubscriber, MarketTopics, PushedUpdate } from './market-topics.ts'
import type { OutboundChannel } from './notification-delivery.ts'

interface MarketSubscriptionsDeps {
  readonly topics: MarketTopics
  readonly channel: Pick<OutboundChannel, 'send' | 'hasRoom'>
  readonly frameOf: (id: string, securityId: string, update: PushedUpdate) => string
  /** How many securities one socket may follow. */
  readonly limit: number
}

/** The securities that one socket follows. */
export class MarketSubscriptions {
  readonly #deps: MarketSubscriptionsDeps
  readonly #own = new Map<string, { readonly securityId: string; readonly subscriber: MarketSubscriber }>()

  constructor(deps: MarketSubscriptionsDeps) {
    this.#deps = deps
  }

  /** Subscribes under an id of the client. Returns the text of a refusal, or undefined. */
  add(id: string, securityId: string): string | undefined {
    const { topics, channel, frameOf, limit } = this.#deps
    if (this.#own.has(id)) return 'There is a subscription with this id already'
    if (this.#own.size >= limit) return `A socket may follow ${limit} securities`
    const subscriber: MarketSubscriber = {
      offer(update) {
        if (!channel.hasRoom()) return false
        channel.send(frameOf(id, securityId, update))
        return true
      },
    }
    this.#own.set(id, { securityId, subscriber })
    topics.subscribe(securityId, subscriber)
    return
  }

  /** Whether this socket follows a security under an id. */
  has(id: string): boolean {
    return this.#own.has(id)
  }

  remove(id: string): void {
    const own = this.#own.get(id)
    if (!own) return
    this.#own.delete(id)
    this.#deps.topics.unsubscribe(own.securityId, own.subscriber)
  }

  removeAll(): void {
    for (const id of [...this.#own.keys()]) this.remove(id)
  }
}
