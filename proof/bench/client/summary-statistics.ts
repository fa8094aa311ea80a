/** One of these in turn, so that rows differ as they do in practice. */
export function pickByIndex<const T>(n: number, ...of: readonly [T, ...T[]]): T {
  return of[n % of.length] ?? of[0]
}

/** The median, the 95th percentile and the maximum of some times, in milliseconds. */
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
