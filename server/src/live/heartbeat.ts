import type { HeartBeats } from './stomp-frames.ts'
import type { Cancel, Timers } from './timers.ts'

/**
 * Runs heart-beats in both directions: calls `beat` when one is due, and `dead` once the other side has been
 * silent for `grace` times the interval that it promised. Returns a function that stops both.
 */
export function startHeartbeat(
  { outMs, inMs }: HeartBeats,
  to: {
    readonly timers: Timers
    readonly grace: number
    /** When the other side last sent something, on the clock of the timers. */
    readonly heardAt: () => number
    readonly beat: () => void
    readonly dead: () => void
  },
): Cancel {
  const { timers, grace, heardAt, beat, dead } = to
  let cancelBeat: Cancel = () => {}
  let cancelCheck: Cancel = () => {}

  function beatLater(): void {
    cancelBeat = timers.after(outMs, () => {
      beat()
      beatLater()
    })
  }

  function checkLater(ms: number): void {
    cancelCheck = timers.after(ms, () => {
      const leftMs = heardAt() + grace * inMs - timers.now()
      if (leftMs <= 0) return dead()
      checkLater(leftMs)
    })
  }

  if (outMs > 0) beatLater()
  if (inMs > 0) checkLater(grace * inMs)
  return () => {
    cancelBeat()
    cancelCheck()
  }
}
