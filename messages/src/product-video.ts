import { productVideo as en } from './en/product-video.ts'
import { productVideo as jp } from './jp/product-video.ts'
import type { Language } from './texts.ts'

export type VideoTextKey = keyof typeof en

/** The texts of the product video, by key and language. */
export const videoTexts: Readonly<Record<Language, Readonly<Record<VideoTextKey, string>>>> = {
  En: en,
  Jp: jp,
}
