import { marketTopic } from '@aitai/contract/routes/live.ts'
import type { MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import type { Client, StompSubscription } from '@stomp/stompjs'
import { tickNow } from '../../ui/browser/browser-hooks.ts'
import { intervals } from '../intervals.ts'

interface Followed {
  readonly listeners: Set<() => void>
  newest: MarketUpdate | null
  /** When it was received, in milliseconds UTC of this computer; 0 before the first. */
  receivedAt: number
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
    this.#subscribeAll()
  }

  /** The socket is lost: the newest prices stay, and age. */
  disconnected(client: Client): void {
    if (this.#client !== client) return
    this.#client = null
    for (const followed of this.#followed.values()) {
      followed.subscription = null
      for (const listener of followed.listeners) listener()
    }
  }

  /** Calls the listener with each update and when pushes begin or end, until the returned function is called. */
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

  /** The newest update; null if none has been received. */
  newest(securityId: string): MarketUpdate | null {
    return this.#followed.get(securityId)?.newest ?? null
  }

  /** When the newest update was received, in milliseconds UTC of this computer; 0 before the first. */
  receivedAt(securityId: string): number {
    return this.#followed.get(securityId)?.receivedAt ?? 0
  }

  /** Whether updates are pushed; not while the socket is down, nor beyond the limit of securities. */
  isPushed(securityId: string): boolean {
    return (this.#followed.get(securityId)?.subscription ?? null) !== null
  }

  #begin(securityId: string): Followed {
    const followed: Followed = {
      listeners: new Set(),
      newest: null,
      receivedAt: 0,
      subscription: null,
      dropping: null,
    }
    this.#followed.set(securityId, followed)
    this.#subscribe(securityId, followed)
    return followed
  }

  #subscribeAll(): void {
    for (const [securityId, followed] of this.#followed) this.#subscribe(securityId, followed)
  }

  #subscribe(securityId: string, followed: Followed): void {
    if (followed.subscription) return
    const subscribed = [...this.#followed.values()].filter(({ subscription }) => subscription).length
    if (!this.#client?.connected || subscribed >= most) return
    followed.subscription = this.#client.subscribe(marketTopic(securityId), ({ body }) => {
      followed.newest = JSON.parse(body) as MarketUpdate
      followed.receivedAt = Date.now()
      for (const listener of followed.listeners) listener()
      // All that counts down changes in the frame that the prices need anyway.
      tickNow(intervals.countdownTick)
      tickNow(intervals.locateTick)
    })
    for (const listener of followed.listeners) listener()
  }

  #drop(securityId: string): void {
    const followed = this.#followed.get(securityId)
    this.#followed.delete(securityId)
    if (!this.#client?.connected) return
    followed?.subscription?.unsubscribe()
    // One that was beyond the limit takes its place.
    this.#subscribeAll()
  }
}

export const marketFeed = new MarketFeed()
