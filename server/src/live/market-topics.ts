import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import { type FrameBody, frameBody } from './stomp-frames.ts'
import type { Cancel, Timers } from './timers.ts'

/** The newest update of a security, encoded once for all sockets. */
export interface PushedUpdate {
  /** The same for everybody who receives it. */
  readonly id: string
  readonly body: FrameBody
  /** Changes when those who have an earlier update are to be sent this one. */
  readonly version: number
}

/** A socket that follows securities. */
export interface MarketFollower {
  /** Takes the newest updates of all securities at the end of a tick. */
  push(newest: ReadonlyMap<string, PushedUpdate>): void
}

/** What is public of the market. */
export interface PublicMarket {
  /** Whether a security exists. Adverts in one that an import has left out can still match, so it has a market, too. */
  has(securityId: string): boolean
  /**
   * The market of every security at a time in milliseconds UTC, in an order that is the same for everybody. Each is
   * read when the iteration comes to it.
   */
  read(at: number): Promise<Iterable<MarketUpdate>>
}

/** Calls `push` at each tick, never before the call before has ended. Returns how to stop. */
export type StartMarketTicks = (push: () => Promise<void>) => Cancel

interface MarketTopicsDeps {
  readonly market: PublicMarket
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly startTicks: StartMarketTicks
  /** A read has failed. It is tried again at the next tick. */
  readonly failed: (failure: unknown) => void
}

interface EncodedUpdate extends PushedUpdate {
  /** Without its time. */
  readonly content: string
  /** The repetition that it was sent in. */
  readonly repetition: number
}

const periodMs = 1_000
/** How many securities are read without a pause: about a millisecond of work. */
const readTogether = 100
/** How many sockets are sent their updates without a pause, however much they follow: a few milliseconds of work. */
const sendTogether = 10
/** An update that differs in its time only is sent this often, so that a client knows that prices are not old. */
const repeatMs = 5_000

/** Ticks at the full seconds of the clock. */
export const atFullSeconds =
  ({ now, timers }: { readonly now: () => number; readonly timers: Timers }): StartMarketTicks =>
  (push) => {
    let cancel: Cancel = () => {}
    let isStopped = false
    const schedule = (): void => {
      if (isStopped) return
      cancel = timers.after(periodMs - (now() % periodMs), () => void push().finally(schedule))
    }
    schedule()
    return () => {
      isStopped = true
      cancel()
    }
  }

/**
 * Pushes the public market of securities to the sockets that show them, when it has changed. A socket that does not
 * read misses updates; it gets the newest when it has room.
 *
 * What a socket receives, when and in which grouping must not depend on what others follow (docs/rules.md §15). Each
 * tick therefore reads and encodes all securities, whoever follows them, in the same batches and with one time, and
 * then sends each socket its own updates as one message.
 */
export class MarketTopics {
  readonly #deps: MarketTopicsDeps
  readonly #followers = new Set<MarketFollower>()
  readonly #newest = new Map<string, EncodedUpdate>()
  readonly #stopTicks: Cancel

  constructor(deps: MarketTopicsDeps) {
    this.#deps = deps
    this.#stopTicks = deps.startTicks(() => this.#push().catch(deps.failed))
  }

  /** Whether there is a topic of this security. */
  has(securityId: string): boolean {
    return this.#deps.market.has(securityId)
  }

  join(follower: MarketFollower): void {
    this.#followers.add(follower)
  }

  leave(follower: MarketFollower): void {
    this.#followers.delete(follower)
  }

  stop(): void {
    this.#followers.clear()
    this.#stopTicks()
  }

  async #push(): Promise<void> {
    if (this.#followers.size === 0) return
    const now = this.#deps.now()
    const at = now - (now % periodMs)
    let read = 0
    for (const update of await this.#deps.market.read(at)) {
      this.#encode(update, Math.floor(at / repeatMs))
      read += 1
      // Yield, so that commands are answered in between.
      if (read % readTogether === 0) await yieldToEventLoop()
    }
    let sent = 0
    for (const follower of this.#followers) {
      follower.push(this.#newest)
      sent += 1
      if (sent % sendTogether === 0) await yieldToEventLoop()
    }
  }

  #encode({ at, ...rest }: MarketUpdate, repetition: number): void {
    const { securityId } = rest
    const content = JSON.stringify(rest)
    const last = this.#newest.get(securityId)
    const isNew = content !== last?.content || repetition !== last.repetition
    this.#newest.set(securityId, {
      id: `${securityId}-${at}`,
      body: frameBody(`${content.slice(0, -1)},"at":${at}}`),
      version: (last?.version ?? 0) + (isNew ? 1 : 0),
      content,
      repetition,
    })
  }
}
