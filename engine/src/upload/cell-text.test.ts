import { expect, test } from 'vitest'
import { cleanCell, isBlankRow, normalizeText, showFormatCharacters } from './cell-text.ts'

test('format characters are shown by their numbers, in at least four digits', () => {
  expect(showFormatCharacters('7203.T')).toBe('7203.T')
  expect(showFormatCharacters('72\u200b03\u00ad\ufeff')).toBe('72<U+200B>03<U+00AD><U+FEFF>')
  expect(showFormatCharacters('\u{e0041}')).toBe('<U+E0041>')
})

test('a cell is taken in half width, without what cannot be seen at its ends', () => {
  expect(cleanCell('\u200b ７２０３．Ｔ\u3000')).toBe('7203.T')
  expect(normalizeText('ＢＵＹ ')).toBe('buy')
  expect(isBlankRow(['', ' \u200b', '\u3000'])).toBe(true)
  expect(isBlankRow(['', '.'])).toBe(false)
})
