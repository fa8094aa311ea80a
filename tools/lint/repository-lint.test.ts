import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingFiles } from './cited-files.ts'
import { componentTexts, untranslatedTexts } from './client-texts.ts'
import { composedKeys } from './composed-keys.ts'
import { enginePurity } from './engine-purity.ts'
import { errorNames } from './error-names.ts'
import {
  bundledContract,
  engineImports,
  layerDirections,
  repeatedImports,
  workspaceDirections,
  workspaceImports,
} from './import-directions.ts'
import { duplicateNames, folderSizes } from './layout.ts'
import { longLines, machinePaths, unfinishedWork } from './leftovers.ts'
import { scopedStyles } from './scoped-styles.ts'
import { type LintRule, type SourceFile, sourcesUnder } from './source-files.ts'

/**
 * The rules of this repository that Biome and the compiler do not have, applied to every file. Biome (biome.json)
 * refuses import cycles, unused code, `any`, `console`, switched-off tests, files of more than 400 lines, style sheets
 * before other imports, impure globals in the engine and Node modules in the browser. The compiler
 * (`erasableSyntaxOnly`) refuses enums, namespaces and parameter properties.
 */
const root = join(import.meta.dirname, '../..')
const sources = sourcesUnder(root)

const lines = (count: number, line = 'const x = 1'): string => Array(count).fill(line).join('\n')

/** Each rule with violations that it must find. */
const rules: readonly (readonly [
  string,
  LintRule,
  caught: readonly (readonly [path: string, text: string])[],
])[] = [
  ['no line has more than 120 characters', longLines, [['a.css', `/* ${'x'.repeat(120)} */`]]],
  [
    'no notes about unfinished work, no unchecked files',
    unfinishedWork,
    [
      ['a.ts', '// TO' + 'DO later'],
      ['a.ts', '// @ts-' + 'nocheck\nconst a = 1'],
    ],
  ],
  [
    'a style sheet of a screen is for its own classes',
    scopedStyles,
    [
      ['client/src/a/a.css', '[aria-selected="true"] > * {\n}'],
      ['client/src/a/a.css', '.a,\n[data-drop],\n.b {\n}'],
    ],
  ],
  [
    'an error has the name of its class',
    errorNames,
    [
      ['a.ts', "class Late extends Error { constructor() { super('a'); this.name = 'Later' } }"],
      ['a.ts', "class Late extends Refused { override readonly name = 'Later' }"],
      ['a.ts', 'class Late extends Error {}'],
    ],
  ],
  [
    'a file has one import statement for each module',
    repeatedImports,
    [['a.ts', "import type { A } from './b.ts'\nimport { b } from './b.ts'"]],
  ],
  // rule: 1.3
  [
    'the engine uses no clock, no randomness and no locale',
    enginePurity,
    [
      'Date.now()',
      'new Date()',
      'Date()',
      "Date['now']()",
      'const { now } = Date',
      'const clock = Date',
      "new Date('2026-11-20T09:00')",
      'new Date(2026, 10, 20)',
      'Math.random()',
      "Math['random']()",
      'const { random } = Math',
      '(1).toLocaleString()',
      "'a'.localeCompare('b')",
      'new Date(0).getHours()',
      'new Date(0).toTimeString()',
      'import.meta.url',
    ].map((text) => ['engine/src/a.ts', text] as const),
  ],
  // rule: 1.4
  [
    'the engine imports nothing but itself',
    engineImports,
    [
      ['engine/src/a.ts', "import { b } from 'node:fs'"],
      ['engine/src/a.ts', "import type { B } from '@aitai/contract/b.ts'"],
      ['engine/src/a.ts', "import { b } from '../simulation/b.ts'"],
      ['engine/src/a.ts', "export * from 'fast-check'"],
      ['engine/src/a.ts', "const b = await import('./b.js')"],
      ['engine/src/a.ts', "import { codes } from '../../messages/src/en/codes.ts'"],
    ],
  ],
  [
    'workspaces import in one direction',
    workspaceDirections,
    [
      ['contract/src/a.ts', "import { b } from '@aitai/messages/b.ts'"],
      ['server/src/a.ts', "import { b } from '../../cli/src/b.ts'"],
      ['client/src/a.ts', "import type { B } from '@aitai/server/b.ts'"],
      ['engine/test/a.ts', "import { b } from '../../proof/b.ts'"],
      ['messages/src/a.ts', "export { b } from '@aitai/contract/b.ts'"],
      ['server/test/a.test.ts', "import { b } from '@aitai/client/b.ts'"],
    ],
  ],
  [
    'a workspace imports from its upper layers to its lower ones, a feature of the client no other feature',
    layerDirections,
    [
      ['engine/src/model/a.ts', "import type { B } from '../adverts/b.ts'"],
      ['engine/src/market/a.ts', "import { b } from '../rating/b.ts'"],
      ['engine/src/evolve/a.ts', "import { b } from '../decide.ts'"],
      ['server/src/api/adverts.ts', "import type { App } from '../app.ts'"],
      ['server/src/context.ts', "import type { Live } from './live/live.ts'"],
      ['server/src/accounts/a.ts', "import type { AppContext } from '../context.ts'"],
      ['server/src/http/server.ts', "import { isSocketPath } from '../live/request-filter.ts'"],
      ['server/src/clock.ts', "import { log } from './observability/log.ts'"],
      ['client/src/adverts/A.tsx', "import { b } from '../locates/b.ts'"],
      ['client/src/shared/api/desk-api.ts', "import { b } from '../../adverts/b.ts'"],
      ['client/src/shared/api/desk-api.ts', "import { b } from '../../app/App.tsx'"],
      ['client/src/ui/labels/A.tsx', "import { b } from '../../shared/intervals.ts'"],
      ['client/src/ui/A.tsx', "import { b } from '../market/b.ts'"],
      ['client/src/header/A.tsx', "import { b } from '../app/App.tsx'"],
      ['client/src/adverts/list/A.tsx', "const b = await import('../../history/b.ts')"],
      ['client/src/history/A.tsx', "import { b } from '../chart/b.ts'"],
      ['client/src/locates/A.tsx', "import { b } from '../adverts/b.ts'"],
    ],
  ],
  [
    'no schema of the contract reaches the bundle',
    bundledContract,
    [
      ['client/src/shared/api/desk-api.ts', "import { Advert } from '@aitai/contract/schemas/adverts.ts'"],
      ['client/src/a.ts', "export * from '@aitai/contract/schemas/adverts.ts'"],
      ['client/src/a.ts', "const { Advert } = await import('@aitai/contract/schemas/adverts.ts')"],
      ['client/src/a.ts', "import { callOf } from '@aitai/contract/calls.ts'"],
      ['contract/src/routes/a.ts', "import { Advert } from '../schemas/adverts.ts'"],
      ['contract/src/bulk-file/a.ts', "import { Advert } from '../schemas/adverts.ts'"],
      ['contract/src/codes.ts', "import { Type } from 'typebox'"],
    ],
  ],
  [
    'components contain no text',
    componentTexts,
    [
      ['client/src/A.tsx', 'const a = <p>Hello</p>'],
      ['client/src/A.tsx', 'const a = <p>{b} 株</p>'],
      ['client/src/A.tsx', "const a = <p>{'Hello'}</p>"],
      ['client/src/A.tsx', 'const a = <p title="Hello" />'],
      ['client/src/A.tsx', "const a = <p aria-label={'Hello'} />"],
      ['client/src/A.tsx', 'const a = <input placeholder="8 characters" />'],
      ['client/src/A.tsx', "const a = <p>{b ? 'Yes' : null}</p>"],
      ['client/src/A.tsx', "const a = <p>{b && 'Hello'}</p>"],
      ['client/src/A.tsx', 'const a = <p>{`shares`}</p>'],
      ['client/src/A.tsx', "const a = <p title={b ?? 'None'} />"],
      ['client/src/A.tsx', "const a = <Button dimmedBecause={b ? 'Wait' : null} />"],
      ['client/src/A.tsx', "const a = <p>{'Total: ' + b}</p>"],
    ],
  ],
  [
    'the client contains no untranslated text',
    untranslatedTexts,
    [
      ['client/src/a.ts', "const labels = { sent: 'Sent at noon' }"],
      ['client/src/A.tsx', "document.title = 'Contra located'"],
      ['client/src/A.tsx', "const yen = '円'"],
    ],
  ],
  [
    'a key that belongs to an input method is recognized by one helper',
    composedKeys,
    [
      ['client/src/A.tsx', "const a = (event) => event.key === 'Enter' && send()"],
      ['client/src/a.ts', "const a = ({ key }) => key.toLowerCase() !== 'enter'"],
      ['client/src/A.tsx', 'const a = (event) => event.nativeEvent.isComposing || send()'],
      ['client/src/a.ts', 'const a = (event) => event.keyCode === 229'],
    ],
  ],
  [
    'nothing exists on one machine only',
    machinePaths,
    [
      ['a.md', `cd ${['', 'work', 'main'].join('/')}`],
      ['a.ts', `const a = '${['', 'home', 'user'].join('/')}'`],
      ['.npmrc', `registry=http://${'npm-mirror'}.example/`],
      ['package-lock.json', `"resolved": "http://${'10.0'}.0.7:8080/a.tgz"`],
    ],
  ],
]

test.each(rules)('%s', (_, rule) => {
  expect(sources.flatMap((source) => rule(source))).toEqual([])
})

test('a folder holds at most 20 source files', () => {
  const files = Array.from({ length: 21 }, (_, i) => ({ path: `engine/src/a/file-${i}.ts`, text: '' }))
  expect(folderSizes(files)).toHaveLength(1)
  expect(folderSizes(files.slice(1))).toEqual([])
  expect(folderSizes(sources)).toEqual([])
})

test('two files of one workspace have different names', () => {
  const files = ['adverts', 'locates'].map((folder) => ({ path: `engine/src/${folder}/a.ts`, text: '' }))
  expect(duplicateNames(files)).toHaveLength(1)
  expect(duplicateNames(files.slice(1))).toEqual([])
  expect(duplicateNames(sources)).toEqual([])
})

test.each([
  ['docs/a.md', 'See [rules](rule.md).'],
  ['docs/a.md', 'See [rules](rules.md#no-such-section).'],
  ['docs/a.md', 'The loop is in `server/src/market/no-such-file.ts`.'],
  ['docs/a.md', 'The loop is in `no-such-file.ts`.'],
  ['README.md', '<img src="docs/screens/no-such-screen.png">'],
  ['engine/src/a.ts', ['/', '/ See docs/no-such-document.md.'].join('')],
])('a wrong path in %s is found: %s', (path, text) => {
  expect(missingFiles(root, sources, [{ path, text }])).toHaveLength(1)
})

test('every file that a document or a comment cites exists', () => {
  const text =
    'See [Rules](rules.md), `engine/src/decide.ts`, `decide.ts`, `engine/`, `data/x.csv`, `NAME.md`.'
  expect(missingFiles(root, sources, [{ path: 'docs/a.md', text }])).toEqual([])
  expect(missingFiles(root, sources)).toEqual([])
})

test.each(
  rules.flatMap(([name, rule, caught]) => caught.map(([path, text]) => [name, path, text, rule] as const)),
)('the rule "%s" finds %s: %s', (_, path, text, rule) => {
  expect(rule({ path, text })).not.toEqual([])
})

/** Code close to a violation that is correct. */
const correct: readonly SourceFile[] = [
  {
    path: 'engine/src/a.ts',
    text: "import { b } from './b.ts'\nconst c = { process: new Date(b).toISOString(), d: Date.UTC(b, 1), e: Math.min(b, 1) }",
  },
  {
    path: 'client/src/adverts/A.tsx',
    text: "import { api } from '../shared/api/desk-api.ts'\nconst a = <p title={text('a.b')}>{api} – 1</p>",
  },
  { path: 'cli/src/a.ts', text: "import { b } from '@aitai/server/b.ts'\nconsole.log(b, '/usr/bin/env')" },
  { path: 'a.test.ts', text: `describe('XXX', () => {\n${lines(60)}\n})` },
  {
    path: 'server/src/api/a.ts',
    text: "import type { AppContext } from '../context.ts'\n// See docs/rules.md#4-priority and [rules](rules.md).",
  },
  {
    path: 'a.ts',
    text: "import * as a from './b.ts'\nimport { b } from './b.ts'\nclass C extends Error { override name = 'C' }",
  },
  { path: 'client/src/history/A.tsx', text: "import { b } from '../adverts/terms.ts'" },
  {
    path: 'client/src/A.tsx',
    text: "import { isComposing } from './ui/browser/browser-hooks.ts'\nconst a = (event) => event.key === 'Enter' && !isComposing(event)",
  },
  { path: 'client/src/A.tsx', text: 'const a = <p><kbd>Enter</kbd> JPY {b}</p>' },
]

test.each(correct)('no rule finds anything in $path', (source) => {
  expect(rules.flatMap(([, rule]) => rule(source))).toEqual([])
})

test('every workspace with import directions has files', () => {
  for (const workspace of Object.keys(workspaceImports)) {
    expect(
      sources.some(({ path }) => path.startsWith(`${workspace}/`)),
      workspace,
    ).toBe(true)
  }
})
