import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Items after which other work of the process may continue: some milliseconds of it, for the rows of a file. */
export const sliceItems = 50

/**
 * The items, with a turn of the event loop for others after each slice of them: whoever imports a long file would
 * delay the commands of every trader.
 */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  let seen = 0
  for (const item of items) {
    yield item
    seen += 1
    if (seen % sliceItems === 0) await yieldToEventLoop()
  }
}
