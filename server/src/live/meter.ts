/** Counts what happens within a minute. `now` gives milliseconds. */
export function perMinute(most: number, now: () => number): { isOver(count?: number): boolean } {
  let moments: { readonly at: number; readonly count: number }[] = []
  return {
    /** Adds so many and says whether the last minute now holds more than it may. */
    isOver(count = 1) {
      if (count === 0) return false
      const at = now()
      moments = moments.filter((moment) => at - moment.at < 60_000)
      moments.push({ at, count })
      return moments.reduce((sum, moment) => sum + moment.count, 0) > most
    },
  }
}
