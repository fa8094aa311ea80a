/** Takes back what was to be done later. */
export type Cancel = () => void

/** The passing of time, as data: tests move it by hand. */
export interface Timers {
  /** Milliseconds that only count up. */
  now(): number
  /** Does something once, after so many milliseconds. */
  after(ms: number, act: () => void): Cancel
}

/** Time as it passes. None of these keeps a process alive that has nothing else to do. */
export const realTimers: Timers = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}
