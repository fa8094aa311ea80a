/** A timer may fire so much too early, in milliseconds: its clock counts whole ones. */
const earlyMs = 1

/** The time from a tick to the next multiple of the period, in milliseconds since the start. */
export function untilNextTick(elapsedMs: number, periodMs: number): number {
  const ticked = Math.floor((elapsedMs + earlyMs) / periodMs)
  return (ticked + 1) * periodMs - elapsedMs
}

/**
 * Ticks at the multiples of a period since the start, until the returned function is called. A late tick delays no
 * later one: otherwise the times of all later ones would reveal that the process had been busy. Does not keep the
 * process alive.
 */
export function ticksOnGrid(tick: () => void, periodMs: number): () => void {
  const start = performance.now()
  let timer: NodeJS.Timeout
  const schedule = (): void => {
    const delay = Math.ceil(untilNextTick(performance.now() - start, periodMs))
    timer = setTimeout(() => {
      schedule()
      tick()
    }, delay).unref()
  }
  schedule()
  return () => clearTimeout(timer)
}
