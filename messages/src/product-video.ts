import { productVideo as en } from './en/product-video.ts'
import { productVideo as jp } from './jp/product-video.ts'
import type { Language } from './texts.ts'

export type VideoTextKey = keyof typeof en

/** What the film says, by key, in each language. */
export const videoTexts: Readonly<Record<Language, Readonly<Record<VideoTextKey, string>>>> = {
  En: en,
  Jp: jp,
}
