import { schemasByName } from '@aitai/contract/calls.ts'
import type { TSchema } from 'typebox'

/** A JSON schema in the form in which a document contains it. */
export type DocumentNode = Readonly<Record<string, unknown>>

const names = new Map<unknown, string>(Object.entries(schemasByName).map(([name, schema]) => [schema, name]))

const isWord = (value: unknown): value is { readonly const: string } =>
  typeof value === 'object' && value !== null && typeof (value as { const?: unknown }).const === 'string'

/** A schema for a document, with references to the schemas that have a name in the contract. */
export function schemaNode(schema: TSchema): DocumentNode {
  const name = names.get(schema)
  return name ? { $ref: `#/components/schemas/${name}` } : spelledOut(schema)
}

function spelledOut(schema: TSchema): DocumentNode {
  const entries = Object.entries(schema as Readonly<Record<string, unknown>>)
  const { anyOf } = schema as { anyOf?: readonly unknown[] }
  if (anyOf?.every(isWord)) {
    const rest = entries.filter(([key]) => key !== 'anyOf')
    return { type: 'string', enum: anyOf.map((word) => word.const), ...Object.fromEntries(rest) }
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, written(key, value)]))
}

function written(key: string, value: unknown): unknown {
  if (key === 'anyOf') return (value as readonly TSchema[]).map(schemaNode)
  if (key === 'items') return schemaNode(value as TSchema)
  if (key === 'properties' || key === 'patternProperties')
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, TSchema>>).map(([name, each]) => [
        name,
        schemaNode(each),
      ]),
    )
  return value
}

/** Every schema that a document refers to, directly or indirectly, by name. */
export function componentsFor(part: unknown): Record<string, DocumentNode> {
  const found: Record<string, DocumentNode> = {}
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as { $ref?: unknown }
    const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : ''
    const schema = schemasByName[name]
    if (schema && !found[name]) {
      found[name] = spelledOut(schema)
      visit(found[name])
    }
    for (const each of Object.values(value)) visit(each)
  }
  visit(part)
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}
