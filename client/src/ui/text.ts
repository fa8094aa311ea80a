import { noticeTypes } from '@aitai/engine/notices.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import {
  catalogues,
  exchangeIn,
  isTextKey,
  type Language,
  languages,
  productName,
  type ValuesOf,
} from '@aitai/messages/texts.ts'
import i18next from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { formatNumber } from './format.ts'

export type { Language, TextKey }

/** A word of the desk that `term.*` names and `term.means.*` explains. */
export type TermWord =
  Extract<TextKey, `term.means.${string}`> extends `term.means.${infer Word}` ? Word : never

type Values = Readonly<Record<string, string | number>>

/** The texts that say the same whatever is shown: the names of columns, sides and the like. */
export type PlainKey = { [Key in TextKey]: ValuesOf<Key> extends undefined ? Key : never }[TextKey]

/** Gives the text of a key in the language of the screen; a missing key or value is a type error. */
export type Text = <Key extends TextKey>(
  key: Key,
  ...values: ValuesOf<Key> extends undefined ? [] : [ValuesOf<Key>]
) => string

/** The languages by the codes that the web knows them by. */
const codeOf: Readonly<Record<Language, 'en' | 'ja'>> = { En: 'en', Jp: 'ja' }

/**
 * Starts the texts in a language, with the product's name in them wherever they say `{product}`. Keys are whole
 * words with dots, and placeholders are `{name}`.
 */
export function startTexts(language: Language, product = productName()): void {
  void i18next.use(initReactI18next).init({
    resources: Object.fromEntries(languages.map((each) => [codeOf[each], { translation: catalogues[each] }])),
    lng: codeOf[language],
    fallbackLng: codeOf.En,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, defaultVariables: { product } },
    initAsync: false,
  })
}

export const changeTexts = (language: Language): void => void i18next.changeLanguage(codeOf[language])

/** The texts of the screen, in the current language. */
export function useText(): Text {
  const { t } = useTranslation()
  return useCallback<Text>((key, ...values) => t(key as string, (values[0] ?? {}) as Values), [t])
}

/** The current language. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return i18n.language === codeOf.Jp ? 'Jp' : 'En'
}

/** What a failure looks like to a text: a code, its values, and the server's own words as the last resort. */
export interface Coded {
  readonly errorCode: string
  readonly message?: string | undefined
  readonly variables?: Values | undefined
  readonly field?: string | undefined
  readonly traceId?: string | undefined
}

/** Texts of failures: by the code, else the server's message (specification 8). */
export function useFailureText(): (failure: Coded) => string {
  const { t } = useTranslation()
  const language = useLanguage()
  return useCallback(
    ({ errorCode, message, variables, field, traceId }) =>
      isTextKey(errorCode)
        ? t(errorCode as string, {
            field: field ?? '',
            traceId: traceId ?? '–',
            ...asShown(language, variables),
          })
        : filled(message ?? errorCode, asShown(language, variables)),
    [t, language],
  )
}

/** A server's own words, with the values in their order in place of %s1, %s2 and so on (specification 8). */
function filled(message: string, variables: Values): string {
  const values = Object.values(variables)
  return message.replaceAll(/%s(\d+)/g, (placeholder, place) => String(values[place - 1] ?? placeholder))
}

/** Values of a refusal as people read them: 10,000,000, and an exchange by its name. */
const asShown = (language: Language, variables: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? formatNumber(value)
        : name === 'exchange'
          ? exchangeIn(language, value)
          : value,
    ]),
  )

const sessionEnds = ['logged out', 'timed out'] as const

/** The title of a notification: by its type; '{user} logged out' and its like carry the user in the type. */
export function useNoticeText(): (message: string) => string {
  const text = useText()
  return (message) => {
    const type = noticeTypes.find((each) => each === message)
    if (type) return text(`notification.${type}`)
    const end = sessionEnds.find((each) => message.endsWith(` ${each}`))
    return end ? text(`notification.${end}`, { user: message.slice(0, -end.length - 1) }) : message
  }
}
