import type { Chance } from '../src/quotes/chance.ts'

/** One of some values. There must be one. */
export function oneOfThese<T>(values: readonly T[], chance: Chance): T {
  const value = values[Math.floor(chance() * values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

/** A whole number, both ends included. */
export const wholeFrom = (from: number, to: number, chance: Chance): number =>
  from + Math.floor(chance() * (to - from + 1))

export const happens = (probability: number, chance: Chance): boolean => chance() < probability
