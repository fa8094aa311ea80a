import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vitest/node'
import { type Layer, layerOf } from './layers.ts'

/** What an annotation names: sentences of the specification or rules. */
export type Subject = 'spec' | 'rule'

/** A test, a group of tests, or one case of a table, with the ids in the comment above it. */
export interface Annotation {
  readonly path: string
  readonly line: number
  readonly subject: Subject
  readonly ids: readonly string[]
  /** The title as written in the source, with the titles of its groups. Null if no test follows. */
  readonly title: string | null
  /** The layer of the product that the test goes through. */
  readonly layer: Layer
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Target {
  readonly node: Node
  readonly title: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)

/** `test` for `test(…)` and `test.each(…)(…)`, `describe` for `test.describe(…)`, `step` for `test.step(…)`. */
function kindOf(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'CallExpression') return kindOf(callee.callee)
  if (callee.type === 'MemberExpression') {
    const { name } = callee.property as Node
    return name === 'describe' || name === 'step' ? name : kindOf(callee.object)
  }
  return typeof callee.name === 'string' ? callee.name : ''
}

function textOf(node: unknown, source: string): string | null {
  if (!isNode(node)) return null
  if (node.type === 'TemplateLiteral') return source.slice(node.start + 1, node.end - 1)
  return typeof node.value === 'string' ? node.value : null
}

/** All tests, groups and steps of a source, each with the titles around it. */
function testsIn(tree: Node, source: string): readonly Target[] {
  const found: Target[] = []
  const visit = (node: Node, groups: readonly string[]): void => {
    let around = groups
    if (node.type === 'CallExpression') {
      const kind = kindOf(node.callee)
      const title = textOf((node.arguments as unknown[])[0], source)
      if (title !== null && ['test', 'describe', 'step'].includes(kind)) {
        around = [...groups, title]
        found.push({ node, title: around.join(' › ') })
      }
    }
    for (const child of childrenOf(node)) visit(child, around)
  }
  visit(tree, [])
  return found
}

/** The cases of tables: array elements, titled by the test that the table is for and by their own texts. */
function casesIn(tree: Node, source: string, tests: readonly Target[]): readonly Target[] {
  const found: Target[] = []
  const visit = (node: Node, table: string | null): void => {
    const name = node.type === 'VariableDeclarator' ? (node.id as Node).name : null
    const inside = typeof name === 'string' ? name : table
    if (node.type === 'ArrayExpression')
      for (const element of childrenOf(node)) {
        const test = tests.find((each) => isTableOf(each.node, element, inside, source))
        const texts = childrenOf(element).flatMap((child) => textOf(child, source) ?? [])
        if (test) found.push({ node: element, title: `${test.title}: ${texts.join(', ')}` })
      }
    for (const child of childrenOf(node)) visit(child, inside)
  }
  visit(tree, null)
  return found
}

/** Whether an element belongs to the table of a test: inside `test.each(…)`, or in a constant that it names. */
function isTableOf(test: Node, element: Node, constant: string | null, source: string): boolean {
  const callee = test.callee as Node
  if (callee.type !== 'CallExpression') return false
  if (callee.start <= element.start && element.end <= callee.end) return true
  if (constant === null) return false
  return (callee.arguments as Node[]).some((each) =>
    new RegExp(`^${constant}\\b`).test(source.slice(each.start, each.end)),
  )
}

const annotation = /^\s*\/\/ (spec|rule): (.*)$/
/** Comments, and the heads of loops without braces, may stand between an annotation and its test. */
const isSkipped = (line: string): boolean => /^\s*(\/\/|\/\*|\*|for \(.*\)$)/.test(line)

/** The annotations of one test file, in order. */
export function annotationsIn(path: string, source: string): readonly Annotation[] {
  const lines = source.split('\n')
  if (!lines.some((line) => annotation.test(line))) return []
  const lang = path.endsWith('x') ? 'tsx' : 'ts'
  const tree = parseAst(source, { lang, sourceType: 'module' }) as unknown as Node
  const tests = testsIn(tree, source)
  const lineOf = (offset: number): number => source.slice(0, offset).split('\n').length
  const targets = new Map<number, Target>()
  for (const target of [...tests, ...casesIn(tree, source, tests)]) {
    const line = lineOf(target.node.start)
    if (!targets.has(line)) targets.set(line, target)
  }

  return lines.flatMap((text, index) => {
    const [, subject, ids = ''] = annotation.exec(text) ?? []
    if (subject !== 'spec' && subject !== 'rule') return []
    let next = index + 1
    while (isSkipped(lines[next] ?? '')) next += 1
    const target = targets.get(next + 1)
    const test = target ? source.slice(target.node.start, target.node.end) : ''
    return [
      {
        path,
        line: index + 1,
        subject,
        ids: ids.trim().split(/,\s*/),
        title: target?.title ?? null,
        layer: layerOf(path, source, test),
      },
    ]
  })
}

const folders = ['cli', 'client', 'contract', 'e2e', 'engine', 'messages', 'proof', 'server', 'tools']
const left = new Set(['node_modules', 'dist', 'test-results', 'playwright-report'])

function testFilesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return left.has(entry.name) ? [] : testFilesUnder(root, path)
    return /\.(test|e2e)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** A test file, with its text. */
export interface TestFile {
  readonly path: string
  readonly source: string
}

/** Every test file of the repository, in the order of the paths. */
export const testFiles = (root: string): readonly TestFile[] =>
  folders
    .flatMap((folder) => testFilesUnder(root, folder))
    .toSorted()
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))

let cached: readonly Annotation[] | null = null

/** Every annotation of the repository. */
export function repositoryAnnotations(): readonly Annotation[] {
  cached ??= testFiles(join(import.meta.dirname, '../../..')).flatMap(({ path, source }) =>
    annotationsIn(path, source),
  )
  return cached
}
