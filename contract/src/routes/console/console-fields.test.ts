import { expect, test } from 'vitest'
import { mayManage } from '../audiences.ts'
import { cleanEmail, cleanName, cleanPhone, cleanShortName, writtenName } from './account-fields.ts'
import { parseSizeLimit } from './size-limit.ts'

test('addresses, numbers and names are stored in one form, however they are typed', () => {
  expect(cleanEmail(' ＥＭＭＡ@Alder.Example ')).toBe('emma@alder.example')
  expect(cleanPhone('＋81 (90) 1234-5678')).toBe('+819012345678')
  expect(cleanName('  Emma \t Stone ')).toBe('Emma Stone')
  expect(cleanShortName(' ＨＩＮ ')).toBe('HIN')
})

test.each([
  '',
  'emma',
  'emma@alder',
  'emma@@alder.example',
  'em ma@alder.example',
  `${'x'.repeat(65)}@a.example`,
])('%j is no e-mail address', (typed) => {
  expect(cleanEmail(typed)).toBeNull()
})

test('what is no number, name or short name is null', () => {
  expect(['090-1234-5678', '+0123456789', '+81', 'x'].map(cleanPhone)).toEqual([null, null, null, null])
  expect(['', ' ', 'x'.repeat(101), 'a\u0000b'].map(cleanName)).toEqual([null, null, null, null])
  expect(['', 'two words', 'a;b', 'x'.repeat(13)].map(cleanShortName)).toEqual([null, null, null, null])
})

test('a name is written as in its own script, whatever the language of the reader', () => {
  expect(writtenName({ firstName: 'Emma', lastName: 'Whitfield' })).toBe('Emma Whitfield')
  expect(writtenName({ firstName: '葵', lastName: '佐藤' })).toBe('佐藤 葵')
  expect(writtenName({ firstName: 'Aoi', lastName: '佐藤' })).toBe('佐藤 Aoi')
  // Of an erased user the dash alone is left.
  expect(writtenName({ firstName: '', lastName: '–' })).toBe('–')
})

test('a size limit is whole yen within its range, or none', () => {
  expect(['', ' '].map(parseSizeLimit)).toEqual([null, null])
  expect(['5,000,000,000', '５,000,000,000', '5000000000'].map(parseSizeLimit)).toEqual([5e9, 5e9, 5e9])
  expect(['1', '5,00', '5.5', '-5,000,000,000', '1,000,000,000,000', 'ten'].map(parseSizeLimit)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})

test('support manages everybody but staff, and an administrator staff alone', () => {
  expect((['TRADER', 'BROKER', 'STAFF'] as const).map((role) => mayManage(['support'], role))).toEqual([
    true,
    true,
    false,
  ])
  expect((['TRADER', 'BROKER', 'STAFF'] as const).map((role) => mayManage(['administrator'], role))).toEqual([
    false,
    false,
    true,
  ])
  expect(mayManage(['operations', 'compliance'], 'TRADER')).toBe(false)
  expect(mayManage([], 'STAFF')).toBe(false)
})
