import { calls } from '@aitai/contract/calls.ts'
import Type, { type TSchema } from 'typebox'
import { expect, test } from 'vitest'
import type { FailedCall } from './failures.ts'
import { replyCheck, requestFilter } from './validation.ts'

const Inner = Type.Object({ shown: Type.String() })
const Outer = Type.Object({
  id: Type.String(),
  inner: Type.Union([Inner, Type.Null()]),
  list: Type.Array(Inner),
  maybe: Type.Optional(Type.Integer()),
})

test('a reply with an undeclared field does not leave, however deep the field is', () => {
  const check = replyCheck(Outer)
  const right = { id: 'a', inner: { shown: 'yes' }, list: [{ shown: 'yes' }], maybe: 1 }
  const leak = { shown: 'yes', contraFirm: 'no' }

  expect(() => check(right)).not.toThrow()
  expect(() => check({ ...right, secret: 1 })).toThrow('does not match its schema')
  expect(() => check({ ...right, inner: leak })).toThrow('does not match its schema')
  expect(() => check({ ...right, list: [{ shown: 'yes' }, leak] })).toThrow('does not match its schema')
})

test('a reply that lacks a field or has one of another type does not leave', () => {
  const right = { id: 'a', inner: null, list: [] }
  const check = replyCheck(Outer)

  expect(() => check(right)).not.toThrow()
  expect(() => check({ ...right, id: 7 })).toThrow('does not match its schema: id')
  expect(() => check({ inner: null, list: [] })).toThrow('does not match its schema: id')
  expect(() => check({ ...right, maybe: 1.5 })).toThrow('maybe')
  expect(() => check({ ...right, inner: { hidden: 1 } })).toThrow('does not match its schema')
})

test('of two possible replies, exactly one must fit', () => {
  const check = replyCheck(Type.Union([Inner, Type.Object({ error: Type.String() })]))

  expect(() => check({ error: 'no' })).not.toThrow()
  expect(() => check({ shown: 'yes' })).not.toThrow()
  expect(() => check({ shown: 'yes', error: 'no' })).toThrow('does not match its schema')
})

test('undeclared fields of a request are dropped, and values are not converted', () => {
  const filter = requestFilter(Inner)
  const sent = JSON.parse(
    '{"shown":"x","__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  ) as unknown

  expect(filter(sent)).toEqual({ shown: 'x' })
  expect(Object.keys(filter(sent) as object)).toEqual(['shown'])
  expect((filter(sent) as Record<string, unknown>).admin).toBeUndefined()
  expect(() => filter({ shown: 1 })).toThrow('INVALID')
})

test('a list that is too long is refused as a whole', () => {
  const filter = requestFilter(Type.Array(Inner, { maxItems: 2 }))
  expect(filter([{ shown: 'x' }, { shown: 'y' }])).toEqual([{ shown: 'x' }, { shown: 'y' }])
  expect(() => filter(Array.from({ length: 3 }, () => ({ shown: 'x' })))).toThrow('INVALID')
})

test('the wrong field is named with its path, however deep', () => {
  const Row = Type.Object({ name: Type.String(), tags: Type.Array(Type.Object({ word: Type.String() })) })
  const filter = requestFilter(Type.Array(Row))
  const fieldOf = (sent: unknown): string | undefined => {
    try {
      filter(sent)
      return undefined
    } catch (error) {
      return (error as FailedCall).failure.field
    }
  }
  const row = { name: 'x', tags: [{ word: 'a' }, { word: 'b' }] }

  expect(fieldOf([row])).toBeUndefined()
  expect(fieldOf('x')).toBe('body')
  expect(fieldOf([row, { ...row, name: 7 }])).toBe('1/name')
  expect(fieldOf([row, { tags: [] }])).toBe('1/name')
  expect(fieldOf([{ ...row, tags: [{ word: 'a' }, {}] }])).toBe('0/tags/1/word')
  expect(fieldOf([{ ...row, tags: [{ word: 'a\0b' }] }])).toBe('0/tags/0/word')
})

/** Schemas that would let undeclared fields through. */
const unfiltered = (schema: TSchema): string[] => {
  const { type, properties, items, anyOf, const: literal } = schema as Record<string, never>
  if (anyOf) return (anyOf as TSchema[]).flatMap(unfiltered)
  if (type === 'object')
    return properties ? Object.values<TSchema>(properties).flatMap(unfiltered) : ['object']
  if (type === 'array') return items ? unfiltered(items) : ['array']
  return literal !== undefined || ['string', 'integer', 'number', 'boolean', 'null'].includes(`${type}`)
    ? []
    : [`${type}`]
}

test('every reply schema declares all of its fields', () => {
  for (const { path, reply } of calls) expect(unfiltered(reply), path).toEqual([])
})
