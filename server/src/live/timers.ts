/** Cancels a scheduled callback. */
export type Cancel = () => void

/** A clock with timers, which tests advance by hand. */
export interface Timers {
  /** Monotonic, in milliseconds. */
  now(): number
  /** Calls `act` once, after `ms` milliseconds. */
  after(ms: number, act: () => void): Cancel
}

/** The real clock. Its timers do not keep the process alive. */
export const realTimers: Timers = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}
