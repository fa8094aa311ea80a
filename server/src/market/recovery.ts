import { setTimeout as wait } from 'node:timers/promises'
import type { FoldedJournal } from './fold.ts'
import type { Journal } from './journal.ts'
import type { NotificationStore, StoredNotification } from './notification-store.ts'

interface RecoveryDeps {
  readonly journal: Pick<Journal, 'fold' | 'probe'>
  readonly notificationStore: Pick<NotificationStore, 'storedSince'>
  readonly onError: (error: unknown, activity: string) => void
}

/** Recovers from failed writes. */
export class Recovery {
  readonly #deps: RecoveryDeps
  /** Attempts since the last successful write. */
  #attempts = 0

  constructor(deps: RecoveryDeps) {
    this.#deps = deps
  }

  /** A write succeeded. */
  succeeded(): void {
    this.#attempts = 0
  }

  /**
   * Passes the journal, folded again, to `restore`, and resolves once it can be written. The result is the
   * notifications after the entry `seq`: the outcome of a failed write may be unknown, and where it did reach the journal
   * its notifications have not been pushed. Null if an attempt fails and `mayRetry` is false.
   */
  async recover(
    seq: number,
    restore: (folded: FoldedJournal) => void,
    mayRetry: () => boolean,
  ): Promise<readonly StoredNotification[] | null> {
    const { journal, notificationStore, onError } = this.#deps
    let folded: FoldedJournal | null = null
    for (;;) {
      try {
        await wait(delayMs(this.#attempts))
        this.#attempts += 1
        if (folded === null) {
          folded = await journal.fold()
          restore(folded)
        }
        await journal.probe()
        return folded.seq > seq ? await notificationStore.storedSince(seq) : []
      } catch (error) {
        onError(error, 'recovering')
        if (!mayRetry()) return null
      }
    }
  }
}

const firstDelayMs = 100
const maxDelayMs = 2_000

/** No delay at first, then doubled with each attempt since the last successful write. */
const delayMs = (attempts: number): number =>
  attempts === 0 ? 0 : Math.min(firstDelayMs * 2 ** Math.min(attempts - 1, 10), maxDelayMs)
