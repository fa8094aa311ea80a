import { expect, test } from 'vitest'
import { en, type TextKey } from './en.ts'
import { jp } from './jp.ts'

const names = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string).sort()
const keys = Object.keys(en) as TextKey[]

test('both languages have the same keys', () => {
  expect(Object.keys(jp).sort()).toEqual(Object.keys(en).sort())
})

test.each(keys)('%s names the same values in both languages', (key) => {
  expect(names(jp[key])).toEqual(names(en[key]))
})

test('no Japanese text is empty, and none holds half-width katakana', () => {
  for (const key of keys) {
    expect(jp[key].trim(), key).not.toBe('')
    expect(jp[key], key).not.toMatch(/[\uff61-\uff9f]/)
  }
})

test('no Japanese text is the English one, but for names and signs', () => {
  const same = keys.filter((key) => jp[key] === en[key] && /[a-z]{3}/.test(en[key]))
  expect(same.filter((key) => !key.startsWith('name.'))).toEqual([])
})
