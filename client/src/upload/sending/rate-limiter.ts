/** When the next call of a long run may go. */
export interface RateLimiter {
  /** Milliseconds to wait before the next call, which is counted as made then. */
  next(): number
  /** The server asked for patience after all: from now on, go more slowly. */
  slower(): void
}

/**
 * The pace of a file on its way. The server takes 20 changes at once and 5 a second from one trader (quality
 * 2.5), from the file and by hand alike: whoever used up all of it would have the answer to a located contra
 * refused while a file is sent. So a file takes half of what may come at once, then 4 a second.
 */
export const rowRateLimit = { atOnce: 10, everyMs: 250, slowestMs: 2_000 } as const

/** A pace that begins now; `now` gives milliseconds of a clock that never goes back. */
export function createRateLimiter(now: () => number): RateLimiter {
  let everyMs: number = rowRateLimit.everyMs
  /** When as many as at the beginning may go at once again. */
  let fullAt = now()
  return {
    next() {
      const at = now()
      fullAt = Math.max(fullAt, at) + everyMs
      return Math.max(0, fullAt - at - rowRateLimit.atOnce * everyMs)
    },
    slower() {
      everyMs = Math.min(2 * everyMs, rowRateLimit.slowestMs)
      fullAt = now() + rowRateLimit.atOnce * everyMs
    },
  }
}

/** How long rows take that are still to be sent, a draft and a submit each, in whole minutes. */
export const estimatedMinutes = (rows: number): number =>
  Math.round((2 * rows * rowRateLimit.everyMs) / 60_000)
