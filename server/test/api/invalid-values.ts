import type { Json, SchemaShape } from '../support/json-document.ts'

/** A value that is invalid for a schema, and the field that the reply must name. */
export interface InvalidBody {
  readonly what: string
  readonly body: Json
  readonly field: string
}

type JsonObject = { readonly [name: string]: Json }

const samples: readonly (readonly [type: string, value: Json])[] = [
  ['string', 'text'],
  ['number', 7.5],
  ['boolean', true],
  ['object', {}],
  ['array', []],
  ['null', null],
]

/** The JSON types of which a schema accepts some value. */
function typesOf({ type, anyOf, const: only }: SchemaShape): readonly string[] {
  if (anyOf) return anyOf.flatMap(typesOf)
  if (only !== undefined) return [typeof only]
  if (type === undefined) return samples.map(([each]) => each)
  return [type === 'integer' ? 'number' : type]
}

/** The choice that has parts: a nullable schema is examined like the schema itself. */
const inner = (shape: SchemaShape): SchemaShape =>
  shape.anyOf?.find((each) => each.properties || each.items) ?? shape

/**
 * Copies of a valid body with one mistake each: every field with another type, every required field missing,
 * in objects and in the first item of each list, at any depth.
 */
export function* invalidBodies(shape: SchemaShape, good: Json, place = ''): Generator<InvalidBody> {
  const types = typesOf(shape)
  for (const [type, value] of samples)
    if (!types.includes(type))
      yield { what: `${place || 'body'} as ${type}`, body: value, field: place || 'body' }
  const { properties, required = [], items } = inner(shape)
  if (properties && isObject(good)) yield* wrongParts(properties, required, good, place)
  if (items && Array.isArray(good) && good.length > 0) {
    const [first = null, ...rest] = good
    for (const wrong of invalidBodies(items, first, placed(place, '0')))
      yield { ...wrong, body: [wrong.body, ...rest] }
  }
}

function* wrongParts(
  properties: Readonly<Record<string, SchemaShape>>,
  required: readonly string[],
  good: JsonObject,
  place: string,
): Generator<InvalidBody> {
  for (const [name, each] of Object.entries(properties)) {
    const at = placed(place, name)
    const { [name]: value = null, ...rest } = good
    if (required.includes(name)) yield { what: `no ${at}`, body: rest, field: at }
    for (const wrong of invalidBodies(each, value, at))
      yield { ...wrong, body: { ...good, [name]: wrong.body } }
  }
}

const placed = (place: string, name: string): string => (place ? `${place}/${name}` : name)
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies of a valid body with a text in each field that may contain one. */
export function* bodiesWithText(shape: SchemaShape, good: Json, text: string): Generator<Json> {
  if (typesOf(shape).includes('string') && !shape.pattern) yield text
  const { properties, items } = inner(shape)
  if (properties && isObject(good))
    for (const [name, each] of Object.entries(properties))
      for (const body of bodiesWithText(each, good[name] ?? null, text)) yield { ...good, [name]: body }
  if (items && Array.isArray(good) && good.length > 0)
    for (const body of bodiesWithText(items, good[0] ?? null, text)) yield [body, ...good.slice(1)]
}
