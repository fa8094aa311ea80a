import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, encode, encodeFields, UnencodableField } from './encoding.ts'
import type { FixField } from './fix-message.ts'
import { FrameReader } from './frame-reader.ts'

const value = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\x01'))
const field: fc.Arbitrary<FixField> = fc.tuple(fc.integer({ min: 2_000, max: 9_999 }), value)

test('what is encoded is one message, and is decoded as it was', () => {
  fc.assert(
    fc.property(fc.array(field), (fields) => {
      const bytes = encode('FIX.4.4', 'D', encodeFields(fields))

      expect(new FrameReader(100_000).push(bytes)).toEqual([{ type: 'message', bytes }])
      expect(decode(bytes)).toEqual({ beginString: 'FIX.4.4', message: { type: 'D', fields } })
    }),
  )
})

test('BodyLength counts bytes, and CheckSum is their sum', () => {
  expect(encode('FIX.4.4', '0', '58=約定\x01').toString('latin1')).toMatch(
    /^8=FIX\.4\.4.9=15.35=0.58=.{6}.10=\d{3}.$/,
  )
  expect(encode('FIX.4.2', '0', '').toString('latin1')).toBe('8=FIX.4.2\x019=5\x0135=0\x0110=161\x01')
})

test('a data field holds as many bytes as its length says, separators too', () => {
  const fields: FixField[] = [
    [95, '5'],
    [96, 'a\x01=b\x01'],
    [58, 'after'],
  ]
  expect(decode(encode('FIX.4.4', 'D', encodeFields(fields))).message.fields).toEqual(fields)
})

test('a data field whose length is wrong ends at the next separator', () => {
  const bytes = encode('FIX.4.4', 'D', '95=99\x0196=ab\x0158=x\x01')
  expect(decode(bytes).message.fields).toEqual([
    [95, '99'],
    [96, 'ab'],
    [58, 'x'],
  ])
})

test.each([
  ['-1=a', -1, 'a'],
  ['0=a', 0, 'a'],
  ['4x=a', Number.NaN, 'a'],
  ['055=a', Number.NaN, 'a'],
  ['1234567890=a', Number.NaN, 'a'],
  ['=a', Number.NaN, 'a'],
  ['no equals sign', Number.NaN, 'no equals sign'],
])('the field %s is decoded as tag %d', (text, tag, decoded) => {
  expect(decode(encode('FIX.4.4', '0', `${text}\x01`)).message.fields).toEqual([[tag, decoded]])
})

test.each([
  ['', 'is empty'],
  ['a\x0138=1', 'contains the separator'],
])('the value %j cannot be sent', (text, why) => {
  expect(() => encodeFields([[58, text]])).toThrow(new UnencodableField(58, why))
})
