import { calls } from '@aitai/contract/calls.ts'
import Type, { type TSchema } from 'typebox'
import { expect, test } from 'vitest'
import type { FailedCall } from './failures.ts'
import { replyFilter, requestFilter } from './validation.ts'

const Inner = Type.Object({ shown: Type.String() })
const Outer = Type.Object({
  id: Type.String(),
  inner: Type.Union([Inner, Type.Null()]),
  list: Type.Array(Inner),
  maybe: Type.Optional(Type.Integer()),
})

test('a field that is not declared cannot leave, however deep it is', () => {
  const secret = { shown: 'yes', contraFirm: 'no' }
  const answer = { id: 'a', secret: 1, inner: secret, list: [secret, secret], maybe: undefined }

  expect(replyFilter(Outer)(answer)).toEqual({
    id: 'a',
    inner: { shown: 'yes' },
    list: [{ shown: 'yes' }, { shown: 'yes' }],
  })
  expect(answer.inner).toBe(secret)
  expect(secret.contraFirm).toBe('no')
})

test('an answer that lacks a field, or has another type, is a bug and does not leave', () => {
  const right = { id: 'a', inner: null, list: [] }

  expect(replyFilter(Outer)(right)).toEqual(right)
  expect(() => replyFilter(Outer)({ ...right, id: 7 })).toThrow('not what is declared: id')
  expect(() => replyFilter(Outer)({ inner: null, list: [] })).toThrow('not what is declared: id')
  expect(() => replyFilter(Outer)({ ...right, maybe: 1.5 })).toThrow('maybe')
  expect(() => replyFilter(Outer)({ ...right, inner: { hidden: 1 } })).toThrow()
})

test('of two possible answers the one that fits is filtered', () => {
  const filter = replyFilter(Type.Union([Inner, Type.Object({ error: Type.String() })]))
  expect(filter({ error: 'no', shown: 7, more: 1 })).toEqual({ error: 'no' })
  expect(filter({ shown: 'yes', error: 'no' })).toEqual({ shown: 'yes' })
})

test('what a client adds is not even read, and nothing is turned into another type', () => {
  const filter = requestFilter(Inner)
  const sent = JSON.parse(
    '{"shown":"x","__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  ) as unknown

  expect(filter(sent)).toEqual({ shown: 'x' })
  expect(Object.keys(filter(sent) as object)).toEqual(['shown'])
  expect((filter(sent) as Record<string, unknown>).admin).toBeUndefined()
  expect(() => filter({ shown: 1 })).toThrow('INVALID')
})

test('of a list that is too long no more is read than shows it', () => {
  const filter = requestFilter(Type.Array(Inner, { maxItems: 2 }))
  const read: number[] = []
  const list = Array.from({ length: 9 }, (_, place) => ({
    get shown() {
      read.push(place)
      return 'x'
    },
  }))

  expect(filter([{ shown: 'x' }, { shown: 'y' }])).toEqual([{ shown: 'x' }, { shown: 'y' }])
  expect(() => filter(list)).toThrow('INVALID')
  expect(Math.max(...read)).toBe(2)
})

test('the field that is wrong is named with its place, however deep', () => {
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

/** Schemas a filter has no rule for would let everything through. */
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

test('every reply there is declares all that may leave', () => {
  for (const { path, reply } of calls) expect(unfiltered(reply), path).toEqual([])
})
