import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idFrom, sha256 } from './sha256.ts'

test('the hash of any ASCII text equals that of the runtime', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }),
  )
})

test('text that is not ASCII is refused, because its hash would differ from other implementations', () => {
  expect(() => sha256('相対')).toThrow('ASCII')
})

test('ids are derived by hashing seed and number, so that none reveals the next', () => {
  const drawn = (n: number): string => createHash('sha256').update(`seed|${n}`).digest('hex').slice(0, 32)

  for (const n of [0, 1, 12]) expect(idFrom('seed', n)).toBe(drawn(n))
})
