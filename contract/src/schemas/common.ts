import {
  advertStatuses,
  causesOfDeath,
  directions,
  type Duration as EngineDuration,
  largestParentQuantity,
  longestOrderReference,
  mostRenewals,
  mostResumes,
  presetDurations,
  transactionTypes,
} from '@aitai/engine/model/advert.ts'
import { answers, outcomes } from '@aitai/engine/model/locate.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import Type, { type TLiteral, type TNumberOptions, type TSchema, type TUnion } from 'typebox'
import { roles } from '../codes.ts'

type Literals<T extends readonly string[]> = { [K in keyof T]: TLiteral<T[K] & string> }

/** A schema of exactly these string literals. */
export function oneOf<const T extends readonly string[]>(words: T): TUnion<[...Literals<T>]> {
  return Type.Union(words.map((word) => Type.Literal(word))) as unknown as TUnion<[...Literals<T>]>
}

export const Direction = oneOf(directions)
export const AdvertStatus = oneOf(advertStatuses)
export const CauseOfDeath = oneOf(causesOfDeath)
/** Minutes, the day, or an own expiry: a time of today in Tokyo. */
export const Duration = Type.Unsafe<EngineDuration>(
  Type.Union([
    ...oneOf(presetDurations).anyOf,
    Type.String({
      pattern: String.raw`^([01]\d|2[0-3]):[0-5]\d$`,
      description: 'An own expiry: HH:MM in Tokyo, today.',
    }),
  ]),
)
export const PresetDuration = oneOf(presetDurations)
export const TransactionType = oneOf(transactionTypes)
export const Answer = oneOf(answers)
export const Outcome = oneOf(outcomes)

export const Role = oneOf(roles)

/**
 * A schema with a description for the API documents, followed by the schema's own description, such as its
 * unit.
 */
export const described = <T extends TSchema>(meaning: string, schema: T): T => {
  const { description: unit } = schema as { description?: string }
  return Type.With(schema, { description: unit ? `${meaning} ${unit}` : meaning }) as T
}

/** An object without undeclared fields, as files and commands must give it. */
export const strictObject = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

export const Id = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Random, at least 128 bits; never a serial number.',
})
/** A trader's own name for an order: no control characters, which a file or a screen could not show. */
export const OrderReference = Type.String({
  maxLength: longestOrderReference,
  pattern: String.raw`^[^\u0000-\u001f\u007f]+$`,
})
/** The shares of the order behind an advert, and how many of them are done elsewhere. */
export const ParentQuantity = Type.Integer({ minimum: 1, maximum: largestParentQuantity })
export const DoneElsewhere = Type.Integer({ minimum: 0, maximum: largestParentQuantity })
/** How often an advert may at most be renewed and resumed automatically. */
export const AutoRenewals = Type.Integer({ minimum: 0, maximum: mostRenewals })
export const AutoResumes = Type.Integer({ minimum: 0, maximum: mostResumes })
export const Time = Type.Integer({ description: 'Milliseconds since 1970, UTC.' })
export const Shares = Type.Integer({ description: 'Shares.' })

/**
 * A number of yen. Its type carries the unit, so that the compiler does not let it pass as a `Price` of the engine,
 * which is in 1/10,000 yen.
 */
export const yenNumber = (options: TNumberOptions = {}) => Type.Unsafe<Yen>(Type.Number(options))
export const yenInteger = (options: TNumberOptions = {}) => Type.Unsafe<Yen>(Type.Integer(options))
export const YenPrice = yenNumber({ description: 'Yen, with up to four decimals.' })
export const Percent = Type.Number({ description: 'Percent, shown with one decimal.' })

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** Bytes as text, without padding (RFC 4648, section 5). */
export const base64url = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$', description: 'Base64url.' })

/** A credential id has at most 1,023 bytes (WebAuthn Level 3, section 4). */
export const CredentialId = base64url(1_364)

export const PublicKeyType = Type.Literal('public-key')

export const CredentialDescriptor = Type.Object({
  type: PublicKeyType,
  id: CredentialId,
  transports: Type.Array(Type.String()),
})

/** What a response of an authenticator names. */
export const passkeyResponse = { id: CredentialId, rawId: CredentialId, type: PublicKeyType }
