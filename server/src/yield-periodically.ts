import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const rowsBetweenYields = 100

/**
 * Yields to the event loop after every 100th row of a long loop, so that a running server keeps serving. `seq`
 * counts the rows.
 */
export async function yieldPeriodically(seq: number): Promise<void> {
  if (seq % rowsBetweenYields === 0) await yieldToEventLoop()
}
