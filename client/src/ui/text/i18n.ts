import { defaultProductName } from '@aitai/messages/fill-text.ts'
import { type Language, languages } from '@aitai/messages/language.ts'
import { pageTexts, type TextPage } from '@aitai/messages/page-texts.ts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export type TextValues = Readonly<Record<string, string | number>>

/** The languages by the codes that the web knows them by. */
const codeOf: Readonly<Record<Language, 'en' | 'ja'>> = { En: 'en', Jp: 'ja' }

const pages = Object.keys(pageTexts) as TextPage[]
/** The parts that screens have asked for so far: another language comes with all of them. */
const wanted = new Set<TextPage>(['everyPage'])
let chosen: Language = 'En'

/** The language that the texts on the screen are in. */
export const currentLanguage = (code = i18next.language): Language => (code === codeOf.Jp ? 'Jp' : 'En')

const hasPart = (language: Language, page: TextPage): boolean =>
  i18next.hasResourceBundle(codeOf[language], page)
const isHeld = (language: Language): boolean => [...wanted].every((page) => hasPart(language, page))

/** From here on all texts are there, so the screens change as a whole: none is ever in two languages. */
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
 * Changes the language as soon as all texts that are in use are there in it; until then everything stays as
 * it is, and so it does where they cannot be had.
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
 * Starts the texts in a language, with what has come of them so far and the product's name wherever they say
 * `{product}`. Keys are whole words with dots, and placeholders are `{name}`.
 */
export function initI18n(language: Language, product: string): void {
  chosen = language
  void i18next.use(initReactI18next).init({
    // What came before this start is kept: none on a page, all in a test.
    resources: i18next.store?.data ?? {},
    lng: codeOf[language],
    fallbackLng: false,
    ns: pages,
    defaultNS: 'everyPage',
    fallbackNS: pages,
    keySeparator: false,
    nsSeparator: false,
    // One that was not thought of with its page stays empty until it has come: nobody reads a key.
    parseMissingKeyHandler: () => {
      if (pages.some((page) => !wanted.has(page))) void loadTexts(...pages).catch(() => undefined)
      return ''
    },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, defaultVariables: { product } },
    react: { useSuspense: false, bindI18nStore: 'added' },
    initAsync: false,
  })
}

/** Fetches the texts of pages in the chosen language, before the pages are drawn. Rejects without network. */
export async function loadTexts(...more: readonly TextPage[]): Promise<void> {
  for (const page of more) wanted.add(page)
  const language = chosen
  if (isHeld(language)) return
  await fetchWanted(language)
  // Meanwhile another language was chosen.
  if (language !== chosen) await loadTexts()
}

/** Fetches everything in every language: for tests, whose screens are drawn without waiting. */
export async function loadAllTexts(): Promise<void> {
  initI18n(chosen, defaultProductName)
  for (const page of pages) wanted.add(page)
  await Promise.all(languages.map(fetchWanted))
}

/** Whether there is a text of this key among those that have come. */
export const hasText = (key: string): boolean => i18next.exists(key)

/** A text of what is shown; empty where it has not come. */
export const translate = (key: string, values: TextValues = {}): string => i18next.t(key, values)

/**
 * An exchange as people call it, by its code: refusals name it so (specification 8). The code itself where
 * there is no name for it.
 */
export function exchangeNameIn(language: Language, mic: string): string {
  const key = `exchange.${mic}`
  const lng = codeOf[language]
  return i18next.exists(key, { lng }) ? i18next.t(key, { lng }) : mic
}
