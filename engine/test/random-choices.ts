/** Random choices from a source of numbers, which is a seeded generator or fast-check. */
export interface RandomChoices {
  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** True with this probability. */
  happens(probability: number): boolean
  /** A random item. Throws if there is none. */
  oneOf<T>(items: readonly T[]): T
  /** A random subset in the given order, with at least `least` items. */
  someOf<T>(items: readonly T[], least: number): T[]
  /** The items in random order. */
  shuffled<T>(items: readonly T[]): T[]
}

/** Choices from a function that returns numbers in [0, 1). */
export function choicesFrom(next: () => number): RandomChoices {
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    between,
    happens: (probability) => next() < probability,
    oneOf: (items) => {
      if (items.length === 0) throw new Error('nothing to choose from')
      return items[between(0, items.length - 1)] as (typeof items)[number]
    },
    someOf: (items, least) => {
      const count = between(Math.min(least, items.length), items.length)
      const rest = [...items]
      while (rest.length > count) rest.splice(between(0, rest.length - 1), 1)
      return rest
    },
    shuffled: (items) => {
      const rest = [...items]
      return items.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as (typeof items)[number])
    },
  }
}
