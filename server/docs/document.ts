/** A document as a reader of JSON sees it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A document through JSON and back: what is undefined or hidden is gone. */
export const asJson = (document: unknown): Json => JSON.parse(JSON.stringify(document)) as Json

/** What a reference such as #/components/schemas/Advert points at, or undefined. */
export function pointedAt(document: Json, reference: string): Json | undefined {
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

/** Every object in a document, with its place. */
export function* objectsIn(
  value: Json,
  place = '#',
): Generator<{ readonly place: string; readonly object: { readonly [name: string]: Json } }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { place, object: value as { readonly [name: string]: Json } }
  for (const [name, each] of Object.entries(value)) yield* objectsIn(each, `${place}/${name}`)
}

/** References that lead nowhere. */
export const brokenReferences = (document: Json): readonly string[] =>
  [...objectsIn(document)].flatMap(({ place, object: { $ref } }) =>
    typeof $ref === 'string' && pointedAt(document, $ref) === undefined ? [`${place}: ${$ref}`] : [],
  )
