import { isTextKey } from '@aitai/messages/texts.ts'
import type { BrowserContext } from '@playwright/test'
import type { Catalogue } from '../support/people.ts'

/**
 * A language that nobody speaks: English in which two of five letters are said twice, so that each word, and
 * with it each text, is 40 % longer; the vowels wear accents, so that a text that was left out is seen. The
 * product knows nothing of it: the stories change the texts on their way from the server to the browser.
 */
export const pseudoLocalizeText = (text: string): string => {
  const letters = text.replace(/\{\w+\}/g, '').replace(/[^a-z]/gi, '').length
  const share = letters === 0 ? 0 : (0.4 * text.replace(/\{\w+\}/g, '').length) / letters
  let said = 0
  return text.replace(/\{\w+\}|[a-z]/gi, (each) => {
    if (each.startsWith('{')) return each
    said += 1
    const times = 1 + Math.floor(said * share) - Math.floor((said - 1) * share)
    return (accents[each] ?? each).repeat(times)
  })
}

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}

export const pseudoLocalizeTexts = (words: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [key, pseudoLocalizeText(text)])) as Catalogue

const declared = /(["'`]?)([\w][\w .!?-]*)\1:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/g

/** What a string literal of any of the three quotations says. */
const saidBy = (literal: string): string =>
  JSON.parse(
    `"${literal
      .slice(1, -1)
      .replace(/\\?(["'`])/g, (_, quote) => (quote === '"' ? '\\"' : quote))
      .replaceAll('\n', '\\n')}"`,
  ) as string

/**
 * A script of the built client with each of the words made longer, and the keys that it declared. A key whose
 * value is another text, such as the same one in Japanese, stays as it is.
 */
export function pseudoLocalizeScript(
  script: string,
  words: Catalogue,
): { script: string; keys: Set<string> } {
  const keys = new Set<string>()
  const longer = script.replace(declared, (whole, quote: string, key: string, literal: string) => {
    if (!isTextKey(key) || saidBy(literal) !== words[key]) return whole
    keys.add(key)
    return `${quote}${key}${quote}:${JSON.stringify(pseudoLocalizeText(words[key]))}`
  })
  return { script: longer, keys }
}

/** Serves a window the lengthened words; the keys that came by are added to `keys`. */
export const servePseudoLocale =
  (words: Catalogue, keys: Set<string>) =>
  (window: BrowserContext): Promise<unknown> =>
    window.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      const longer = pseudoLocalizeScript(await response.text(), words)
      for (const key of longer.keys) keys.add(key)
      await route.fulfill({ response, body: longer.script })
    })
