import { sfc32 } from '@aitai/server/quotes/seeded-random.ts'
import { choicesFrom, type RandomChoices } from '../../engine/test/random-choices.ts'

/** Seeded random choices: the same seed gives the same choices on every machine. */
export interface Random extends RandomChoices {
  /** A number in [0, 1). */
  next(): number
  /** A random item, by weight. Throws if there is none. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T
  /** 32 hex digits. */
  id(): string
}

export function createRandom(seed: number): Random {
  const raw = sfc32([0x9e3779b9, 0x243f6a88, 0xb7e15162, seed | 0])
  const next = (): number => raw() / 2 ** 32
  const choices = choicesFrom(next)
  const weighted = <T>(items: readonly (readonly [number, T])[]): T => {
    let draw = next() * items.reduce((sum, [weight]) => sum + weight, 0)
    const found = items.find(([weight]) => {
      draw -= weight
      return draw < 0
    })
    return (found ?? choices.oneOf(items))[1]
  }
  const id = (): string => Array.from({ length: 4 }, () => raw().toString(16).padStart(8, '0')).join('')
  return { ...choices, next, weighted, id }
}
