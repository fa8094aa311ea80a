import { readFileSync } from 'node:fs'

const listed = readFileSync(new URL('../../data/common-passwords.txt', import.meta.url), 'utf8')

/** Words that passwords are made of, and passwords that are tried as they are; both in lower case. */
const words = new Set(
  listed
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.normalize('NFKC').toLowerCase()),
)
const longestWord = Math.max(...[...words].map(({ length }) => length))

/** What hangs together on a keyboard, in the alphabet or in counting; read both ways. */
const lines = [
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
const walks = [...lines, ...lines.map((line) => [...line].reverse().join(''))]

/** Letters as people disguise them. */
const disguises: Readonly<Record<string, string>> = {
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
const shortestRun = 3
const shortestWord = 3
/**
 * Less than this many guesses' worth is tried first: three words, two words and a year, a word and digits.
 */
const fewest = 7

/**
 * Whether a password of 12 characters or more is among the first that anyone tries: one of the list, or
 * made of few words of the list, walks over the keyboard, years and repetitions, disguised letters or not.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const joined = text.replace(/[\s\p{P}]/gu, '')
  return [text, ...(joined.length >= fewest ? [joined] : [])].some((each) => worth(unrepeated(each)) < fewest)
}

/** The part that a text repeats: of 'abcabcabca' it is 'abc'. */
function unrepeated(text: string): string {
  for (let size = 1; size <= text.length / 2; size += 1) {
    const unit = text.slice(0, size)
    if (unit.repeat(Math.ceil(text.length / size)).startsWith(text)) return unit
  }
  return text
}

/**
 * How many guesses a text is made of, in the way that takes the fewest: a character is one, a word of the
 * list or a walk two, a year one.
 */
function worth(text: string): number {
  const characters = [...text]
  const plain = characters.map((character) => disguises[character] ?? character)
  const fewestTo = [0]
  for (let end = 1; end <= characters.length; end += 1) {
    let best = (fewestTo[end - 1] ?? 0) + 1
    for (let from = Math.max(0, end - longestWord); from < end - 1; from += 1) {
      const price = priceOf(characters.slice(from, end), plain.slice(from, end))
      if (price !== null) best = Math.min(best, (fewestTo[from] ?? 0) + price)
    }
    fewestTo.push(best)
  }
  return fewestTo[characters.length] ?? 0
}

function priceOf(part: readonly string[], plain: readonly string[]): number | null {
  const text = part.join('')
  if (/^(19|20)\d\d$/.test(text)) return 1
  if (part.length >= shortestWord && (words.has(text) || words.has(plain.join('')))) return 2
  if (part.length < shortestRun) return null
  const isOne = part.every((character) => character === part[0])
  return isOne || walks.some((walk) => walk.includes(text)) ? 2 : null
}
