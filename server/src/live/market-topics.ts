import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import { type FrameBody, frameBody } from './stomp-frames.ts'
import type { Cancel, Timers } from './timers.ts'

/** The newest update of a topic, encoded once for all sockets. */
export interface PushedUpdate {
  /** The same for everybody who receives it. */
  readonly id: string
  readonly body: FrameBody
}

/** One subscription of one socket. */
export interface MarketSubscriber {
  /** Sends an update if the socket has room. Returns whether it did. */
  offer(update: PushedUpdate): boolean
}

interface MarketTopicsDeps {
  /** The public market of these securities; without those that are not listed. */
  readonly read: (securityIds: readonly string[]) => Promise<readonly MarketUpdate[]>
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly timers: Timers
  /** A read has failed. It is tried again a second later. */
  readonly failed: (failure: unknown) => void
}

interface Topic {
  /** Whether each subscriber has got the newest update. */
  readonly subscribers: Map<MarketSubscriber, boolean>
  /** The market at the last full second, without its time, and the repetition that it was sent in. */
  content: string
  repetition: number
}

const periodMs = 1_000
/** How many securities are read without a pause: about a millisecond of work. */
const readTogether = 50
/** An update that differs in its time only is sent this often, so that a client knows that prices are not old. */
const repeatMs = 5_000

/**
 * Pushes the public market of securities to the sockets that show them: at the full seconds of the clock, when it has
 * changed. A socket that does not read misses updates; it gets the newest when it has room. What is sent, when and in
 * which order depends on market data and the clock alone, and never on who else subscribes (docs/rules.md §15).
 */
export class MarketTopics {
  readonly #deps: MarketTopicsDeps
  readonly #topics = new Map<string, Topic>()
  #cancelTick: Cancel | null = null

  constructor(deps: MarketTopicsDeps) {
    this.#deps = deps
  }

  /** The subscriber gets the market at the next full second, and then each change. */
  subscribe(securityId: string, subscriber: MarketSubscriber): void {
    const topic = this.#topics.get(securityId) ?? { subscribers: new Map(), content: '', repetition: 0 }
    topic.subscribers.set(subscriber, false)
    this.#topics.set(securityId, topic)
    if (!this.#cancelTick) this.#schedule()
  }

  unsubscribe(securityId: string, subscriber: MarketSubscriber): void {
    const topic = this.#topics.get(securityId)
    topic?.subscribers.delete(subscriber)
    if (topic?.subscribers.size === 0) this.#topics.delete(securityId)
  }

  stop(): void {
    this.#topics.clear()
    this.#cancelTick?.()
    this.#cancelTick = null
  }

  #schedule(): void {
    const { now, timers } = this.#deps
    this.#cancelTick = timers.after(periodMs - (now() % periodMs), () => {
      this.#cancelTick = null
      if (this.#topics.size === 0) return
      void this.#push()
        .catch(this.#deps.failed)
        .finally(() => {
          if (this.#topics.size > 0 && !this.#cancelTick) this.#schedule()
        })
    })
  }

  async #push(): Promise<void> {
    const at = this.#deps.now()
    // Sorted, because the order in which topics are added tells who has subscribed to one before.
    const followed = [...this.#topics.keys()].sort()
    for (let i = 0; i < followed.length; i += readTogether) {
      // Yield, so that commands are answered in between.
      if (i > 0) await yieldToEventLoop()
      this.#offer(await this.#deps.read(followed.slice(i, i + readTogether)), at)
    }
  }

  #offer(updates: readonly MarketUpdate[], at: number): void {
    const repetition = Math.floor(at / repeatMs)
    for (const { at: quotedAt, ...rest } of updates) {
      const { securityId } = rest
      const topic = this.#topics.get(securityId)
      if (!topic) continue
      const content = JSON.stringify(rest)
      const isNew = content !== topic.content || repetition !== topic.repetition
      topic.content = content
      topic.repetition = repetition
      let update: PushedUpdate | null = null
      for (const [subscriber, isCurrent] of topic.subscribers) {
        if (isCurrent && !isNew) continue
        update ??= {
          id: `${securityId}-${quotedAt}`,
          body: frameBody(`${content.slice(0, -1)},"at":${quotedAt}}`),
        }
        topic.subscribers.set(subscriber, subscriber.offer(update))
      }
    }
  }
}
