import { catalogues, type Language, languages } from '@aitai/messages/texts.ts'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loginRefusal } from '../src/auth/LoginPage.tsx'
import type { CallFailure } from '../src/shared/api/failure.ts'
import { useNotificationTitle } from '../src/ui/text/notification-title.ts'
import { changeLanguage, type TextKey, useFailureText, useText } from '../src/ui/text/use-text.ts'
import { useRowErrorText } from '../src/upload/popups/row-text.ts'
import { type SpecifiedText, specifiedTexts, type TextSource } from './specified-texts.ts'

type Show = (specified: SpecifiedText) => string

/** The functions by which the screens look up their texts. */
function useWays(): Readonly<Record<TextSource, Show>> {
  const text = useText()
  const failureText = useFailureText()
  const notificationText = useNotificationTitle()
  const rowText = useRowErrorText()
  const failureOf = ({ code, values }: SpecifiedText): CallFailure => ({
    status: 409,
    errorCode: code,
    message: `the server on ${code}`,
    ...(values ? { variables: values } : {}),
  })
  const rowOf = ({ code, values = {} }: SpecifiedText) =>
    ({
      line: 4,
      ric: '7203.T',
      status: 'ERROR',
      errorCode: code,
      errorMap: values,
      advertisement: null,
    }) as never
  return {
    failure: (specified) => failureText(failureOf(specified)),
    login: (specified) => failureText(loginRefusal(failureOf(specified)) ?? failureOf(specified)),
    file: (specified) => rowText(rowOf(specified), { kind: 'file', name: 'morning.csv' }),
    restored: (specified) => rowText(rowOf(specified), { kind: 'restored', day: 0 }),
    notification: ({ code }) => notificationText({ message: code }),
    text: ({ code }) => (text as (key: TextKey) => string)(code as TextKey),
  }
}

/** The text of a screen in a language. */
function shownText(language: Language, specified: SpecifiedText): string {
  act(() => changeLanguage(language))
  return renderHook(() => useWays()).result.current[specified.way](specified)
}

const bare = (text: string): string => text.toLowerCase().replace(/\.$/, '')

// spec: 5.bulk.22, 8.login.2, 8.login.3, 8.defaults.1, 8.defaults.2, 8.defaults.3, 8.defaults.4
// spec: 8.defaults.5, 8.defaults.7, 8.account.2
test.each(specifiedTexts)('$code has a text in both languages with all its values filled in', (specified) => {
  const texts = languages.map((language) => shownText(language, specified))
  for (const text of texts) {
    expect(text).not.toMatch(/[{}[\]]|%s|undefined|NaN/)
    expect(text).not.toContain(`the server on ${specified.code}`)
    for (const [name, value] of Object.entries(specified.values ?? {}))
      if (typeof value === 'number') expect(text, name).toContain(value.toLocaleString('en'))
  }
  expect(texts[1]).not.toBe(texts[0])
  expect(texts[1]).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
  expect(texts[0]).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
  if (specified.words === null) return
  expect(bare(texts[0] ?? '')).toContain(bare(specified.words))
  // What the specification writes with a capital is verbatim, in a line of its own.
  if (/^[A-Z0-9]/.test(specified.words)) expect(texts[0]?.split('\n')[0]).toContain(specified.words)
})

test('the table contains no code of section 8 twice', () => {
  const codes = specifiedTexts.map(({ code, way }) => `${way} ${code}`)
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
})

test("an unknown code shows the server's message", () => {
  const unknown = { code: 'ADVERT-ERROR-999', way: 'failure', words: null } as const
  for (const language of languages)
    expect(shownText(language, unknown)).toBe('the server on ADVERT-ERROR-999')
})

// spec: 5.generic.1
test('the three messages of validation are those of the specification', () => {
  const { En, Jp } = catalogues
  const keys = ['field.required', 'field.min', 'field.max'] as const
  expect(keys.map((key) => En[key])).toEqual([
    'This field is required',
    'Min. value allowed is {min}',
    'Max. value allowed is {max}',
  ])
  expect(keys.map((key) => /[ぁ-ん]/.test(Jp[key]))).toEqual([true, true, true])
})
