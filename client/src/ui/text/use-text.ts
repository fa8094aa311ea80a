import type { TextKey } from '@aitai/messages/en.ts'
import { defaultProductName, numberInText } from '@aitai/messages/fill-text.ts'
import type { Language } from '@aitai/messages/language.ts'
import type { ValuesOf } from '@aitai/messages/texts.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import {
  currentLanguage,
  exchangeNameIn,
  hasText,
  initI18n,
  sizeScopeNameIn,
  type TextValues,
} from './i18n.ts'

export type { TextPage } from '@aitai/messages/page-texts.ts'
export { changeLanguage, loadTexts } from './i18n.ts'
export type { Language, TextKey }

/** A word of the desk that `term.*` names and `term.means.*` explains. */
export type GlossaryKey =
  Extract<TextKey, `term.means.${string}`> extends `term.means.${infer Word}` ? Word : never

/** Texts that do not depend on data: names of columns, sides and the like. */
export type StaticTextKey = { [Key in TextKey]: ValuesOf<Key> extends undefined ? Key : never }[TextKey]

/** Returns the text of a key in the current language; a missing key or value is a type error. */
export type TextFunction = <Key extends TextKey>(
  key: Key,
  ...values: ValuesOf<Key> extends undefined ? [] : [ValuesOf<Key>]
) => string

/** Starts the texts in a language, with the product's name in them wherever they say `{product}`. */
export const initTexts = (language: Language, product = defaultProductName): void =>
  initI18n(language, product)

/** The texts of the screen, in the current language. */
export function useText(): TextFunction {
  const { t } = useTranslation()
  return useCallback<TextFunction>((key, ...values) => t(key as string, (values[0] ?? {}) as TextValues), [t])
}

/** The current language: the one that the texts on the screen are in. */
export const useLanguage = (): Language => currentLanguage(useTranslation().i18n.language)

/** The parts of a failure for its text: a code, its values, and the server's message as a last resort. */
export interface FailureDescription {
  readonly errorCode: string
  readonly message?: string | undefined
  readonly variables?: TextValues | undefined
  readonly field?: string | undefined
  readonly traceId?: string | undefined
}

/** Texts of failures: by the code, else the server's message (docs/specification.md §8). */
export function useFailureText(): (failure: FailureDescription) => string {
  const { t } = useTranslation()
  const language = useLanguage()
  return useCallback(
    ({ errorCode, message, variables, field, traceId }) =>
      hasText(errorCode)
        ? t(errorCode as string, {
            field: field ?? '',
            traceId: traceId ?? '–',
            ...asShown(language, variables),
          })
        : filled(message ?? errorCode, asShown(language, variables)),
    [t, language],
  )
}

/** A server's message with its values inserted for %s1, %s2 and so on (docs/specification.md §8). */
function filled(message: string, variables: TextValues): string {
  const values = Object.values(variables)
  return message.replaceAll(/%s(\d+)/g, (placeholder, number) => String(values[number - 1] ?? placeholder))
}

/** The values that have names in the texts. */
const namesOf: Readonly<Record<string, (language: Language, value: string) => string>> = {
  exchange: exchangeNameIn,
  scope: sizeScopeNameIn,
}

/** Values of a refusal for display: 10,000,000, and an exchange or a scope by its name. */
const asShown = (language: Language, variables: TextValues = {}): TextValues =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'number' ? numberInText(value) : (namesOf[name]?.(language, value) ?? value),
    ]),
  )
