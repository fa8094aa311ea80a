import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeImportedFile, InvalidFile } from './imported-file.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('a file in Shift_JIS, as spreadsheets in Japan write it, is read, including the characters that Windows adds', () => {
  // 日本①㈱ in Windows-31J.
  const shiftJis = Uint8Array.of(0x93, 0xfa, 0x96, 0x7b, 0x87, 0x40, 0x87, 0x8a)
  expect(decodeImportedFile(shiftJis).text).toBe('日本①㈱')
})

test('a file in UTF-8 is read with and without a byte order mark', () => {
  expect(decodeImportedFile(bytes('\ufeff日本')).text).toBe('日本')
  expect(decodeImportedFile(bytes('日本')).text).toBe('日本')
})

test('a file in UTF-16 is read with its mark', () => {
  expect(decodeImportedFile(Uint8Array.from(Buffer.from('\ufeff日本', 'utf16le'))).text).toBe('日本')
})

test.each([
  ['UTF-16 without its mark', Uint8Array.from(Buffer.from('ric,name', 'utf16le'))],
  ['half a letter', Uint8Array.of(0x93)],
  ['no text', Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x00, 0xff)],
])('a file of %s is refused, not read garbled', (_, content) => {
  expect(() => decodeImportedFile(content)).toThrow('neither UTF-8 nor UTF-16 nor Shift_JIS')
})

test('a file is identified by the SHA-256 of its bytes', () => {
  // From FIPS 180, the example 'abc'.
  expect(decodeImportedFile(bytes('abc')).sha256).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('any UTF-8 text is read as it is, and any other bytes are read or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'))
      expect(decodeImportedFile(bytes(text)).text).toBe(text)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (content) => {
      try {
        decodeImportedFile(content)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidFile)
      }
    }),
  )
})
