/** The end of an axis around zero: 1, 2 or 5 times a power of ten, and not below the largest value. */
export function axisEnd(values: readonly number[]): number {
  const most = Math.max(1, ...values.map(Math.abs))
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 5].find((step) => step * power >= most) ?? 10) * power
}

/** A round number on an axis: +50, 0, −50. */
export const axisLabel = (value: number): string =>
  value === 0 ? '0' : `${value > 0 ? '+' : '\u2212'}${Math.abs(value)}`
