import type { HeartBeats } from './stomp-headers.ts'
import type { Cancel, Timers } from './timers.ts'

/**
 * Heart-beats both ways: `beat` is called when one is due, `dead` once the other side has been silent for
 * `grace` times what it promised. Gives how to stop.
 */
export function startHeartbeat(
  { outMs, inMs }: HeartBeats,
  to: {
    readonly timers: Timers
    readonly grace: number
    /** When the other side was last heard, on the clock of the timers. */
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
