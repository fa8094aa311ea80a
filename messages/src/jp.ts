import type { TextKey } from './en.ts'
import { codes } from './jp/codes.ts'

/** Every Japanese text, by the English list of keys: one missing is a type error. */
export const jp: Readonly<Record<TextKey, string>> = { ...codes }
