import {
  advertStatuses,
  causesOfDeath,
  directions,
  durations,
  transactionTypes,
} from '@aitai/engine/advert.ts'
import { answers, outcomes } from '@aitai/engine/locate.ts'
import Type, { type TLiteral, type TUnion } from 'typebox'

type Literals<T extends readonly string[]> = { [K in keyof T]: TLiteral<T[K] & string> }

/** A schema of exactly these words, from the engine's own list of them. */
function oneOf<const T extends readonly string[]>(words: T): TUnion<[...Literals<T>]> {
  return Type.Union(words.map((word) => Type.Literal(word))) as unknown as TUnion<[...Literals<T>]>
}

export const Direction = oneOf(directions)
export const AdvertStatus = oneOf(advertStatuses)
export const CauseOfDeath = oneOf(causesOfDeath)
export const Duration = oneOf(durations)
export const TransactionType = oneOf(transactionTypes)
export const Answer = oneOf(answers)
export const Outcome = oneOf(outcomes)

export const roles = ['TRADER', 'BROKER', 'STAFF'] as const
export const Role = oneOf(roles)
export type Role = (typeof roles)[number]

/** Random, 128 bits or more; never serial (rules 15). */
export const Id = Type.String({ minLength: 1, maxLength: 64 })
/** Milliseconds since 1970, UTC. */
export const Time = Type.Integer()
export const Shares = Type.Integer()
/** Yen, with up to four decimals. */
export const Price = Type.Number()
/** Percent, one decimal is shown. */
export const Percent = Type.Number()

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export { oneOf }
