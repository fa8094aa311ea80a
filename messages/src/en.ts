import { codes } from './en/codes.ts'

/** Every English text by its key. This is the list of keys: the Japanese one is typed by it. */
export const en = { ...codes } as const

export type TextKey = keyof typeof en
