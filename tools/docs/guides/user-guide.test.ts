import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { catalogues, type Language } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'

const docs = new URL('../../../docs/', import.meta.url)
const guides: readonly (readonly [Language, string, string])[] = [
  ['En', 'user-guide.en.md', readFileSync(new URL('user-guide.en.md', docs), 'utf8')],
  ['Jp', 'user-guide.ja.md', readFileSync(new URL('user-guide.ja.md', docs), 'utf8')],
]

/** The headings by the name that each has in both languages, with their level. */
const headingsOf = (guide: string): readonly string[] =>
  [...guide.matchAll(/<a id="([^"]+)"><\/a>\n(#+) /g)].map(([, id, level]) => `${level} ${id}`)

const imagesOf = (guide: string): readonly string[] =>
  [...guide.matchAll(/!\[[^\]]+\]\((screens\/[^)]+)\)/g)].map(([, image = '']) => image)

test('both guides have the same headings, in the same order', () => {
  const [en = [], jp = []] = guides.map(([, , guide]) => headingsOf(guide))
  expect(jp).toEqual(en)
  expect(en.length).toBeGreaterThan(25)
  // Each heading except the title has such a name.
  for (const [, file, guide] of guides)
    expect([...guide.matchAll(/^## /gm)].length, file).toBe(headingsOf(guide).length)
})

test('both show the same screens, each in its language, and every picture exists', () => {
  const screens = guides.map(([language, , guide]) =>
    imagesOf(guide).map((image) => image.replace(`-${language}-light.png`, '')),
  )
  expect(screens[1]).toEqual(screens[0])
  for (const [, file, guide] of guides)
    for (const image of imagesOf(guide))
      expect(existsSync(new URL(image, docs)), `${file}: ${image}`).toBe(true)
})

test('every picture is of a screen of the accessibility audit', () => {
  const screens = new URL('../e2e/accessibility/screens/', docs)
  const screenFiles = readdirSync(screens)
    .map((name) => readFileSync(new URL(name, screens), 'utf8'))
    .join('\n')
  for (const [, , guide] of guides)
    for (const image of imagesOf(guide)) {
      const name = /^screens\/(.+)-(?:En|Jp)-light\.png$/.exec(image)?.[1]
      expect(screenFiles, image).toContain(`name: '${name}'`)
    }
})

test.each(guides)('bold text in %s is a text of the screen', (language, _file, guide) => {
  const texts = Object.values(catalogues[language])
  // The first words of a paragraph may be bold as well: they end with a full stop inside.
  const isOpening = (before: string, words: string): boolean => before === '' && /[.。]$/.test(words)
  const bold = [...guide.matchAll(/(^|.)\*\*([^*]+)\*\*/gm)].filter(
    ([, before = '', words = '']) => !isOpening(before, words),
  )
  const unknown = bold
    .map(([, , words = '']) => words)
    .filter((words) => !texts.some((text) => text.includes(words)))
  expect(unknown).toEqual([])
  expect(bold.length).toBeGreaterThan(60)
})

test('every link within a guide leads to one of its headings', () => {
  for (const [, file, guide] of guides)
    for (const [, id] of guide.matchAll(/\]\(#([^)]+)\)/g))
      expect(guide, `${file}: ${id}`).toContain(`<a id="${id}"></a>`)
})

test('every code for which a guide gives advice has a text', () => {
  const keys = Object.keys(catalogues.En)
  const named = guides.map(([, , guide]) =>
    [...guide.slice(guide.indexOf('id="failures"')).matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/(?<![\w-])[A-Z]{2}[A-Z_]*(?:-[A-Z]+)*(?:-\d{2,3})?/g)].map(([code]) => code),
    ),
  )
  expect(named[1]).toEqual(named[0])
  expect(named[0]?.length).toBeGreaterThan(35)
  expect(named[0]?.filter((code) => !keys.includes(code))).toEqual([])
})
