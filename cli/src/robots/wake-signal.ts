import { setTimeout as wait } from 'node:timers/promises'

export interface WakeSignal {
  ring(): void
  fail(reason: unknown): void
  /** Resolves when it was rung since the last time, or after so many ms; rejects with what failed. */
  rung(ms: number, signal: AbortSignal): Promise<void>
}

/** Wakes a worker when there is something to do, and ends its work when something failed behind its back. */
export function createWakeSignal(): WakeSignal {
  let turn = newTurn()
  return {
    ring: () => turn.resolve(),
    fail: (reason) => turn.reject(reason),
    async rung(ms, signal) {
      const patience = new AbortController()
      const either = AbortSignal.any([signal, patience.signal])
      try {
        await Promise.race([turn.promise, wait(ms, undefined, { signal: either }).catch(() => {})])
      } finally {
        patience.abort()
        turn = newTurn()
      }
    },
  }
}

function newTurn(): PromiseWithResolvers<void> {
  const turn = Promise.withResolvers<void>()
  // A failure between two turns waits for the next one; until then nobody listens to it.
  turn.promise.catch(() => {})
  return turn
}
