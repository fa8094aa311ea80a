import type { Body } from './frames.ts'
import type { LiveLimits } from './limits.ts'
import type { Cancel, Timers } from './timers.ts'

/** A notice on its way, encoded once for all who get it. */
export interface Pushed {
  readonly id: string
  /** Counts up per user, without gaps; tells what was sent already. Never leaves the server. */
  readonly number: number
  readonly body: Body
}

/** The way to one reader. */
export interface Way {
  send(text: string): void
  /** False while what was sent waits for the reader. */
  hasRoom(): boolean
  /** Calls back, once, when there may be room again. */
  whenRoom(act: () => void): void
}

/** Some of what was not acknowledged, oldest first, and whether there was more when it was read. */
export interface Page {
  readonly pushed: readonly Pushed[]
  readonly isLast: boolean
}

interface Deps {
  readonly way: Way
  readonly timers: Timers
  readonly limits: Pick<LiveLimits, 'backlogBytes' | 'backlogMs'>
  /** Reads the next page of what was not acknowledged: those after a number. */
  readonly unackedAfter: (number: number) => Promise<Page>
  readonly frameOf: (pushed: Pushed) => string
  /** The reader is too slow: it must go, and gets everything when it returns. */
  readonly tooSlow: (why: string) => void
  /** A page could not be read. */
  readonly failed: (failure: unknown) => void
}

export type Delivery = ReturnType<typeof createDelivery>

/**
 * What one subscription gets: first what was not acknowledged, then what happens, each once and in order.
 * Only as much is sent as the reader takes, so a slow one costs the server what `limits` allow and no more.
 */
export function createDelivery(deps: Deps) {
  const { way, timers, limits, unackedAfter, frameOf, tooSlow, failed } = deps
  let replay: Pushed[] = []
  let replayedTo = 0
  let isReplayed = false
  let isReading = false
  let fresh: Pushed[] = []
  let freshBytes = 0
  /** The newest that was queued or sent. */
  let newest = 0
  let isOver = false
  let cancelStall: Cancel | null = null
  const sent = new Set<string>()

  function stop(): void {
    isOver = true
    cancelStall?.()
    replay = []
    fresh = []
  }

  function slow(why: string): void {
    stop()
    tooSlow(why)
  }

  function setFresh(pushed: Pushed[]): void {
    fresh = pushed
    freshBytes = pushed.reduce((sum, { body }) => sum + body.bytes, 0)
  }

  /**
   * What is told before a read begins was written before it, so this page or a later one holds it. What is
   * told while it runs may be in the page or not: it is kept, and dropped if the page has it.
   */
  async function readPage(): Promise<void> {
    isReading = true
    setFresh([])
    const { pushed, isLast } = await unackedAfter(replayedTo)
    isReading = false
    if (isOver) return
    replay = [...pushed]
    isReplayed = isLast
    replayedTo = pushed.at(-1)?.number ?? replayedTo
    newest = Math.max(newest, replayedTo)
    setFresh(fresh.filter(({ number }) => number > replayedTo))
    send()
  }

  function next(): Pushed | undefined {
    const old = replay.shift()
    if (old || !isReplayed) return old
    const pushed = fresh.shift()
    if (pushed) freshBytes -= pushed.body.bytes
    return pushed
  }

  function send(): void {
    if (isOver || isReading || cancelStall) return
    while (way.hasRoom()) {
      const pushed = next()
      if (!pushed) {
        if (!isReplayed) readPage().catch(failed)
        return
      }
      sent.add(pushed.id)
      way.send(frameOf(pushed))
    }
    // Each batch, not the whole backlog, has the time: a thin line may take long, a dead one may not.
    cancelStall = timers.after(limits.backlogMs, () => slow('it took nothing for too long'))
    way.whenRoom(() => {
      cancelStall?.()
      cancelStall = null
      send()
    })
  }

  return {
    /** A notice that was just written down. */
    push(pushed: Pushed): void {
      if (isOver || pushed.number <= newest) return
      // Not begun, or between two pages: a page still to be read has it.
      if (!isReplayed && !isReading) return
      newest = pushed.number
      fresh.push(pushed)
      freshBytes += pushed.body.bytes
      send()
      if (freshBytes > limits.backlogBytes) slow('too much waits for it')
    },

    /** Begins to send, once this delivery hears of what is new: what was not acknowledged comes first. */
    begin: (): Promise<void> => readPage().catch(failed),

    /** Whether this notice was delivered here and is acknowledged for the first time. */
    isAnswered: (noticeId: string): boolean => sent.delete(noticeId),

    stop,
  }
}
