import type { PlantedSecret } from './planted-secrets.ts'

/** One encoding of a secret. */
export interface EncodedSecret {
  readonly secret: PlantedSecret
  readonly form: string
  readonly text: string
  /** Whether to match whole words only, because a number may occur within others by chance. */
  readonly isWord: boolean
  /** Whether case matters, as in base64. */
  readonly isExact: boolean
}

/**
 * All encodings of a value: plain, escaped for JSON once and twice, in a URL, in both base64 alphabets at
 * each offset, hexadecimal and full-width. Numbers also with separators and as stored prices.
 */
export function encodedForms(secret: PlantedSecret): readonly EncodedSecret[] {
  const { value } = secret
  const isNumber = /^\d+(\.\d+)?$/.test(value)
  const isShort = isNumber || value.length < 8
  const plain: (readonly [form: string, text: string])[] = [
    ['as it is', value],
    ['in JSON', JSON.stringify(value).slice(1, -1)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    ['in an address', encodeURIComponent(value)],
    ['full-width', Buffer.from(fullWidth(value)).toString('latin1')],
    ...(isNumber ? numbers(value) : []),
  ]
  const encoded: (readonly [form: string, text: string])[] = [
    ['in hexadecimal', Buffer.from(value).toString('hex')],
    ...base64Forms(value),
  ]
  const seen = new Set<string>()
  const isNew = ([, text]: readonly [string, string]): boolean => !seen.has(text) && Boolean(seen.add(text))
  return [
    ...plain
      .filter(isNew)
      .map(([form, text]) => ({ secret, form, text: text.toLowerCase(), isWord: isShort, isExact: false })),
    ...encoded
      .filter(isNew)
      .map(([form, text]) => ({ secret, form, text, isWord: false, isExact: form !== 'in hexadecimal' })),
  ]
}

function numbers(value: string): [string, string][] {
  const number = Number(value)
  return [
    ['with separators', number.toLocaleString('en')],
    ['with separators of Europe', number.toLocaleString('de')],
    // Prices are stored in 1/10,000 yen.
    ['as a price', String(Math.round(number * 10_000))],
  ]
}

const fullWidth = (value: string): string =>
  value.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

/**
 * In base64, three bytes are four characters, so a value may start at any of three offsets. The characters
 * that it shares with its neighbours are left out, so that the neighbours do not matter.
 */
function base64Forms(value: string): [string, string][] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)])
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3))
    const own = Math.ceil((before * 8) / 6)
    return (['base64', 'base64url'] as const).map((alphabet): [string, string] => [
      `in ${alphabet}`,
      whole.toString(alphabet).replace(/=+$/, '').slice(own),
    ])
  })
}
