import { en, type TextKey } from './en.ts'
import { fill } from './fill-text.ts'
import { jp } from './jp.ts'
import type { Language } from './language.ts'

export { fill, productName, setProductName } from './fill-text.ts'
export { type Language, languages } from './language.ts'

export const catalogues: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { En: en, Jp: jp }

/** The names in braces that a text asks for. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The values that a text asks its caller for: the product's name comes by itself. */
type AskedIn<Key extends TextKey> = Exclude<NamesIn<(typeof en)[Key]>, 'product'>

/** The values a text of this key needs: none, or one for each name in braces. */
export type ValuesOf<Key extends TextKey> = [AskedIn<Key>] extends [never]
  ? undefined
  : Readonly<Record<AskedIn<Key>, string | number>>

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key)

/**
 * An exchange as people call it, by its code: refusals name it so (specification 8). The code itself where
 * there is no name for it.
 */
export function exchangeIn(language: Language, mic: string): string {
  const key = `exchange.${mic}`
  return isTextKey(key) ? catalogues[language][key] : mic
}

/** The text of a key in a language, for mail, SMS and tests; the screens fetch theirs by page (pages.ts). */
export const textIn = (
  language: Language,
  key: TextKey,
  values?: Readonly<Record<string, string | number>>,
): string => fill(catalogues[language][key], values)
