import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sentences } from './sentences/sentences.ts'
import { section7Sentences } from './sentences/sentences-7.ts'

/*
 * docs/specification.md against the repository: what it says of every sentence of the specification is so.
 */
const root = new URL('../../../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')

interface Row {
  readonly id: string
  readonly built: readonly string[]
  readonly shown: readonly string[]
}

const cells = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const rows: readonly Row[] = read('docs/specification.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map(cells)
  .map(([id = '', , built = '', shown = '']) => ({
    id,
    built: [...built.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    shown: shown.split('<br>'),
  }))

/** How many sentences stand below each heading of the specification, in its order. */
const wanted: readonly (readonly [heading: string, count: number])[] = [
  ['1', 11],
  ...(['routes', 'header', 'login', 'about', 'trader', 'broker', 'profile'] as const).map(
    (heading, i) => [`2.${heading}`, [21, 13, 3, 6, 34, 3, 5][i] ?? 0] as const,
  ),
  ['3', 33],
  ...headingsOf('4'),
  ...(['generic', 'editor', 'preferences', 'passwords', 'bulk', 'number'] as const).map(
    (heading, i) => [`5.${heading}`, [1, 22, 10, 10, 23, 2][i] ?? 0] as const,
  ),
  ['6', 13],
  ...headingsOf('7'),
  ...headingsOf('8'),
  ['9', 28],
]

/** Of sections 4, 7 and 8 each sentence is listed beside its journeys: the list counts them. */
function headingsOf(section: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { id } of [...sentences, ...section7Sentences]) {
    const heading = id.replace(/\.\d+$/, '')
    if (id.startsWith(section)) counts.set(heading, (counts.get(heading) ?? 0) + 1)
  }
  return [...counts]
}

test('every sentence stands there once, in the order of the specification', () => {
  const ids = wanted.flatMap(([heading, count]) =>
    Array.from({ length: count }, (_, place) => `${heading}.${place + 1}`),
  )
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(ids).toHaveLength(439)
})

test('every file that is said to build a sentence exists', () => {
  for (const { id, built } of rows) {
    expect(built.length, id).toBeGreaterThan(0)
    expect(
      built.filter((file) => !existsSync(new URL(file, root))),
      id,
    ).toEqual([])
  }
})

/** A journey is named by the number of its sentence, and a template by how it begins; any other as it is. */
function hasTest(text: string, title: string): boolean {
  const isBeginning = /^\d\.\w+\.\d+$|:$/.test(title)
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${isBeginning ? ' ' : quote}`))
}

const unescaped = (text: string): string => text.replace(/\\(['"`])/g, '$1')

interface Shown {
  readonly file: string
  readonly title: string
}

const shownBy = (each: string): Shown => {
  const [, file = '', title = ''] = /^`([^`]+\.(?:test|e2e)\.tsx?)` › (.+)$/.exec(each) ?? []
  return { file, title }
}

test('every sentence has a test, and every test that is said to show it is in its file', () => {
  const texts = new Map<string, string>()
  for (const { id, shown } of rows)
    for (const each of shown) {
      const { file, title } = shownBy(each)
      expect(file, `${id}: ${each}`).not.toBe('')
      if (!texts.has(file)) texts.set(file, unescaped(read(file)))
      expect(hasTest(texts.get(file) ?? '', title), `${id}: ${each}`).toBe(true)
    }
})

/** The headings of sections 1 to 5 that are about sign-in, header, broker home, profile and public pages. */
const screens: readonly string[] = [
  ...['2.routes', '2.header', '2.login', '2.about', '2.broker', '2.profile'],
  ...['4.broker', '4.login', '4.reset', '5.generic', '5.preferences', '5.passwords'],
]
/** The sentences below other headings that are about them, too. */
const alsoOfScreens: readonly string[] = [
  ...[4, 5, 6, 7, 8, 9, 10, 11].map((place) => `1.${place}`),
  ...[1, 2, 3, 4, 5].map((place) => `4.other.${place}`),
]

test("what is said of everyone else's screens is shown in a real browser, in both languages", () => {
  const told = rows.filter(
    ({ id }) => screens.includes(id.replace(/\.\d+$/, '')) || alsoOfScreens.includes(id),
  )
  expect(told.length).toBeGreaterThan(100)
  const isStoryInBoth = ({ file, title }: Shown): boolean =>
    file.startsWith('e2e/') && /\$\{language\}|in both languages/.test(title)
  expect(told.filter(({ shown }) => !shown.map(shownBy).some(isStoryInBoth)).map(({ id }) => id)).toEqual([])
})
