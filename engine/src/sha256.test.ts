import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('the hash of any ASCII text is the one the runtime gives', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }),
  )
})

test('text that is not ASCII is refused, not hashed differently from elsewhere', () => {
  expect(() => sha256('相対')).toThrow('ASCII')
})
