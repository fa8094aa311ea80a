/** Milliseconds UTC, never smaller than before. */
export type Now = () => number

/** How much slower the clock runs while a wall clock that was set back catches up: 3 ms per second. */
const slowness = 0.003

/**
 * A clock that follows the wall clock and never goes back. While a wall clock that was set back catches up,
 * the clock runs slightly slower instead of stopping, because a stopped clock would keep locates open. `wall`
 * returns milliseconds UTC, `steady` monotonic milliseconds.
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
