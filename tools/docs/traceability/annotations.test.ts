import { expect, test } from 'vitest'
import { annotationsIn, repositoryAnnotations } from './annotations.ts'
import { layerOf } from './layers.ts'

const titles = (source: string, path = 'engine/src/a.test.ts'): readonly (string | null)[] =>
  annotationsIn(path, source).map(({ title }) => title)

test('every annotation is directly above a test, a group, a step or a case', () => {
  const stray = repositoryAnnotations().filter(({ title }) => title === null)

  expect(stray.map(({ path, line }) => `${path}:${line}`)).toEqual([])
})

test('an annotation belongs to the test below it, whatever the title', () => {
  const source = [
    "describe('a group', () => {",
    '  // spec: 4.statuses.14, 4.statuses.15',
    '  // rule: 3.E5.2',
    '  // The reason.',
    "  test('a test', () => {})",
    '})',
  ].join('\n')

  expect(annotationsIn('engine/src/a.test.ts', source)).toMatchObject([
    { line: 2, subject: 'spec', ids: ['4.statuses.14', '4.statuses.15'], title: 'a group › a test' },
    { line: 3, subject: 'rule', ids: ['3.E5.2'], title: 'a group › a test' },
  ])
})

test('an annotation belongs to a table, to one case of it, to a loop or to a step', () => {
  const source = [
    'const cases = [',
    '  // spec: 1.1',
    "  ['E1', 'both buy'],",
    ']',
    '// spec: 1.2',
    "test.each(cases)('%s: %s', () => {})",
    '// spec: 1.3',
    'for (const language of languages)',
    '  test(`in $' + '{language}`, async () => {',
    '    // spec: 1.4',
    "    await test.step('a step', act)",
    '  })',
  ].join('\n')

  expect(titles(source)).toEqual([
    '%s: %s: E1, both buy',
    '%s: %s',
    'in $' + '{language}',
    'in $' + '{language} › a step',
  ])
})

test('an annotation above anything else is reported as stray', () => {
  expect(titles('// spec: 1.1\nconst a = 1')).toEqual([null])
})

test('a test of the client goes through the screen only if it opens the whole client', () => {
  const source = [
    'async function signIn() {',
    "  renderApp('/')",
    '}',
    "test('whole', () => signIn())",
    "test('part', () => render(part))",
  ].join('\n')
  const path = 'client/src/a.test.tsx'

  expect(layerOf(path, source, "test('whole', () => signIn())")).toBe('screen')
  expect(layerOf(path, source, "test('part', () => render(part))")).toBe('component')
})
