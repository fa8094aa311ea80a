import type { RawResponse } from '../../harness/client-connection.ts'

/** Something that an observer received: a response or a frame, byte by byte. */
export interface Observation {
  readonly who: string
  /** The request, or `frame`. */
  readonly what: string
  readonly text: string
}

/** The whole response except its date: status, headers in their order, body. */
export function responseText({ status, headers, text }: RawResponse): string {
  const lines = headers.flatMap((name, i) =>
    i % 2 === 0 && name.toLowerCase() !== 'date' ? [`${name}: ${headers[i + 1]}`] : [],
  )
  return [status, ...lines, '', text].join('\n')
}

/** What is random. Bodies of frames are JSON in JSON, so their quotes are escaped. */
const randomValues = [
  // Session tokens and tokens of links.
  /ioi_[sr]_[\w-]{43}/,
  // Trace ids.
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  // All other ids.
  /\b[0-9a-f]{32}\b/,
  // The passwords of an agreement.
  /(?<="(?:buyPw|sellPw|password)":")[^"]+(?=")/,
  /(?<=\\"password\\":\\")[^"\\]+(?=\\")/,
  // The entropy of SockJS.
  /(?<="entropy":)\d+/,
  // The key of a trader's snapshots.
  /(?<="key":")[\w+/]{43}=/,
  // The installation's own key, what it signs, and the hashes of signed heads in a public digest.
  /(?<="publicKey":")[\w-]{43}/,
  /(?<="keyId\\?":\\?")[0-9a-f]{16}/,
  /(?<="signature\\?":\\?")[\w-]{86}/,
  /(?<="(?:journal|audit)\\":\\")[0-9a-f]{64}/,
]
const random = new RegExp(randomValues.map(({ source }) => source).join('|'), 'g')

/**
 * Replaces what is random by its number in order of first appearance, so that the transcripts of two worlds are
 * equal exactly if their random values can be renamed into each other.
 */
export class Canonicalizer {
  readonly #numbers = new Map<string, number>()

  canonical(text: string): string {
    return text.replace(random, (found) => {
      const number = this.#numbers.get(found) ?? this.#numbers.size + 1
      this.#numbers.set(found, number)
      return `<random ${number}>`
    })
  }

  /** The same, but a value that has not appeared yet gets no number. */
  preview(text: string): string {
    return text.replace(random, (found) => `<random ${this.#numbers.get(found) ?? 'new'}>`)
  }
}

export interface Difference {
  readonly who: string
  readonly what: string
  readonly alone: string
  readonly crowded: string
}

/** The first place at which two lists of observations differ, or null. */
export function firstDifference(
  alone: readonly Observation[],
  crowded: readonly Observation[],
): Difference | null {
  for (let i = 0; i < Math.max(alone.length, crowded.length); i += 1) {
    const [one, other] = [alone[i], crowded[i]]
    if (one && other && one.who === other.who && one.what === other.what && one.text === other.text) continue
    const { who, what } = (other ?? one) as Observation
    return { who, what, ...excerpts(one?.text ?? 'nothing', other?.text ?? 'nothing') }
  }
  return null
}

/** What both texts say around the first character at which they differ; in the body rather than in its length. */
function excerpts(alone: string, crowded: string): { alone: string; crowded: string } {
  const [one, other] = [alone, crowded].map((text) => text.replace(/^content-length: \d+$/m, '')) as [
    string,
    string,
  ]
  if (one === other) return { alone, crowded }
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const around = (text: string): string => text.slice(Math.max(0, at - 120), at + 200)
  return { alone: around(one), crowded: around(other) }
}
