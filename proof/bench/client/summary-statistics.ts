/** One of these in turn, so that rows differ as those of a day do. */
export function pickByIndex<T>(n: number, ...of: readonly [T, ...T[]]): T {
  return of[n % of.length] ?? of[0]
}

/** Of many times: the middle one, the one that only 5 of 100 exceed, and the longest. Milliseconds. */
export interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly longest: number
}

export function percentilesOf(milliseconds: readonly number[]): Percentiles {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    roundToTenth(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p95: at(0.95), longest: at(1) }
}

export const roundToTenth = (value: number): number => Math.round(value * 10) / 10
