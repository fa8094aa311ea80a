/** A value that evidence consists of: no floating-point numbers, and no null. */
export type CanonicalValue = string | number | { readonly [name: string]: CanonicalValue }

/**
 * The canonical form of RFC 8785 (JSON Canonicalization Scheme) for objects of texts and whole numbers: members in the
 * order of the UTF-16 code units of their names, no spaces, and the escapes of `JSON.stringify`, which the RFC adopts.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as CanonicalValue)}`)
  return `{${members.join(',')}}`
}
