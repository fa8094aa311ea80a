import Type from 'typebox'
import { expect, test } from 'vitest'
import { requestFilter } from './validation.ts'

const filter = requestFilter(Type.Object({ reason: Type.String(), rows: Type.Array(Type.String()) }))

test('text that a database would not give back as it was sent is refused with its field', () => {
  for (const text of ['call\0back', 'call back \ud800', '\udc00 call back']) {
    expect(() => filter({ reason: text, rows: [] })).toThrow(
      expect.objectContaining({
        message: 'INVALID',
        failure: expect.objectContaining({ message: expect.stringContaining('reason') }),
      }),
    )
    expect(() => filter({ reason: '', rows: ['', text] })).toThrow(
      expect.objectContaining({
        message: 'INVALID',
        failure: expect.objectContaining({ message: expect.stringContaining('rows/1') }),
      }),
    )
  }
  const pair = { reason: '𠮷野家 \ud83d\ude00', rows: [] }
  expect(filter(pair)).toEqual(pair)
})
