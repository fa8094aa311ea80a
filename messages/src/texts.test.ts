import { marketErrorCodeOf, marketErrors } from '@aitai/engine/market/market-error.ts'
import type { MarketErrorCode } from '@aitai/engine/model/quote.ts'
import { refusalCodes } from '@aitai/engine/model/refusals.ts'
import { restoreErrors, uploadErrors } from '@aitai/engine/upload/row-result.ts'
import { expect, test } from 'vitest'
import { en, type TextKey } from './en.ts'
import { jp } from './jp.ts'
import { catalogues, isTextKey, languages } from './texts.ts'

const names = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string).sort()
const keys = Object.keys(en) as TextKey[]

// spec: 1.6
test('both languages have the same keys', () => {
  expect(Object.keys(jp).sort()).toEqual(Object.keys(en).sort())
})

test.each(keys)('%s has the same placeholders in both languages', (key) => {
  expect(names(jp[key])).toEqual(names(en[key]))
})

test('no Japanese text is empty, and none holds half-width katakana', () => {
  for (const key of keys) {
    expect(jp[key].trim(), key).not.toBe('')
    expect(jp[key], key).not.toMatch(/[\uff61-\uff9f]/)
  }
})

test('a percent sign follows a space in English, and the number in Japanese', () => {
  for (const key of keys) {
    expect(jp[key], key).not.toMatch(/％|\s%/)
    expect(en[key], key).not.toMatch(/[\d}]%/)
  }
})

test('no Japanese text equals the English one, except names and signs', () => {
  const wordsOf = (text: string): string => text.replaceAll(/\{\w+\}/g, '')
  const same = keys.filter((key) => jp[key] === en[key] && /[a-z]{3}/.test(wordsOf(en[key])))
  expect(same.filter((key) => !key.startsWith('name.'))).toEqual([])
})

test.each(Object.entries(uploadErrors))(
  '%s uses only values that the engine provides',
  (code, { names: given }) => {
    expect(isTextKey(code)).toBe(true)
    expect(given).toEqual(expect.arrayContaining(names(en[code as TextKey])))
  },
)

test.each(Object.entries(restoreErrors))(
  '%s uses only values that each of its checks provides',
  (code, checks) => {
    for (const check of checks)
      expect([...uploadErrors[check].names]).toEqual(expect.arrayContaining(names(en[code as TextKey])))
  },
)

test.each(refusalCodes.filter((code) => !code.endsWith('-NOT-FOUND')))(
  '%s of the engine has a text',
  (code) => {
    expect(isTextKey(code)).toBe(true)
  },
)

test.each(Object.keys(marketErrors))('market error %s has a text', (code) => {
  expect(isTextKey(marketErrorCodeOf(code as MarketErrorCode))).toBe(true)
})

test.each(languages)(
  'the name of a control for assistive technology has its visible label, in %s',
  (language) => {
    const texts: Readonly<Record<string, string>> = catalogues[language]
    const named = Object.keys(texts).filter((key) => /(\.named|Named)$/.test(key))
    expect(named.length).toBeGreaterThan(0)
    const without = named.filter((key) => {
      const label = texts[key.replace(/(\.named|Named)$/, '')]?.replace(/…$/, '')
      return label === undefined || !texts[key]?.includes(label)
    })
    expect(without).toEqual([])
  },
)
