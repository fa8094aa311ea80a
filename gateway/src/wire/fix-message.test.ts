import { expect, test } from 'vitest'
import { type FixMessage, fieldOf } from './fix-message.ts'

test('the first value of a repeated tag is returned, and undefined for a tag that is not there', () => {
  const message: FixMessage = {
    type: 'D',
    fields: [
      [11, 'A1'],
      [448, 'HINOKI'],
      [448, 'SUGI'],
    ],
  }
  expect(fieldOf(message, 448)).toBe('HINOKI')
  expect(fieldOf(message, 55)).toBeUndefined()
})
