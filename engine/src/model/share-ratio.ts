import type { Price } from './price.ts'

/** New shares for old ones: 5 for 1 is a split, 1 for 10 a consolidation. */
export interface Ratio {
  readonly newShares: number
  readonly oldShares: number
}

/** A ratio that holds from a trading day on (docs/rules.md §26). */
export interface ShareRatio extends Ratio {
  /** Days since 1970 in Tokyo. */
  readonly day: number
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** The ratio between what is stored of a day and a later day; null if the shares are the same. */
export function ratioBetween(ratios: readonly ShareRatio[], stored: number, day: number): Ratio | null {
  const since = ratios.filter((ratio) => ratio.day > stored && ratio.day <= day)
  const newShares = since.reduce((product, ratio) => product * ratio.newShares, 1)
  const oldShares = since.reduce((product, ratio) => product * ratio.oldShares, 1)
  if (newShares === oldShares) return null
  const common = divisor(newShares, oldShares)
  return { newShares: newShares / common, oldShares: oldShares / common }
}

/** So many old shares as new ones, rounded down. */
export const adjustShares = (shares: number, { newShares, oldShares }: Ratio): number =>
  Math.floor((shares * newShares) / oldShares)

/** The price of an old share for a new one, rounded. */
export const adjustPrice = (price: Price, { newShares, oldShares }: Ratio): Price =>
  Math.round((price * oldShares) / newShares)
