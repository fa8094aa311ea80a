import type { LiveLimits } from './limits.ts'
import type { FrameBody } from './stomp-frames.ts'
import type { Cancel, Timers } from './timers.ts'

/** A notice on its way, encoded once for all who get it. */
export interface PushedNotification {
  readonly id: string
  /** Counts up per user, without gaps; tells what was sent already. Never leaves the server. */
  readonly number: number
  readonly body: FrameBody
}

/** The way to one reader. */
export interface OutboundChannel {
  send(text: string): void
  /** False while what was sent waits for the reader. */
  hasRoom(): boolean
  /** Calls back, once, when there may be room again. */
  whenRoom(act: () => void): void
}

/** Some of what was not acknowledged, oldest first, and whether there was more when it was read. */
export interface NotificationPage {
  readonly pushed: readonly PushedNotification[]
  readonly isLast: boolean
}

export interface NotificationDeliveryDeps {
  readonly way: OutboundChannel
  readonly timers: Timers
  readonly limits: Pick<LiveLimits, 'backlogBytes' | 'backlogMs'>
  /** Reads the next page of what was not acknowledged: those after a number. */
  readonly unackedAfter: (number: number) => Promise<NotificationPage>
  readonly frameOf: (pushed: PushedNotification) => string
  /** The reader is too slow: it must go, and gets everything when it returns. */
  readonly tooSlow: (why: string) => void
  /** A page could not be read. */
  readonly failed: (failure: unknown) => void
}

/**
 * What one subscription gets: first what was not acknowledged, then what happens, each once and in order.
 * Only as much is sent as the reader takes, so a slow one costs the server what `limits` allow and no more.
 */
export class NotificationDelivery {
  readonly #deps: NotificationDeliveryDeps
  #replay: PushedNotification[] = []
  #replayedTo = 0
  #isReplayed = false
  #isReading = false
  #fresh: PushedNotification[] = []
  #freshBytes = 0
  /** The newest that was queued or sent. */
  #newest = 0
  #isOver = false
  #cancelStall: Cancel | null = null
  readonly #sent = new Set<string>()

  constructor(deps: NotificationDeliveryDeps) {
    this.#deps = deps
  }

  /** Begins to send, once this delivery hears of what is new: what was not acknowledged comes first. */
  begin(): Promise<void> {
    return this.#readPage().catch(this.#deps.failed)
  }

  /** A notice that was just written down. */
  push(pushed: PushedNotification): void {
    if (this.#isOver || pushed.number <= this.#newest) return
    // Not begun, or between two pages: a page still to be read has it.
    if (!this.#isReplayed && !this.#isReading) return
    this.#newest = pushed.number
    this.#fresh.push(pushed)
    this.#freshBytes += pushed.body.bytes
    this.#send()
    if (this.#freshBytes > this.#deps.limits.backlogBytes) this.#giveUp('too much waits for it')
  }

  /** Whether this notice was delivered here and is acknowledged for the first time. */
  isAnswered(noticeId: string): boolean {
    return this.#sent.delete(noticeId)
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
   * What is told before a read begins was written before it, so this page or a later one holds it. What is
   * told while it runs may be in the page or not: it is kept, and dropped if the page has it.
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
    const { way, frameOf, failed } = this.#deps
    if (this.#isOver || this.#isReading || this.#cancelStall) return
    while (way.hasRoom()) {
      const pushed = this.#next()
      if (!pushed) {
        if (!this.#isReplayed) this.#readPage().catch(failed)
        return
      }
      this.#sent.add(pushed.id)
      way.send(frameOf(pushed))
    }
    this.#waitForRoom()
  }

  /** Each batch, not the whole backlog, has the time: a thin line may take long, a dead one may not. */
  #waitForRoom(): void {
    const { way, timers, limits } = this.#deps
    this.#cancelStall = timers.after(limits.backlogMs, () => this.#giveUp('it took nothing for too long'))
    way.whenRoom(() => {
      this.#cancelStall?.()
      this.#cancelStall = null
      this.#send()
    })
  }
}
