interface Sample {
  readonly n: number
  readonly mean: number
  readonly variance: number
}

function sampleOf(values: readonly number[]): Sample {
  const n = values.length
  if (n < 2) throw new Error('a sample needs two values or more')
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1)
  return { n, mean, variance }
}

export interface WelchResult {
  /** The means, in the unit of the values. */
  readonly means: readonly [number, number]
  /** Welch's t: how many standard errors the means are apart. */
  readonly t: number
  /** The difference of the means at which |t| would be 5. */
  readonly resolution: number
}

/** From this |t| on two samples are distinguishable (the threshold of dudect). */
export const distinguishableT = 5

/** Welch's test of two samples with possibly different variances. Without any variance t is 0 or infinite. */
export function welchTest(one: readonly number[], other: readonly number[]): WelchResult {
  const [a, b] = [sampleOf(one), sampleOf(other)]
  const error = Math.sqrt(a.variance / a.n + b.variance / b.n)
  const difference = a.mean - b.mean
  const t = error === 0 ? (difference === 0 ? 0 : Math.sign(difference) * Infinity) : difference / error
  return { means: [a.mean, b.mean], t, resolution: distinguishableT * error }
}

/**
 * The values of both samples up to a quantile of the two together. The delays that a busy machine adds to a
 * few values would hide a small difference in all the others.
 */
export function croppedAt(
  quantile: number,
  one: readonly number[],
  other: readonly number[],
): readonly [readonly number[], readonly number[]] {
  const sorted = [...one, ...other].sort((a, b) => a - b)
  const most = sorted[Math.floor((sorted.length - 1) * quantile)] ?? Infinity
  return [one.filter((value) => value <= most), other.filter((value) => value <= most)]
}
