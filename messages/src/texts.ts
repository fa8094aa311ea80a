import { en, type TextKey } from './en.ts'
import { fill } from './fill-text.ts'
import { jp } from './jp.ts'
import type { Language } from './language.ts'

export { defaultProductName, fill } from './fill-text.ts'
export { type Language, languages } from './language.ts'

export const catalogues: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { En: en, Jp: jp }

/** The placeholder names in a text. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The texts that contain the product name. */
type ProductTextKey = {
  [Key in TextKey]: 'product' extends NamesIn<(typeof en)[Key]> ? Key : never
}[TextKey]

/** The placeholders that a screen must fill; `initTexts` fills in the product name. */
type RequiredValuesIn<Key extends TextKey> = Exclude<NamesIn<(typeof en)[Key]>, 'product'>

/** The values that a text needs: none, or one for each placeholder. */
export type ValuesOf<Key extends TextKey> = [RequiredValuesIn<Key>] extends [never]
  ? undefined
  : Readonly<Record<RequiredValuesIn<Key>, string | number>>

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key)

/** Returns the name of an exchange by its MIC, or the MIC itself if it has no name. */
export function exchangeIn(language: Language, mic: string): string {
  const key = `exchange.${mic}`
  return isTextKey(key) ? catalogues[language][key] : mic
}

/** What a size limit applies to, for the text of ADVERT-ERROR-014: 'ONE' or 'ALL'. */
export function sizeScopeIn(language: Language, scope: string): string {
  const key = `sizeLimit.${scope}`
  return isTextKey(key) ? catalogues[language][key] : scope
}

type TextValues = Readonly<Record<string, string | number>>

/**
 * Returns a text, for e-mail, SMS and tests. A text with the product name needs it as `product`. The screens
 * load theirs by page: see `page-texts.ts`.
 */
export const textIn = <Key extends TextKey>(
  language: Language,
  key: Key,
  ...values: Key extends ProductTextKey
    ? [values: TextValues & { readonly product: string }]
    : [values?: TextValues | undefined]
): string => fill(catalogues[language][key], values[0])
