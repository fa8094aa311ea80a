import { setTimeout as wait } from 'node:timers/promises'

interface WakeSignal {
  wake(): void
  fail(reason: unknown): void
  /** Resolves when woken since the last call, or after `ms` milliseconds; rejects after `fail`. */
  waitForWake(ms: number, signal: AbortSignal): Promise<void>
}

/** Lets callbacks wake the robot's loop when there is something to do, or end it with an error. */
export function createWakeSignal(): WakeSignal {
  let pending = newPendingWake()
  return {
    wake: () => pending.resolve(),
    fail: (reason) => pending.reject(reason),
    async waitForWake(ms, signal) {
      const timeout = new AbortController()
      const either = AbortSignal.any([signal, timeout.signal])
      try {
        await Promise.race([pending.promise, wait(ms, undefined, { signal: either }).catch(() => {})])
      } finally {
        timeout.abort()
        pending = newPendingWake()
      }
    },
  }
}

function newPendingWake(): PromiseWithResolvers<void> {
  const pending = Promise.withResolvers<void>()
  // A failure between two waits is reported by the next one; until then it must not count as unhandled.
  pending.promise.catch(() => {})
  return pending
}
