import type { TextKey } from '@aitai/messages/en.ts'
import { fill, nameProduct } from '@aitai/messages/fill.ts'
import { type Language, languages } from '@aitai/messages/language.ts'
import { pageTexts, type TextPage } from '@aitai/messages/pages.ts'

type Texts = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, string | number>>

/** What is on the screen: it changes as a whole, so that no screen is ever in two languages. */
export interface Shown {
  readonly language: Language
  readonly texts: Texts
}

const pages = Object.keys(pageTexts) as TextPage[]
/** The parts that have come. */
const held: Record<Language, Partial<Record<TextPage, Texts>>> = { En: {}, Jp: {} }
/** The parts that screens have asked for so far: another language comes with all of them. */
const wanted = new Set<TextPage>(['everyPage'])
const watchers = new Set<() => void>()
let chosen: Language = 'En'
let shown: Shown = { language: chosen, texts: {} }

export const shownTexts = (): Shown => shown

export function watchTexts(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => void watchers.delete(onChange)
}

const isHeld = (language: Language): boolean => [...wanted].every((page) => held[language][page])

function show(language: Language): void {
  const texts = Object.assign({}, ...Object.values(held[language]))
  shown = { language, texts }
  for (const onChange of watchers) onChange()
}

async function fetchWanted(language: Language): Promise<void> {
  const missing = [...wanted].filter((page) => !held[language][page])
  await Promise.all(
    missing.map(async (page) => {
      held[language][page] = await pageTexts[page][language]()
    }),
  )
}

/**
 * Changes the language as soon as all texts that are in use are there in it; until then everything stays as
 * it is, and so it does where they cannot be had.
 */
export function changeTexts(language: Language, onFailure = (): void => undefined): void {
  chosen = language
  if (shown.language === language) return
  if (isHeld(language)) return show(language)
  const isStillChosen = (): boolean => chosen === language && shown.language !== language
  fetchWanted(language).then(
    () => isStillChosen() && show(language),
    () => {
      if (!isStillChosen()) return
      chosen = shown.language
      onFailure()
    },
  )
}

/** Names the product, and shows in a language what has come of its texts so far. */
export function startTexts(language: Language, product: string): void {
  nameProduct(product)
  chosen = language
  show(language)
}

/** Fetches the texts of pages in the chosen language, before the pages are drawn. Rejects without network. */
export async function haveTexts(...more: readonly TextPage[]): Promise<void> {
  for (const page of more) wanted.add(page)
  const language = chosen
  if (isHeld(language)) return
  await fetchWanted(language)
  if (language === chosen) show(language)
  // Meanwhile another language was chosen.
  else await haveTexts()
}

/** Fetches everything in every language: for tests, whose screens are drawn without waiting. */
export async function haveEveryText(): Promise<void> {
  for (const page of pages) wanted.add(page)
  await Promise.all(languages.map(fetchWanted))
  show(chosen)
}

/** Whether there is a text of this key among those that have come. */
export const hasText = (key: string): key is TextKey => Object.hasOwn(shown.texts, key)

/**
 * A text of what is shown. One that was not thought of with its page stays empty until it has come: nobody
 * reads a key.
 */
export function textOf({ texts }: Shown, key: string, values?: Values): string {
  const text = texts[key]
  if (text !== undefined) return fill(text, values)
  if (pages.some((page) => !wanted.has(page))) void haveTexts(...pages).catch(() => undefined)
  return ''
}

/**
 * An exchange as people call it, by its code: refusals name it so (specification 8). The code itself where
 * there is no name for it.
 */
export function exchangeIn(language: Language, mic: string): string {
  const key = `exchange.${mic}`
  for (const texts of Object.values(held[language])) if (texts[key] !== undefined) return texts[key]
  return mic
}
