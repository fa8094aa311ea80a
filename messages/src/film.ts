import { film as en } from './en/film.ts'
import { film as jp } from './jp/film.ts'
import type { Language } from './texts.ts'

export type FilmKey = keyof typeof en

/** What the film says, by key, in each language. */
export const filmWords: Readonly<Record<Language, Readonly<Record<FilmKey, string>>>> = { En: en, Jp: jp }
