import { sfc32 } from '@aitai/server/quotes/seeded-random.ts'

/** Seeded random choices: the same seed gives the same choices on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** True with this probability. */
  happens(probability: number): boolean
  /** A random item. Throws if there is none. */
  oneOf<T>(items: readonly T[]): T
  /** A random subset in the given order, with at least `least` items. */
  someOf<T>(items: readonly T[], least: number): T[]
  /** A random item, by weight. Throws if there is none. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T
  /** The items in random order. */
  shuffled<T>(items: readonly T[]): T[]
  /** 32 hex digits. */
  id(): string
}

export function createRandom(seed: number): Random {
  const raw = sfc32([0x9e3779b9, 0x243f6a88, 0xb7e15162, seed | 0])
  const next = (): number => raw() / 2 ** 32
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const oneOf = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('nothing to choose from')
    return items[between(0, items.length - 1)] as T
  }
  const someOf = <T>(items: readonly T[], least: number): T[] => {
    const count = between(Math.min(least, items.length), items.length)
    const rest = [...items]
    while (rest.length > count) rest.splice(between(0, rest.length - 1), 1)
    return rest
  }
  const weighted = <T>(items: readonly (readonly [number, T])[]): T => {
    let draw = next() * items.reduce((sum, [weight]) => sum + weight, 0)
    const found = items.find(([weight]) => {
      draw -= weight
      return draw < 0
    })
    return (found ?? oneOf(items))[1]
  }
  const shuffled = <T>(items: readonly T[]): T[] => {
    const rest = [...items]
    return items.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as T)
  }
  const id = (): string => Array.from({ length: 4 }, () => raw().toString(16).padStart(8, '0')).join('')
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    oneOf,
    someOf,
    weighted,
    shuffled,
    id,
  }
}
