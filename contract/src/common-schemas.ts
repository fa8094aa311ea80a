import {
  advertStatuses,
  causesOfDeath,
  directions,
  durations,
  transactionTypes,
} from '@aitai/engine/adverts/advert.ts'
import { answers, outcomes } from '@aitai/engine/locates/locate.ts'
import Type, { type TLiteral, type TSchema, type TUnion } from 'typebox'

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

/** What an operator has halted, by the code that a send is refused with meanwhile: nothing goes into play. */
export const haltCodes = ['PLATFORM-CLOSED', 'FIRM-HALTED', 'SECURITY-HALTED'] as const

export const roles = ['TRADER', 'BROKER', 'STAFF'] as const
export const Role = oneOf(roles)
export type Role = (typeof roles)[number]

/** A schema with what its values mean, before the unit it has anyway: for the documents of the calls. */
export const described = <T extends TSchema>(meaning: string, schema: T): T => {
  const { description: unit } = schema as { description?: string }
  return Type.With(schema, { description: unit ? `${meaning} ${unit}` : meaning }) as T
}

export const Id = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Random, 128 bits or more; never serial (rules 15).',
})
export const Time = Type.Integer({ description: 'Milliseconds since 1970, UTC.' })
export const Shares = Type.Integer({ description: 'Shares.' })
export const Price = Type.Number({ description: 'Yen, with up to four decimals.' })
export const Percent = Type.Number({ description: 'Percent, one decimal is shown.' })

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export { oneOf }
