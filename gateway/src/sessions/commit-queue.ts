import type { SessionChange, SessionStore } from '../store/session-store.ts'

/** Something whose changes are stored before they become visible to anybody. */
export interface Committed {
  /** Returns what has changed since it was last called. */
  takeChange(): TakenChange
}

/** A change, and what follows once it is stored or cannot be. */
export interface TakenChange {
  readonly change: SessionChange
  readonly onStored: () => void
  readonly onFailed: (error: unknown) => void
}

/**
 * Stores the changes of all sessions, one transaction after the other: what happens while a transaction runs shares
 * the next one, so a busy gateway waits for the disk once for many messages.
 */
export class CommitQueue {
  readonly #store: SessionStore
  readonly #onFailure: (error: unknown) => void
  readonly #changed = new Set<Committed>()
  #isRunning = false
  #hasFailed = false
  #idle: (() => void)[] = []

  /** `onFailure` is called once; nothing is stored afterwards, because memory and database may differ. */
  constructor(store: SessionStore, onFailure: (error: unknown) => void) {
    this.#store = store
    this.#onFailure = onFailure
  }

  add(committed: Committed): void {
    this.#changed.add(committed)
    if (this.#isRunning || this.#hasFailed) return
    this.#isRunning = true
    // After everything that has been received so far.
    setImmediate(() => void this.#run())
  }

  /** Resolves once everything is stored, or nothing will be any more. */
  async whenIdle(): Promise<void> {
    if (this.#isRunning) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  async #run(): Promise<void> {
    let taken: TakenChange[] = []
    try {
      while (this.#changed.size > 0) {
        taken = [...this.#changed].map((committed) => committed.takeChange())
        this.#changed.clear()
        await this.#store.commit(taken.map(({ change }) => change))
        for (const { onStored } of taken) onStored()
      }
    } catch (error) {
      this.#hasFailed = true
      for (const { onFailed } of taken) onFailed(error)
      this.#onFailure(error)
    } finally {
      this.#isRunning = false
      for (const resolve of this.#idle.splice(0)) resolve()
    }
  }
}
