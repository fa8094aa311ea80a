import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseAst } from 'vitest/node'

/** One file of the repository; the path starts at the root. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** A rule about one file. Returns its findings as lines of the form `path:line what is wrong`. */
export type LintRule = (source: SourceFile) => readonly string[]

const textFiles = /\.(ts|tsx|css|html|js|mjs|json|md|yml|yaml|sh|svg|csv|toml)$|^\.(npmrc|gitignore)$|^run$/
const skippedNames = new Set([
  'node_modules',
  'dist',
  '.git',
  'test-results',
  'playwright-report',
  '.mutation',
])

/** Every text file of the repository, without what `.gitignore` names. */
export function sourcesUnder(root: string, folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (skippedNames.has(entry.name) || path === 'data' || entry.name.endsWith('.log')) return []
    if (entry.isDirectory()) return sourcesUnder(root, path)
    return textFiles.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
  })
}

export const isScript = (path: string): boolean => /\.tsx?$/.test(path)
/** Tests and everything that only tests and developers run. */
export const isTest = (path: string): boolean =>
  /\.(test|e2e)\.tsx?$|^(proof|e2e|tools)\/|\/test\//.test(path)

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
export const nameOf = (node: unknown): string =>
  isNode(node) && typeof node.name === 'string' ? node.name : ''
export const stringIn = (node: unknown): string | null =>
  isNode(node) && typeof node.value === 'string' ? node.value : null
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

export const matchesByLine = ({ path, text }: SourceFile, pattern: RegExp, problem: string): string[] =>
  [...text.matchAll(pattern)].map(
    (match) => `${path}:${lineAt(text, match.index)} ${problem} "${match[0].trim()}"`,
  )

/** Visits every node of a syntax tree together with its parent. */
export function visitTree(
  node: Node,
  visit: (node: Node, parent: Node | null) => void,
  parent: Node | null = null,
): void {
  visit(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visitTree(child, visit, node)
    }
  }
}

const trees = new Map<string, Node>()

/** The syntax tree of a script. Several rules read the same file, so trees are cached. */
export function treeOf({ path, text }: SourceFile): Node {
  const key = `${path}\n${text}`
  const cached = trees.get(key)
  if (cached) return cached
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.d.ts') ? 'dts' : 'ts'
  const tree = parseAst(text, { lang, astType: 'ts', sourceType: 'module' }) as unknown as Node
  trees.set(key, tree)
  return tree
}

/** One finding for every node of a script that `problem` describes. */
export function findings(
  source: SourceFile,
  problem: (node: Node, parent: Node | null) => string | null,
): string[] {
  const found: string[] = []
  if (!isScript(source.path)) return found
  visitTree(treeOf(source), (node, parent) => {
    const what = problem(node, parent)
    if (what) found.push(`${source.path}:${lineAt(source.text, node.start)} ${what}`)
  })
  return found
}

export interface ImportedModule {
  /** A package by its name, a file of the repository as `/path/from/the/root`. */
  readonly from: string
  readonly line: number
  /** Whether nothing of the import remains when the script runs. */
  readonly isTypeOnly: boolean
}

/** What a script imports or exports again. */
export function importsOf(source: SourceFile): ImportedModule[] {
  const found: ImportedModule[] = []
  if (!isScript(source.path)) return found
  visitTree(treeOf(source), (node) => {
    const from = /^(Import|Export)|^TSImportType$/.test(node.type) ? stringIn(node.source) : null
    if (from === null) return
    found.push({
      from: repositoryPath(from, source.path),
      line: lineAt(source.text, node.start),
      isTypeOnly: node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type',
    })
  })
  return found
}

/** Workspaces whose package exports `./*` from the workspace's root; the others export it from `src`. */
const withoutSrc = new Set(['e2e', 'proof', 'tools'])

function repositoryPath(from: string, importer: string): string {
  const workspace = /^@aitai\/([a-z0-9]+)\/(.*)$/.exec(from)
  if (workspace) {
    const [, name = '', rest = ''] = workspace
    return withoutSrc.has(name) ? `/${name}/${rest}` : `/${name}/src/${rest}`
  }
  return from.startsWith('.') ? `/${normalize(join(dirname(importer), from))}` : from
}
