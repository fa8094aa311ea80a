import type { LiveLimits } from './limits.ts'
import type { FrameBody } from './stomp-frames.ts'
import type { Cancel, Timers } from './timers.ts'

/** A notification to be sent, encoded once for all sockets. */
export interface PushedNotification {
  readonly id: string
  /** Consecutive per user; orders notifications. */
  readonly number: number
  readonly body: FrameBody
}

/** The outbound side of one connection. */
export interface OutboundChannel {
  /** Sends frames together, as one message of the transport. */
  send(...frames: readonly string[]): void
  /** False while sent data is buffered because the client has not read it. */
  hasRoom(): boolean
  /** Calls back once when there may be room again. */
  whenRoom(act: () => void): void
}

/** Unacknowledged notifications, oldest first, and whether there were no more when they were read. */
export interface NotificationPage {
  readonly pushed: readonly PushedNotification[]
  readonly isLast: boolean
}

interface NotificationDeliveryDeps {
  readonly channel: OutboundChannel
  readonly timers: Timers
  readonly limits: Pick<LiveLimits, 'backlogBytes' | 'backlogMs'>
  /** Reads the next page of unacknowledged notifications: those after a number. */
  readonly unackedAfter: (number: number) => Promise<NotificationPage>
  readonly frameOf: (pushed: PushedNotification) => string
  /** Called when the client is too slow: it must be disconnected, and gets everything when it returns. */
  readonly tooSlow: (why: string) => void
  /** A page could not be read. */
  readonly failed: (failure: unknown) => void
}

/**
 * Sends one subscription first all unacknowledged notifications and then new ones, each once and in order.
 * Sends only as much as the client reads, so a slow client does not cost the server more than `limits` allow.
 */
export class NotificationDelivery {
  readonly #deps: NotificationDeliveryDeps
  #replay: PushedNotification[] = []
  #replayedTo = 0
  #isReplayed = false
  #isReading = false
  #fresh: PushedNotification[] = []
  #freshBytes = 0
  /** The highest number that was queued or sent. */
  #newest = 0
  #isOver = false
  #cancelStall: Cancel | null = null
  readonly #sent = new Set<string>()

  constructor(deps: NotificationDeliveryDeps) {
    this.#deps = deps
  }

  /** Starts sending. Must be called after this delivery has been subscribed to new notifications. */
  begin(): Promise<void> {
    return this.#readPage().catch(this.#deps.failed)
  }

  /** Queues a notification that was just stored. */
  push(pushed: PushedNotification): void {
    if (this.#isOver || pushed.number <= this.#newest) return
    // Not started, or between two pages: a page that is still to be read will contain it.
    if (!this.#isReplayed && !this.#isReading) return
    this.#newest = pushed.number
    this.#fresh.push(pushed)
    this.#freshBytes += pushed.body.bytes
    this.#send()
    if (this.#freshBytes > this.#deps.limits.backlogBytes) this.#giveUp('too much waits for it')
  }

  /** Whether this notification was delivered here and is acknowledged for the first time. */
  acknowledge(notificationId: string): boolean {
    return this.#sent.delete(notificationId)
  }

  stop(): void {
    this.#isOver = true
    this.#cancelStall?.()
    this.#replay = []
    this.#fresh = []
  }

  #giveUp(why: string): void {
    this.stop()
    this.#deps.tooSlow(why)
  }

  /**
   * A notification pushed before the read starts was stored before it, so this page or a later one contains
   * it. One pushed during the read may or may not be in the page: it is queued, and dropped if the page has it.
   */
  async #readPage(): Promise<void> {
    this.#isReading = true
    this.#setFresh([])
    const { pushed, isLast } = await this.#deps.unackedAfter(this.#replayedTo)
    this.#isReading = false
    if (this.#isOver) return
    this.#replay = [...pushed]
    this.#isReplayed = isLast
    this.#replayedTo = pushed.at(-1)?.number ?? this.#replayedTo
    this.#newest = Math.max(this.#newest, this.#replayedTo)
    this.#setFresh(this.#fresh.filter(({ number }) => number > this.#replayedTo))
    this.#send()
  }

  #setFresh(pushed: PushedNotification[]): void {
    this.#fresh = pushed
    this.#freshBytes = pushed.reduce((sum, { body }) => sum + body.bytes, 0)
  }

  #next(): PushedNotification | undefined {
    const old = this.#replay.shift()
    if (old || !this.#isReplayed) return old
    const pushed = this.#fresh.shift()
    if (pushed) this.#freshBytes -= pushed.body.bytes
    return pushed
  }

  #send(): void {
    const { channel, frameOf, failed } = this.#deps
    if (this.#isOver || this.#isReading || this.#cancelStall) return
    while (channel.hasRoom()) {
      const pushed = this.#next()
      if (!pushed) {
        if (!this.#isReplayed) this.#readPage().catch(failed)
        return
      }
      this.#sent.add(pushed.id)
      channel.send(frameOf(pushed))
    }
    this.#waitForRoom()
  }

  /** The time limit applies to each batch, not to the backlog: a slow connection is fine, a dead one is not. */
  #waitForRoom(): void {
    const { channel, timers, limits } = this.#deps
    this.#cancelStall = timers.after(limits.backlogMs, () => this.#giveUp('it took nothing for too long'))
    channel.whenRoom(() => {
      this.#cancelStall?.()
      this.#cancelStall = null
      this.#send()
    })
  }
}
