import { expect, test } from 'vitest'
import { annotationsIn, repositoryAnnotations } from './annotations.ts'
import { layerOf } from './layers.ts'

const areStray = (source: string): readonly boolean[] =>
  annotationsIn('engine/src/a.test.ts', source).map(({ isStray }) => isStray)

test('every annotation is directly above a test, a group, a step or a case', () => {
  const stray = repositoryAnnotations().filter(({ isStray }) => isStray)

  expect(stray.map(({ path, line }) => `${path}:${line}`)).toEqual([])
})

test('an annotation has its line, its subject and its ids', () => {
  const source = [
    "describe('a group', () => {",
    '  // spec: 4.statuses.14, 4.statuses.15',
    '  // rule: 3.E5.2',
    '  // The reason.',
    "  test('a test', () => {})",
    '})',
  ].join('\n')

  expect(annotationsIn('engine/src/a.test.ts', source)).toMatchObject([
    { line: 2, subject: 'spec', ids: ['4.statuses.14', '4.statuses.15'], isStray: false },
    { line: 3, subject: 'rule', ids: ['3.E5.2'], isStray: false },
  ])
})

test('an annotation may be above a table, one case of it, a loop or a step', () => {
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

  expect(areStray(source)).toEqual([false, false, false, false])
})

test('an annotation above anything else is reported as stray', () => {
  expect(areStray('// spec: 1.1\nconst a = 1')).toEqual([true])
  expect(areStray("// spec: 1.1\n\ntest('a test', () => {})")).toEqual([true])
})

test('the layer follows from the whole test below the annotation and from nothing else', () => {
  const source = [
    '// spec: 1.1',
    "test('part', () => {",
    '  render(part)',
    '})',
    '',
    '// spec: 1.2',
    "test.each([1])('whole', () => {",
    '',
    "  renderApp('/')",
    '})',
  ].join('\n')

  expect(annotationsIn('client/src/a.test.tsx', source).map(({ layer }) => layer)).toEqual([
    'component',
    'screen',
  ])
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
