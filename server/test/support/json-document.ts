import type { TSchema } from 'typebox'

/** A JSON document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A document after serialization to JSON: undefined and hidden properties are gone. */
export const asJson = (document: unknown): Json => JSON.parse(JSON.stringify(document)) as Json

/** The target of a reference such as #/components/schemas/Advert, or undefined. */
export function resolveReference(document: Json, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let at: Json | undefined = document
  for (const step of steps)
    at =
      typeof at === 'object' && at !== null && !Array.isArray(at)
        ? (at as { [name: string]: Json })[step]
        : undefined
  return at
}

/** Every object in a document, with its JSON pointer. */
export function* objectsIn(
  value: Json,
  place = '#',
): Generator<{ readonly place: string; readonly object: { readonly [name: string]: Json } }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { place, object: value as { readonly [name: string]: Json } }
  for (const [name, each] of Object.entries(value)) yield* objectsIn(each, `${place}/${name}`)
}

/** References without a target. */
export const brokenReferences = (document: Json): readonly string[] =>
  [...objectsIn(document)].flatMap(({ place, object: { $ref } }) =>
    typeof $ref === 'string' && resolveReference(document, $ref) === undefined ? [`${place}: ${$ref}`] : [],
  )

/** The parts of a JSON schema that the contract uses. */
export interface SchemaShape {
  readonly type?: string
  readonly const?: Json
  readonly anyOf?: readonly SchemaShape[]
  readonly properties?: Readonly<Record<string, SchemaShape>>
  readonly required?: readonly string[]
  readonly items?: SchemaShape
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly pattern?: string
}

export const schemaShapeOf = (schema: TSchema): SchemaShape => schema as SchemaShape

/** Fields that only the server may set, and that must reach no object of ours. */
export const serverOnlyFields: Readonly<Record<string, Json>> = {
  status: 'COMPLETED',
  advertisementStatus: 'COMPLETED',
  causeOfDeath: 'EXPIRED',
  credibilityRating: 100,
  quantityRemaining: 77_700,
  firstLogin: true,
  needsPasskey: true,
  role: 'STAFF',
  firmId: 'another',
  brokerId: 'another',
  traderId: 'another',
  userId: 'another',
  expiryDate: '2030-01-01T00:00:00Z',
  isAdmin: true,
  id: 'another',
}

/** Fields that a JSON parser may mistake for prototypes. They are refused as a whole. */
export const prototypePollution: readonly string[] = [
  '"__proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
]
