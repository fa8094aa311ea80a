import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { invalid, notFound } from './failures.ts'

/** Compiles each schema once, because many calls share one. */
function compileOnce(prepare: (schema: TSchema) => TSchema): (schema: TSchema) => Validator {
  const validators = new WeakMap<TSchema, Validator>()
  return (schema) => {
    const validator = validators.get(schema) ?? Compile(prepare(schema))
    validators.set(schema, validator)
    return validator
  }
}

const compileRequest = compileOnce((schema) => schema)
const compileReply = compileOnce(closed)

/**
 * Checks what a client sends against its schema and removes undeclared fields. Values are not converted.
 * Returns the cleaned value; throws 400 with the first wrong field.
 */
export function requestFilter(schema: TSchema): (value: unknown) => unknown {
  const declared = compileRequest(schema)
  return (value) => {
    if (!declared.Check(value)) throw invalid(firstFaultIn(declared, value))
    // Most have no undeclared field, and looking for one by removing it takes longest of all that a batch of quotes
    // needs. The stricter schema is compiled with the first request, because a start must be quick.
    const cleaned = compileReply(schema).Check(value) ? value : declared.Clean(value)
    const unstorable = pathOfUnstorable(cleaned)
    if (unstorable !== null) throw invalid(unstorable || 'body')
    return cleaned
  }
}

/** Validates bodies and parameters of a route by `requestFilter`. */
export const compileRequestFilter: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) => {
  const filter = requestFilter(schema as TSchema)
  return (sent: unknown) => {
    try {
      return { value: filter(sent) }
    } catch (error) {
      // A parameter that cannot be an id is answered like an id that does not exist.
      return { error: httpPart === 'params' ? notFound() : (error as Error) }
    }
  }
}

/**
 * Throws when a reply lacks a declared field, has one of another type, or has a field that is not declared:
 * nothing leaves the server that the contract does not name.
 */
export function replyCheck(schema: TSchema): (reply: unknown) => void {
  return (reply) => {
    // Compiled with the first reply, because a start must be quick.
    const declared = compileReply(schema)
    if (!declared.Check(reply))
      throw new Error(`the reply does not match its schema: ${firstFaultIn(declared, reply)}`)
  }
}

/**
 * Reads what a newer version may have stored: returns the value without fields that this version does not declare, or
 * null if a declared one is missing or has another type.
 */
export function storedValueParser<S extends TSchema>(schema: S): (value: unknown) => Static<S> | null {
  const [closedSchema, declared] = [compileReply(schema), compileRequest(schema)]
  return (value) => {
    if (closedSchema.Check(value)) return value as Static<S>
    return declared.Check(value) ? (declared.Clean(value) as Static<S>) : null
  }
}

/** The same schema without room for undeclared fields. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)])
  return { ...Object.fromEntries(parts), ...('properties' in schema ? { additionalProperties: false } : {}) }
}

/**
 * The path of a text that would not be read back as it was sent: PostgreSQL stores no NUL, and both databases replace
 * half of a surrogate pair, so that the hash of what was sent would not fit. Null if there is none.
 */
function pathOfUnstorable(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, each] of Object.entries(value)) {
    const found = pathOfUnstorable(each, path ? `${path}/${name}` : name)
    if (found !== null) return found
  }
  return null
}

/** The path of the first wrong field, such as `brokerIds` or `0/brokerIds/4`; `body` for the whole value. */
function firstFaultIn(declared: Validator, value: unknown): string {
  const error = declared.Errors(clipped(value))[0]
  const missing = error?.keyword === 'required' ? error.params.requiredProperties[0] : undefined
  const path = [error?.instancePath.slice(1), missing].filter((part) => part).join('/')
  return path || 'body'
}

/** One more than the longest array that a call accepts. */
const maxExamined = 5_001

/** `Errors` visits every item of an array that is too long, which would take seconds for a large body. */
function clipped(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxExamined).map(clipped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clipped(each)]))
}
