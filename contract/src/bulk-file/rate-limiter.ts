/** Spaces the calls of a long run. */
interface RateLimiter {
  /** Milliseconds to wait before the next call, which is counted as made then. */
  next(): number
  /** Halves the rate, after the server has answered 429. */
  slower(): void
}

/**
 * The rate of a long run of calls, such as those of a file: half of the server's limits of 20 calls at once
 * and 5 per second for a trader, so that an answer to a locate meanwhile is not refused.
 */
const rowRateLimit = { atOnce: 10, everyMs: 250, slowestMs: 2_000 } as const

/** A limiter that starts now; `now` returns milliseconds of a monotonic clock. */
export function createRateLimiter(now: () => number): RateLimiter {
  let everyMs: number = rowRateLimit.everyMs
  /** When the full burst is available again. */
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

/** Estimated time for the remaining rows, two calls each, in whole minutes. */
export const estimatedMinutes = (rows: number): number =>
  Math.round((2 * rows * rowRateLimit.everyMs) / 60_000)
