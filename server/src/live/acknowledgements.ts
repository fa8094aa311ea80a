import type { AcknowledgedNotification } from '../market/notification-store.ts'
import type { Cancel, Timers } from './timers.ts'

interface AcknowledgementsDeps {
  /** Stores a batch in one transaction. */
  readonly store: (batch: readonly AcknowledgedNotification[]) => Promise<void>
  readonly timers: Timers
  readonly delayMs: number
}

interface Batch {
  readonly acknowledged: AcknowledgedNotification[]
  readonly stored: PromiseWithResolvers<void>
}

/**
 * The acknowledgements of all sockets. They are stored together, because each commit waits for the disk and
 * nobody waits for an acknowledgement. One that a crash loses sends its notification again.
 */
export class Acknowledgements {
  readonly #deps: AcknowledgementsDeps
  #waiting: Batch | null = null
  #cancel: Cancel = () => {}
  /** Resolves once every batch so far was stored or has failed. */
  #settled: Promise<unknown> = Promise.resolve()

  constructor(deps: AcknowledgementsDeps) {
    this.#deps = deps
  }

  /** Resolves once the acknowledgement is stored, at the latest after the delay. */
  add(acknowledged: AcknowledgedNotification): Promise<void> {
    this.#waiting ??= this.#newBatch()
    this.#waiting.acknowledged.push(acknowledged)
    return this.#waiting.stored.promise
  }

  /** Stores what is waiting. Resolves once every acknowledgement so far was stored or has failed. */
  async flush(): Promise<void> {
    const batch = this.#waiting
    if (batch) {
      this.#cancel()
      this.#waiting = null
      this.#deps.store(batch.acknowledged).then(batch.stored.resolve, batch.stored.reject)
      this.#settled = Promise.allSettled([this.#settled, batch.stored.promise])
    }
    await this.#settled
  }

  #newBatch(): Batch {
    this.#cancel = this.#deps.timers.after(this.#deps.delayMs, () => void this.flush())
    return { acknowledged: [], stored: Promise.withResolvers() }
  }
}
