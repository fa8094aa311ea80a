/** Percentiles of some durations, in milliseconds. */
export interface Percentiles {
  readonly times: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly longest: number
}

/** Throws if there are none: then a bench has measured nothing. */
export function percentilesOf(milliseconds: readonly number[]): Percentiles {
  if (milliseconds.length === 0) throw new Error('nothing was measured')
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { times: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) }
}

export const rounded = (value: number): number => Math.round(value * 100) / 100
