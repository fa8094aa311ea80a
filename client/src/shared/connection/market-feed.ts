import { marketTopic } from '@aitai/contract/routes/live.ts'
import type { MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import type { Client, StompSubscription } from '@stomp/stompjs'
import { tickNow } from '../../ui/browser/browser-hooks.ts'
import { intervals } from '../intervals.ts'

interface Followed {
  readonly listeners: Set<() => void>
  newest: MarketUpdate | null
  subscription: StompSubscription | null
  /** Set while nothing on the screen follows it. */
  dropping: ReturnType<typeof setTimeout> | null
}

/** The server follows so many securities for one socket (docs/asyncapi.yaml). */
const most = 60

/**
 * The pushed prices of what is on the screen. They are not in the cache of calls, because a push there only says what
 * to fetch again; prices come every second and are complete.
 */
class MarketFeed {
  readonly #followed = new Map<string, Followed>()
  #client: Client | null = null

  /** Subscribes to everything that is followed over a socket that has just connected. */
  connected(client: Client): void {
    this.#client = client
    for (const [securityId, followed] of this.#followed) this.#subscribe(securityId, followed)
  }

  /** The socket is lost: the newest prices stay, and age. */
  disconnected(client: Client): void {
    if (this.#client !== client) return
    this.#client = null
    for (const followed of this.#followed.values()) followed.subscription = null
  }

  /** Calls the listener with each update, until the returned function is called. */
  follow(securityId: string, listener: () => void): () => void {
    const followed = this.#followed.get(securityId) ?? this.#begin(securityId)
    if (followed.dropping !== null) clearTimeout(followed.dropping)
    followed.dropping = null
    followed.listeners.add(listener)
    return () => {
      followed.listeners.delete(listener)
      // A list that scrolls, or a security that is selected again, must not send frames each time.
      if (followed.listeners.size === 0 && followed.dropping === null)
        followed.dropping = setTimeout(() => this.#drop(securityId), intervals.marketLinger)
    }
  }

  /** The newest update; null if none has come. */
  newest(securityId: string): MarketUpdate | null {
    return this.#followed.get(securityId)?.newest ?? null
  }

  #begin(securityId: string): Followed {
    const followed: Followed = { listeners: new Set(), newest: null, subscription: null, dropping: null }
    this.#followed.set(securityId, followed)
    this.#subscribe(securityId, followed)
    return followed
  }

  #subscribe(securityId: string, followed: Followed): void {
    const subscribed = [...this.#followed.values()].filter(({ subscription }) => subscription).length
    if (!this.#client?.connected || subscribed >= most) return
    followed.subscription = this.#client.subscribe(marketTopic(securityId), ({ body }) => {
      followed.newest = JSON.parse(body) as MarketUpdate
      for (const listener of followed.listeners) listener()
      tickNow(intervals.countdownTick)
    })
  }

  #drop(securityId: string): void {
    const followed = this.#followed.get(securityId)
    this.#followed.delete(securityId)
    if (this.#client?.connected) followed?.subscription?.unsubscribe()
  }
}

export const marketFeed = new MarketFeed()
