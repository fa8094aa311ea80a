import type { RandomSource } from '@aitai/server/quotes/seeded-random.ts'
import type { Json, SchemaShape } from '../../server/test/support/json-document.ts'
import { integerBetween, pickOne, type ValuePool, withProbability } from './value-pool.ts'

export interface GenerationContext {
  readonly chance: RandomSource
  readonly pool: ValuePool
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** A value that satisfies a schema, as realistic as the values seen so far allow. */
export function generateValue(shape: SchemaShape, draws: GenerationContext, name = ''): Json {
  const { chance, pool } = draws
  if (shape.const !== undefined) return shape.const
  if (shape.anyOf) return generateValue(pickOne(shape.anyOf, chance), draws, name)
  switch (shape.type) {
    case 'object':
      return objectOf(shape, draws)
    case 'array':
      return listOf(shape, draws, name)
    case 'string':
      return textOf(shape, draws, name)
    case 'integer':
      return numberOf(shape, chance, 0)
    case 'number':
      return numberOf(shape, chance, integerBetween(0, 4, chance))
    case 'boolean':
      return withProbability(0.5, chance)
    case 'null':
      return null
    default:
      // Anything may be sent here.
      return pool.object([], chance) ?? pickOne([null, 1, 'x', [], {}], chance)
  }
}

function objectOf(shape: SchemaShape, draws: GenerationContext): Json {
  const { properties = {}, required = [] } = shape
  const { chance, pool } = draws
  // Most of what is sent was received before, and is sent back with a change.
  const known = withProbability(0.8, chance) ? pool.object(required, chance) : null
  const made: Record<string, Json> = {}
  for (const [name, each] of Object.entries(properties)) {
    const isLeftOut = !required.includes(name) && withProbability(0.5, chance)
    const seen = known?.[name]
    // Where there are only a few values, any of them may be sent.
    const isKept = withProbability(
      each.anyOf?.every((word) => word.const !== undefined) ? 0.75 : 0.97,
      chance,
    )
    if (seen !== undefined && isKept) made[name] = seen
    else if (!isLeftOut) made[name] = generateValue(each, draws, name)
  }
  return made
}

function listOf({ items = {}, maxItems = 5 }: SchemaShape, draws: GenerationContext, name: string): Json {
  const length = integerBetween(0, Math.min(maxItems, 5), draws.chance)
  return Array.from({ length }, () => generateValue(items, draws, name))
}

function textOf(
  { minLength = 0, maxLength = 40, pattern }: SchemaShape,
  draws: GenerationContext,
  name: string,
): string {
  const { chance, pool, now } = draws
  if (pattern?.includes('T')) return new Date(now() - integerBetween(0, 5_000, chance)).toISOString()
  const seen = withProbability(0.85, chance) ? pool.value(name, chance) : null
  if (seen !== null && seen.length <= maxLength) return seen
  const length = Math.max(minLength, Math.min(maxLength, integerBetween(0, 40, chance)))
  return Array.from({ length }, () => pickOne(characters, chance)).join('')
}

const characters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@ ']

function numberOf(shape: SchemaShape, chance: RandomSource, decimals: number): number {
  const isBound = shape.maximum !== undefined
  if (!isBound && withProbability(0.7, chance)) return Number((chance() * 100).toFixed(decimals))
  const from = shape.minimum ?? (shape.exclusiveMinimum === undefined ? -10 : shape.exclusiveMinimum + 1)
  const to = shape.maximum ?? 10_000
  // Round figures, as people send them: multiples of a lot reach the rules behind the schema.
  if (decimals === 0 && to > 100_000 && withProbability(0.8, chance))
    return integerBetween(1, 400, chance) * 1_000
  const value = from + chance() * (to - from)
  return Math.min(to, Math.max(from, Number(value.toFixed(decimals))))
}
