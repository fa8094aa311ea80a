import type { TSchema } from 'typebox'
import type { Json } from '../docs/document.ts'
import type { Chance } from '../src/quotes/chance.ts'
import { happens, oneOfThese, wholeFrom } from './draws.ts'
import type { Pool } from './pool.ts'

/** The parts of a JSON schema that the contract uses. */
export interface Shape {
  readonly type?: string
  readonly const?: Json
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly pattern?: string
}

export const shapeOf = (schema: TSchema): Shape => schema as Shape

export interface Draws {
  readonly chance: Chance
  readonly pool: Pool
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** A value that a schema takes: as like a true one as what was seen so far allows. */
export function drawn(shape: Shape, draws: Draws, name = ''): Json {
  const { chance, pool } = draws
  if (shape.const !== undefined) return shape.const
  if (shape.anyOf) return drawn(oneOfThese(shape.anyOf, chance), draws, name)
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
      return numberOf(shape, chance, wholeFrom(0, 4, chance))
    case 'boolean':
      return happens(0.5, chance)
    case 'null':
      return null
    default:
      // Anything may be sent here.
      return pool.object([], chance) ?? oneOfThese([null, 1, 'x', [], {}], chance)
  }
}

function objectOf(shape: Shape, draws: Draws): Json {
  const { properties = {}, required = [] } = shape
  const { chance, pool } = draws
  // Most of what is sent was given before, and is sent back with a change.
  const known = happens(0.8, chance) ? pool.object(required, chance) : null
  const made: Record<string, Json> = {}
  for (const [name, each] of Object.entries(properties)) {
    const isLeftOut = !required.includes(name) && happens(0.5, chance)
    const seen = known?.[name]
    // Where there are only a few words, any of them says something else that could be meant.
    const isKept = happens(each.anyOf?.every((word) => word.const !== undefined) ? 0.75 : 0.97, chance)
    if (seen !== undefined && isKept) made[name] = seen
    else if (!isLeftOut) made[name] = drawn(each, draws, name)
  }
  return made
}

function listOf({ items = {}, maxItems = 5 }: Shape, draws: Draws, name: string): Json {
  const length = wholeFrom(0, Math.min(maxItems, 5), draws.chance)
  return Array.from({ length }, () => drawn(items, draws, name))
}

function textOf({ minLength = 0, maxLength = 40, pattern }: Shape, draws: Draws, name: string): string {
  const { chance, pool, now } = draws
  if (pattern?.includes('T')) return new Date(now() - wholeFrom(0, 5_000, chance)).toISOString()
  const seen = happens(0.85, chance) ? pool.value(name, chance) : null
  if (seen !== null && seen.length <= maxLength) return seen
  const length = Math.max(minLength, Math.min(maxLength, wholeFrom(0, 40, chance)))
  return Array.from({ length }, () => oneOfThese(letters, chance)).join('')
}

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@ ']

function numberOf(shape: Shape, chance: Chance, decimals: number): number {
  const isBound = shape.maximum !== undefined
  if (!isBound && happens(0.7, chance)) return Number((chance() * 100).toFixed(decimals))
  const from = shape.minimum ?? (shape.exclusiveMinimum === undefined ? -10 : shape.exclusiveMinimum + 1)
  const to = shape.maximum ?? 10_000
  // Round figures, as people send them: multiples of a lot meet the rules behind the schema.
  if (decimals === 0 && to > 100_000 && happens(0.8, chance)) return wholeFrom(1, 400, chance) * 1_000
  const value = from + chance() * (to - from)
  return Math.min(to, Math.max(from, Number(value.toFixed(decimals))))
}
