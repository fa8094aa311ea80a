import type { Cancel, Timers } from './timers.ts'

/** Tells the market whether a trader is present. Rejects if the database is unavailable. */
type SetPresence = (traderId: string, present: boolean) => Promise<void>

interface PresenceDeps {
  readonly setPresence: SetPresence
  readonly timers: Timers
  readonly absentAfterMs: number
  /** Called when a presence could not be written; it is retried. */
  readonly failed: (failure: unknown) => void
}

interface TraderPresence {
  sockets: number
  wanted: boolean
  /** The presence that the market has. */
  submitted: boolean
  isSubmitting: boolean
  cancel: Cancel | null
}

const retryMs = 1_000

/**
 * A trader is present from the first socket until the last one has been closed for a minute (docs/rules.md
 * §16).
 */
export class Presence {
  readonly #deps: PresenceDeps
  readonly #traders = new Map<string, TraderPresence>()
  #isClosed = false

  constructor(deps: PresenceDeps) {
    this.#deps = deps
  }

  /** A socket of the trader subscribed. Resolves when the market knows, or when that failed. */
  socketOpened(traderId: string): Promise<void> {
    const known = this.#presenceOf(traderId)
    known.sockets += 1
    cancelTimer(known)
    known.wanted = true
    return this.#submit(traderId, known)
  }

  /** A socket of the trader closed. */
  socketClosed(traderId: string): void {
    const known = this.#presenceOf(traderId)
    known.sockets -= 1
    if (known.sockets === 0 && !this.#isClosed) this.#scheduleAbsence(traderId, known)
  }

  /** The trader logged off or timed out; the market already counts the trader as absent. */
  sessionEnded(traderId: string): void {
    const known = this.#presenceOf(traderId)
    known.submitted = false
    if (known.sockets === 0) {
      cancelTimer(known)
      known.wanted = false
    }
    void this.#submit(traderId, known)
  }

  /** Traders who were present when the server last stopped have a minute to return. */
  expectReturn(traderIds: readonly string[]): void {
    for (const traderId of traderIds) {
      const known = this.#presenceOf(traderId)
      if (known.sockets > 0) continue
      known.submitted = true
      known.wanted = true
      this.#scheduleAbsence(traderId, known)
    }
  }

  /** Submits nothing any more: a stopping server must not make its traders absent. */
  close(): void {
    this.#isClosed = true
    for (const known of this.#traders.values()) cancelTimer(known)
  }

  #presenceOf(traderId: string): TraderPresence {
    const known = this.#traders.get(traderId)
    if (known) return known
    const fresh: TraderPresence = {
      sockets: 0,
      wanted: false,
      submitted: false,
      isSubmitting: false,
      cancel: null,
    }
    this.#traders.set(traderId, fresh)
    return fresh
  }

  #scheduleAbsence(traderId: string, known: TraderPresence): void {
    this.#schedule(known, this.#deps.absentAfterMs, () => {
      known.wanted = false
      void this.#submit(traderId, known)
    })
  }

  #schedule(known: TraderPresence, ms: number, act: () => void): void {
    cancelTimer(known)
    known.cancel = this.#deps.timers.after(ms, () => {
      known.cancel = null
      act()
    })
  }

  /** Submits one change at a time until the market has the wanted presence. */
  async #submit(traderId: string, known: TraderPresence): Promise<void> {
    if (known.isSubmitting) return
    known.isSubmitting = true
    try {
      while (known.wanted !== known.submitted && !this.#isClosed) {
        const { wanted } = known
        await this.#deps.setPresence(traderId, wanted)
        known.submitted = wanted
      }
    } catch (failure) {
      this.#deps.failed(failure)
      if (!this.#isClosed) this.#schedule(known, retryMs, () => this.#submit(traderId, known))
    } finally {
      known.isSubmitting = false
    }
    const isIdle = known.sockets === 0 && !known.submitted && !known.wanted && !known.cancel
    if (isIdle && this.#traders.get(traderId) === known) this.#traders.delete(traderId)
  }
}

/** Cancels the pending timer. */
function cancelTimer(known: TraderPresence): void {
  known.cancel?.()
  known.cancel = null
}
