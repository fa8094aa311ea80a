import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ruleTests } from './rule-tests.ts'
import { namedTests } from './test-names.ts'

const root = join(import.meta.dirname, '../../../..')
const sources = new Map<string, string>()

function sourceOf(path: string): string {
  const source = sources.get(path) ?? readFileSync(join(root, path), 'utf8')
  sources.set(path, source)
  return source
}

const proved = ruleTests.filter(({ test }) => test !== null)

test.each([...new Set(proved.map(({ test }) => test as string))])(
  'the tests named of %s are in it',
  (path) => {
    const source = sourceOf(path)
    const names = namedTests(source)
    const named = proved.filter((each) => each.test === path)

    expect(named.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
    expect(named.flatMap(({ of }) => (of && !source.includes(of) ? [of] : []))).toEqual([])
  },
)

test('no row stands twice in the list', () => {
  const rows = ruleTests.map(({ section, rule }) => `${section}: ${rule}`)

  expect(rows.filter((row, i) => rows.indexOf(row) !== i)).toEqual([])
})

test('every section that decides something is in the list, and a hundred rules and more', () => {
  const sections = new Set(ruleTests.map(({ section }) => Number.parseInt(section, 10)))

  expect([...sections]).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(ruleTests.length).toBeGreaterThan(150)
})

test('every rule has its test', () => {
  expect(
    ruleTests.filter(({ test }) => test === null).map(({ section, rule }) => `${section}: ${rule}`),
  ).toEqual([])
})

test('names are found under their headings, in tables and in templates', () => {
  const source = [
    "test('plain', () => {})",
    "describe('a heading', () => { test.each(rows)('of %s', () => {}) })",
    'test(`in $' + '{n} days`, () => {})',
    "const test2 = 'no test'",
  ].join('\n')

  expect(namedTests(source)).toEqual(['plain', 'a heading > of %s', 'in $' + '{n} days'])
})
