import { defaultProductName } from '@aitai/messages/fill-text.ts'
import { type Language, languages } from '@aitai/messages/language.ts'
import { pageTexts, type TextPage } from '@aitai/messages/page-texts.ts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export type TextValues = Readonly<Record<string, string | number>>

/** The languages by the codes that the web knows them by. */
const codeOf: Readonly<Record<Language, 'en' | 'ja'>> = { En: 'en', Jp: 'ja' }

const pages = Object.keys(pageTexts) as TextPage[]
/** The text parts that screens have requested so far: another language loads all of them. */
const wanted = new Set<TextPage>(['everyPage'])
let chosen: Language = 'En'

/** The language that the texts on the screen are in. */
export const currentLanguage = (code = i18next.language): Language => (code === codeOf.Jp ? 'Jp' : 'En')

const hasPart = (language: Language, page: TextPage): boolean =>
  i18next.hasResourceBundle(codeOf[language], page)
const isHeld = (language: Language): boolean => [...wanted].every((page) => hasPart(language, page))

/** From here on all texts are loaded, so the screens change at once and are never in two languages. */
const show = (language: Language): void => void i18next.changeLanguage(codeOf[language])

async function fetchWanted(language: Language): Promise<void> {
  const missing = [...wanted].filter((page) => !hasPart(language, page))
  await Promise.all(
    missing.map(async (page) => {
      i18next.addResourceBundle(codeOf[language], page, await pageTexts[page][language]())
    }),
  )
}

/**
 * Changes the language once all texts in use are loaded; until then, or if that fails, everything stays as it
 * is.
 */
export function changeLanguage(language: Language, onFailure = (): void => undefined): void {
  chosen = language
  if (currentLanguage() === language) return
  if (isHeld(language)) return show(language)
  const isStillChosen = (): boolean => chosen === language && currentLanguage() !== language
  fetchWanted(language).then(
    () => isStillChosen() && show(language),
    () => {
      if (!isStillChosen()) return
      chosen = currentLanguage()
      onFailure()
    },
  )
}

/**
 * Initializes the texts of a language with those loaded so far, with the product's name for `{product}`. Keys
 * are words with dots, and placeholders are `{name}`.
 */
export function initI18n(language: Language, product: string): void {
  chosen = language
  void i18next.use(initReactI18next).init({
    // Texts loaded before are kept: none on a page, all in a test.
    resources: i18next.store?.data ?? {},
    lng: codeOf[language],
    fallbackLng: false,
    ns: pages,
    defaultNS: 'everyPage',
    fallbackNS: pages,
    keySeparator: false,
    nsSeparator: false,
    // A text that its page did not request stays empty until it is loaded: nobody reads a key.
    parseMissingKeyHandler: () => {
      if (pages.some((page) => !wanted.has(page))) void loadTexts(...pages).catch(() => undefined)
      return ''
    },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, defaultVariables: { product } },
    react: { useSuspense: false, bindI18nStore: 'added' },
    initAsync: false,
  })
}

/**
 * Loads the texts of pages in the current language, before the pages are rendered. Rejects without network.
 */
export async function loadTexts(...more: readonly TextPage[]): Promise<void> {
  for (const page of more) wanted.add(page)
  const language = chosen
  if (isHeld(language)) return
  await fetchWanted(language)
  // Another language was chosen during the load.
  if (language !== chosen) await loadTexts()
}

/** Loads all texts in every language: for tests, which render screens without waiting. */
export async function loadAllTexts(): Promise<void> {
  initI18n(chosen, defaultProductName)
  for (const page of pages) wanted.add(page)
  await Promise.all(languages.map(fetchWanted))
}

/** Whether a text with this key is loaded. */
export const hasText = (key: string): boolean => i18next.exists(key)

/** A text by key; empty if it is not loaded. */
export const translate = (key: string, values: TextValues = {}): string => i18next.t(key, values)

/** What a size limit applies to, by its code, for refusals (docs/rules.md §22). */
export function sizeScopeNameIn(language: Language, scope: string): string {
  const key = `sizeLimit.${scope}`
  const lng = codeOf[language]
  return i18next.exists(key, { lng }) ? i18next.t(key, { lng }) : scope
}

/**
 * The name of an exchange by its code, for refusals (docs/specification.md §8). The code itself if there is
 * no name.
 */
export function exchangeNameIn(language: Language, mic: string): string {
  const key = `exchange.${mic}`
  const lng = codeOf[language]
  return i18next.exists(key, { lng }) ? i18next.t(key, { lng }) : mic
}
