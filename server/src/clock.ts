/** Milliseconds UTC, never smaller than before. */
export type Now = () => number

/** How fast the clock goes while it waits for a wall clock that was set back: 3 ms in a second too slow. */
const slowness = 0.003

/**
 * A clock that follows the wall clock and never goes back. A wall clock that was set back is waited for
 * by going a little slower, not by standing still: else a locate would hang for as long (quality R13).
 * `wall` gives milliseconds UTC, `steady` milliseconds that only count up.
 */
export function createClock(
  wall: () => number = Date.now,
  steady: () => number = () => performance.now(),
): Now {
  let shown = wall()
  let seen = steady()
  return () => {
    const passed = steady() - seen
    seen += passed
    shown = Math.max(wall(), shown + passed * (1 - slowness))
    return Math.floor(shown)
  }
}
