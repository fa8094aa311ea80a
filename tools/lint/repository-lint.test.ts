import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  componentTexts,
  enginePurity,
  fileSizes,
  importsOf,
  isTest,
  type LintRule,
  leftovers,
  machinePaths,
  type SourceFile,
  sourcesUnder,
  typeEscapes,
  untranslatedTexts,
} from './repository-lint.ts'

/** The house rules (STYLE.md, design 3, 4 and 11), held against every file of the repository. */
const sources = sourcesUnder(join(import.meta.dirname, '../..'))

/** Which workspaces each may import from (design 4). Files at the root may import from any. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  contract: ['engine'],
  messages: ['engine'],
  server: ['engine', 'contract', 'messages'],
  client: ['engine', 'contract', 'messages'],
  cli: ['engine', 'contract', 'messages', 'server'],
}

const workspaceOf = (path: string): string => path.split('/')[path.startsWith('/') ? 1 : 0] as string

/**
 * The screens are tested against the real app in memory (design 11); a test may read data of another. The
 * page of the rules quotes the texts that users read and the calendars that are shipped.
 */
function mayCross(path: string, to: string): boolean {
  const from = workspaceOf(path)
  const tested = isTest(path) && ((from === 'client' && workspaceOf(to) === 'server') || to.endsWith('.json'))
  return tested || (mayImport[from]?.includes(workspaceOf(to)) ?? true)
}

const directions: LintRule = (source) =>
  importsOf(source)
    .filter(({ from }) => from.startsWith('/') && workspaceOf(from) !== workspaceOf(source.path))
    .filter(({ from }) => !mayCross(source.path, from))
    .map(({ from, line }) => `${source.path}:${line} imports ${from}`)

/** The engine imports files beside it, with their ending, and nothing else. */
const engineAlone: LintRule = (source) =>
  /^engine\/src\//.test(source.path) && !isTest(source.path)
    ? importsOf(source)
        .filter(({ from }) => !/^\/engine\/src\/([a-z0-9-]+\/)?[a-z0-9-]+\.ts$/.test(from))
        .map(({ from, line }) => `${source.path}:${line} imports ${from}`)
    : []

/** The parts of the client, from the top: the frame, the features, what they share, what is drawn with. */
const layers = ['frame', 'feature', 'shared', 'ui'] as const
type Layer = (typeof layers)[number]

function layerOf(path: string): Layer {
  // Constants that lean on nothing.
  if (path === '/client/src/intervals.ts') return 'ui'
  const [, folder] = /^\/?client\/src\/(?:([^/]+)\/)?/.exec(path) ?? []
  if (folder === 'ui') return 'ui'
  if (/^\/?client\/src\/app\/(api|store|connection)\//.test(path)) return 'shared'
  return folder === undefined || folder === 'app' ? 'frame' : 'feature'
}

/** App and routes → features → api, live, store → ui; a feature never imports another (design 4). */
const clientLayers: LintRule = (source) => {
  if (!source.path.startsWith('client/src/') || isTest(source.path)) return []
  const own = layerOf(source.path)
  const folderOf = (path: string): string => path.replace(/^\//, '').split('/')[2] as string
  return importsOf(source)
    .filter(({ from }) => from.startsWith('/client/src/'))
    .filter(({ from }) => {
      const other = layerOf(from)
      if (own === 'feature' && other === 'feature') return folderOf(from) !== folderOf(source.path)
      return layers.indexOf(other) < layers.indexOf(own)
    })
    .map(({ from, line }) => `${source.path}:${line} imports ${from}`)
}

/** The client runs in a browser: nothing of Node in it. */
const noNode: LintRule = (source) =>
  /^(client|contract|messages)\/src\//.test(source.path) && !isTest(source.path)
    ? importsOf(source)
        .filter(({ from }) => from.startsWith('node:'))
        .map(({ from, line }) => `${source.path}:${line} imports ${from}`)
    : []

const lines = (count: number, line = 'const x = 1'): string => Array(count).fill(line).join('\n')

/** Each rule with examples that it must catch, so that none of them can quietly stop working. */
const rules: readonly (readonly [
  string,
  LintRule,
  caught: readonly (readonly [path: string, text: string])[],
])[] = [
  [
    'no file has more than 400 lines, no line more than 110 characters',
    fileSizes,
    [
      ['a.ts', lines(401)],
      ['a.css', `/* ${'x'.repeat(110)} */`],
    ],
  ],
  [
    'types can be stripped, and are not evaded',
    typeEscapes,
    [
      ['a.ts', 'enum A { B }'],
      ['a.ts', 'namespace A { export const b = 1 }'],
      ['a.ts', 'class A { constructor(private readonly b: number) {} }'],
      ['a.ts', 'const a = (b: any) => b'],
      ['a.ts', 'const a = [] as any[]'],
      ['a.ts', '// @ts-' + 'ignore\nconst a = 1'],
    ],
  ],
  [
    'no notes to oneself, print-outs or tests switched off are left',
    leftovers,
    [
      ['a.ts', '// TO' + 'DO later'],
      ['server/src/a.ts', 'console.log(1)'],
      ['a.test.ts', "test.only('a', () => {})"],
      ['a.test.ts', "describe.skip('a', () => {})"],
      ['a.ts', 'debugger'],
    ],
  ],
  // rule: 1.3
  [
    'the engine asks no clock, no chance and no place',
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
      'Temporal.Now.instant()',
      'Math.random()',
      "Math['random']()",
      'const { random } = Math',
      'performance.now()',
      'process.env.A',
      'setTimeout(f, 1)',
      'crypto.randomUUID()',
      'new Intl.NumberFormat()',
      '(1).toLocaleString()',
      "'a'.localeCompare('b')",
      'new Date(0).getHours()',
      'new Date(0).toTimeString()',
      'setInterval(f, 1)',
      'setImmediate(f)',
      'globalThis.a',
      'const { env } = process',
      'import.meta.url',
      'new WeakRef(a).deref()',
      "eval('1')",
    ].map((text) => ['engine/src/a.ts', text] as const),
  ],
  // rule: 1.4
  [
    'the engine imports nothing but itself',
    engineAlone,
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
    'imports go one way between the workspaces',
    directions,
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
    'in the client a feature imports no other, and what is shared no feature',
    clientLayers,
    [
      ['client/src/adverts/A.tsx', "import { b } from '../locates/b.ts'"],
      ['client/src/app/api/desk-api.ts', "import { b } from '../../adverts/b.ts'"],
      ['client/src/ui/A.tsx', "import { b } from '../app/api/desk-api.ts'"],
      ['client/src/ui/A.tsx', "import { b } from '../market/b.ts'"],
      ['client/src/header/A.tsx', "import { b } from '../app/App.tsx'"],
    ],
  ],
  ['nothing of Node is in the client', noNode, [['client/src/a.ts', "import { b } from 'node:path'"]]],
  [
    'components contain no sentences',
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
    'nothing else of the client says what only one language would understand',
    untranslatedTexts,
    [
      ['client/src/a.ts', "const labels = { sent: 'Sent at noon' }"],
      ['client/src/A.tsx', "document.title = 'Contra located'"],
      ['client/src/A.tsx', "const yen = '円'"],
    ],
  ],
  [
    'nothing is true on one machine only',
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

test.each(
  rules.flatMap(([name, rule, caught]) => caught.map(([path, text]) => [name, path, text, rule] as const)),
)('the rule "%s" would catch %s: %s', (_, path, text, rule) => {
  expect(rule({ path, text })).not.toEqual([])
})

const fine: readonly SourceFile[] = [
  {
    path: 'engine/src/a.ts',
    text: "import { b } from './b.ts'\nconst c = { process: new Date(b).toISOString(), d: Date.UTC(b, 1), e: Math.min(b, 1) }",
  },
  {
    path: 'client/src/adverts/A.tsx',
    text: "import { api } from '../app/api/desk-api.ts'\nconst a = <p title={text('a.b')}>{api} – 1</p>",
  },
  { path: 'cli/src/a.ts', text: "import { b } from '@aitai/server/b.ts'\nconsole.log(b, '/usr/bin/env')" },
  { path: 'a.test.ts', text: `describe('XXX', () => {\n${lines(60)}\n})` },
  { path: 'client/src/A.tsx', text: 'const a = <p><kbd>Enter</kbd> JPY {b}</p>' },
]

test.each(fine)('no rule finds anything in what is right: $path', (source) => {
  expect(rules.flatMap(([, rule]) => rule(source))).toEqual([])
})

test('every workspace is held to its directions, and has files', () => {
  for (const workspace of Object.keys(mayImport))
    expect(
      sources.some(({ path }) => path.startsWith(`${workspace}/`)),
      workspace,
    ).toBe(true)
})
