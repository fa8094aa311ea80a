import type { RandomSource } from '@aitai/server/quotes/seeded-random.ts'

/** One of some values. There must be one. */
export function pickOne<T>(values: readonly T[], chance: RandomSource): T {
  const value = values[Math.floor(chance() * values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

/** A whole number, both ends included. */
export const integerBetween = (from: number, to: number, chance: RandomSource): number =>
  from + Math.floor(chance() * (to - from + 1))

export const withProbability = (probability: number, chance: RandomSource): boolean => chance() < probability
