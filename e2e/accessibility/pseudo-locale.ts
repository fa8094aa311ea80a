import { isTextKey } from '@aitai/messages/texts.ts'
import type { BrowserContext } from '@playwright/test'
import type { Catalogue } from '../support/people.ts'

/**
 * A pseudo-locale: English with two of five letters doubled, so that each text is 40 % longer, and with
 * accented vowels, so that an untranslated text is visible. The tests change the texts between server and
 * browser; nothing of it is in the product.
 */
export const pseudoLocalizeText = (text: string): string => {
  const latinLength = text.replace(/\{\w+\}/g, '').replace(/[^a-z]/gi, '').length
  const share = latinLength === 0 ? 0 : (0.4 * text.replace(/\{\w+\}/g, '').length) / latinLength
  let count = 0
  return text.replace(/\{\w+\}|[a-z]/gi, (each) => {
    if (each.startsWith('{')) return each
    count += 1
    const times = 1 + Math.floor(count * share) - Math.floor((count - 1) * share)
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

/** The content of a string literal with any of the three quotation marks. */
const textOfLiteral = (literal: string): string =>
  JSON.parse(
    `"${literal
      .slice(1, -1)
      .replace(/\\?(["'`])/g, (_, quote) => (quote === '"' ? '\\"' : quote))
      .replaceAll('\n', '\\n')}"`,
  ) as string

/**
 * Returns a script of the built client with longer texts, and the keys that it declared. A key whose value is
 * another text, such as the same one in Japanese, is left alone.
 */
export function pseudoLocalizeScript(
  script: string,
  words: Catalogue,
): { script: string; keys: Set<string> } {
  const keys = new Set<string>()
  const longer = script.replace(declared, (whole, quote: string, key: string, literal: string) => {
    if (!isTextKey(key) || textOfLiteral(literal) !== words[key]) return whole
    keys.add(key)
    return `${quote}${key}${quote}:${JSON.stringify(pseudoLocalizeText(words[key]))}`
  })
  return { script: longer, keys }
}

/** Serves the longer texts to a window and adds the keys that were requested to `keys`. */
export const servePseudoLocale =
  (words: Catalogue, keys: Set<string>) =>
  (window: BrowserContext): Promise<unknown> =>
    window.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      const longer = pseudoLocalizeScript(await response.text(), words)
      for (const key of longer.keys) keys.add(key)
      await route.fulfill({ response, body: longer.script })
    })
