import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const linesOf = (file: string): string[] =>
  readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Words that passwords are built from, and complete common passwords, in lower case. */
const words = new Set(linesOf('common-passwords.txt').map((line) => line.normalize('NFKC').toLowerCase()))

/** Hashes of the most common passwords of published leaks, as the file describes them. */
const mostCommon = new Set(linesOf('most-common-passwords.txt'))
const isMostCommon = (text: string): boolean =>
  mostCommon.has(createHash('sha256').update(text).digest().subarray(0, 6).toString('base64url'))

/** Longer sequences and walks are found in parts. */
const longestWord = Math.max(30, ...[...words].map(({ length }) => length))

/** Sequences on the keyboard, in the alphabet and in digits; each is also tried reversed. */
const sequences = [
  ...['abcdefghijklmnopqrstuvwxyz', '01234567890', '13579', '24680', '147258369', '789456123'],
  ...['qwertyuiop[]', 'asdfghjkl;', 'zxcvbnm,./', '!@#$%^&*()_+', '!"#$%&\'()'],
  ...[
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p',
    'qazwsxedcrfvtgbyhnujmikolp',
    'qweasdzxc',
    'qwertzuiop',
    'azertyuiop',
  ],
]
const sequencesBothWays = [...sequences, ...sequences.map((line) => [...line].reverse().join(''))]

/** Characters that people substitute for letters. */
const substitutions: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '1': 'i',
  '!': 'i',
  '|': 'l',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '2': 'z',
}
const shortestSequence = 3
const shortestWord = 3
/**
 * A password that costs fewer guesses than this is common: three words, two words and a year, or a word and
 * digits.
 */
const minimumGuessCost = 7

/**
 * Whether a password of 12 characters or more is easy to guess: it is on a list, or consists of few listed
 * words, keyboard sequences, years, dates and repetitions, with or without substituted characters, and with or
 * without digits and signs before and after them.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (isMostCommon(text)) return true
  const joined = text.replace(/[\s\p{P}\p{S}]/gu, '')
  const variants = joined.length >= minimumGuessCost ? [text, joined] : [text]
  return variants.some(
    (variant) =>
      guessCost(repeatedUnit(variant)) < minimumGuessCost ||
      guessCost(repeatedUnit(withoutDecoration(variant))) + decorationCost < minimumGuessCost,
  )
}

/** What people put before and after a word: a date, a telephone number, some signs. */
const decoration = /^[\d\p{P}\p{S}\s]{1,10}|[\d\p{P}\p{S}\s]{1,10}$/gu
const decorationCost = 2

/** The text without such decoration; the whole text if there is no letter between. */
const withoutDecoration = (text: string): string => {
  const core = text.replace(decoration, '')
  return /\p{L}/u.test(core) ? core : text
}

/** The unit that a text repeats: 'abc' for 'abcabcabca'. */
function repeatedUnit(text: string): string {
  for (let size = 1; size <= text.length / 2; size += 1) {
    const unit = text.slice(0, size)
    if (unit.repeat(Math.ceil(text.length / size)).startsWith(text)) return unit
  }
  return text
}

/**
 * The lowest cost of a text over all ways to split it: a single character costs 1, a listed word or a sequence
 * 2, a date 3, a year 1.
 */
function guessCost(text: string): number {
  const characters = [...text]
  const plain = characters.map((character) => substitutions[character] ?? character)
  const lowestCostUpTo = [0]
  for (let end = 1; end <= characters.length; end += 1) {
    let lowest = (lowestCostUpTo[end - 1] ?? 0) + 1
    for (let from = Math.max(0, end - longestWord); from < end - 1; from += 1) {
      const cost = costOfPart(characters.slice(from, end), plain.slice(from, end))
      if (cost !== null) lowest = Math.min(lowest, (lowestCostUpTo[from] ?? 0) + cost)
    }
    lowestCostUpTo.push(lowest)
  }
  return lowestCostUpTo[characters.length] ?? 0
}

const year = '(?:19|20)\\d\\d'
const month = '(?:0[1-9]|1[0-2])'
const day = '(?:0[1-9]|[12]\\d|3[01])'
/** A date in the order of Japan, America or Europe. */
const date = new RegExp(`^(?:${year}${month}${day}|${month}${day}${year}|${day}${month}${year})$`)

function costOfPart(part: readonly string[], plain: readonly string[]): number | null {
  const text = part.join('')
  if (/^(19|20)\d\d$/.test(text)) return 1
  if (date.test(text)) return 3
  if (part.length >= shortestWord && (words.has(text) || words.has(plain.join('')))) return 2
  if (part.length < shortestSequence) return null
  const isOneCharacter = part.every((character) => character === part[0])
  return isOneCharacter || isSequence(text) || isInterleaved(part) || isKeyboardWalk(part) ? 2 : null
}

const isSequence = (text: string): boolean => sequencesBothWays.some((sequence) => sequence.includes(text))

/** Two sequences in turns: 1a2b3c, q1w2e3. */
function isInterleaved(part: readonly string[]): boolean {
  if (part.length < 2 * shortestSequence) return false
  const everyOther = (from: number): string => part.filter((_, index) => index % 2 === from).join('')
  return [0, 1].every((from) => isSequence(everyOther(from)) || new Set(everyOther(from)).size === 1)
}

const shortestWalk = 5
/** The rows of a keyboard without and with Shift. Each is half a key to the right of the one above. */
const keyboards = [
  ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  ['!@#$%^&*()_+', 'qwertyuiop{}', 'asdfghjkl:"', 'zxcvbnm<>?'],
]
const keyAt = new Map(
  keyboards.flatMap((rows) =>
    rows.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y / 2, y }] as const)),
  ),
)

/** Each key is beside the previous one or is the same, in whatever direction. */
function isKeyboardWalk(part: readonly string[]): boolean {
  if (part.length < shortestWalk) return false
  return part.every((key, index) => {
    const at = keyAt.get(key)
    const before = keyAt.get(part[index - 1] ?? key)
    return at && before && Math.abs(at.y - before.y) <= 1 && Math.abs(at.x - before.x) <= 1
  })
}
