import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { notificationTypes } from '@aitai/engine/notifications.ts'
import { parseAst } from 'vitest/node'

/** One file of the repository, its path written from the root. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** A house rule: what is wrong with one file, as lines for a person to read. */
export type LintRule = (source: SourceFile) => readonly string[]

const textFiles = /\.(ts|tsx|css|html|js|mjs|json|md|yml|yaml|sh|svg|csv|toml)$|^\.(npmrc|gitignore)$|^run$/
const left = new Set(['node_modules', 'dist', '.git', 'test-results', 'playwright-report'])

/** Every text file that belongs to the repository: what `.gitignore` names is left out. */
export function sourcesUnder(root: string, folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (left.has(entry.name) || path === 'data' || entry.name.endsWith('.log')) return []
    if (entry.isDirectory()) return sourcesUnder(root, path)
    return textFiles.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
  })
}

const isScript = ({ path }: SourceFile): boolean => /\.tsx?$/.test(path)
export const isTest = (path: string): boolean =>
  /\.(test|e2e)\.tsx?$|^(proof|e2e|tools)\/|\/test\//.test(path)

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Calls back for every node of a script, with the node it hangs from. */
function walk(
  node: Node,
  visit: (node: Node, parent: Node | null) => void,
  parent: Node | null = null,
): void {
  visit(node, parent)
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, visit, node)
  }
}

const trees = new Map<string, Node>()

function treeOf({ path, text }: SourceFile): Node {
  const key = `${path}\n${text}`
  const found = trees.get(key)
  if (found) return found
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.d.ts') ? 'dts' : 'ts'
  const tree = parseAst(text, { lang, astType: 'ts', sourceType: 'module' }) as unknown as Node
  trees.set(key, tree)
  return tree
}

/** The findings of every node for which `wrong` names something. */
function findings(source: SourceFile, wrong: (node: Node, parent: Node | null) => string | null): string[] {
  const found: string[] = []
  if (!isScript(source)) return found
  walk(treeOf(source), (node, parent) => {
    const what = wrong(node, parent)
    if (what) found.push(`${source.path}:${lineAt(source.text, node.start)} ${what}`)
  })
  return found
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')
const stringIn = (node: unknown): string | null =>
  isNode(node) && typeof node.value === 'string' ? node.value : null

const sized = /\.(tsx?|css|m?js|sh)$/

/** A sentence is not broken in two, or it could not be searched for: strings do not count. */
const withoutStrings = (line: string): string => line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''")

/** At most 400 lines in a file, and 110 characters in a line, what stands in quotes aside. */
export const fileSizes: LintRule = ({ path, text }) => {
  if (!sized.test(path)) return []
  const lines = text.replace(/\n$/, '').split('\n')
  const long = lines.flatMap((line, i) =>
    [...withoutStrings(line)].length > 110 ? [`${path}:${i + 1} is ${[...line].length} characters long`] : [],
  )
  return lines.length > 400 ? [`${path} has ${lines.length} lines`, ...long] : long
}

/** Nothing but types that can be stripped, and no way round the types. */
export const typeEscapes: LintRule = (source) => {
  const outs = [...source.text.matchAll(/@ts-(ignore|nocheck)/g)]
  const evaded = isScript(source)
    ? outs.map(([out]) => `${source.path} switches the types off by ${out}`)
    : []
  const names: Record<string, string> = {
    TSEnumDeclaration: 'declares an enum',
    TSModuleDeclaration: 'declares a namespace',
    TSParameterProperty: 'has a parameter property',
    TSAnyKeyword: "says 'any'",
  }
  // `declare module` and `declare global` describe what others wrote; they make nothing.
  return [
    ...evaded,
    ...findings(source, (node) => (node.declare === true ? null : (names[node.type] ?? null))),
  ]
}

const mayTalk = /^(cli|e2e|proof|tools)\/|^server\/src\/main\.ts$/
// Joined from halves, so that this file is not a finding of its own.
const words = ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')
const notes = new RegExp(`(//|/\\*|^\\s*\\*).*\\b(${words})\\b`)

/** No notes to oneself, no print-outs, no tests switched off or left alone. */
export const leftovers: LintRule = (source) => {
  const { path, text } = source
  const noted = sized.test(path)
    ? text.split('\n').flatMap((line, i) => (notes.test(line) ? [i + 1] : []))
    : []
  const left = findings(source, ({ type, object, property }) => {
    if (type === 'DebuggerStatement') return 'stops for a debugger'
    if (type !== 'MemberExpression') return null
    if (nameOf(object) === 'console' && !isTest(path) && !mayTalk.test(path)) return 'writes to the console'
    const isSwitch = ['only', 'skip', 'todo'].includes(nameOf(property))
    return isSwitch && ['test', 'describe', 'it'].includes(nameOf(object)) ? 'switches tests off' : null
  })
  return [...noted.map((line) => `${path}:${line} holds a note to oneself`), ...left]
}

/** Doors out of the engine: clocks, chance, places, networks, the collector's whims, and code from text. */
const globals = new Set(
  `performance process setTimeout setInterval setImmediate queueMicrotask requestAnimationFrame Temporal
  crypto Intl globalThis global window self navigator fetch WebSocket XMLHttpRequest Worker Atomics console
  SharedArrayBuffer WeakRef FinalizationRegistry require module eval Function`.split(/\s+/),
)
const byPlace = [
  /^(toLocale\w*|localeCompare|getTimezoneOffset|to(Date|Time)String)$/,
  /^[gs]et(Hours|Minutes|Seconds|Day|Date|Month|FullYear)$/,
]
const isName = (node: Node, parent: Node | null): boolean =>
  (parent?.type === 'MemberExpression' && parent.property === node && parent.computed !== true) ||
  (parent?.type === 'Property' && parent.key === node && parent.shorthand !== true) ||
  parent?.type === 'TSPropertySignature'

/**
 * `Math` and `Date` hold chance and the clock beside what is harmless. They may not be handed about, and of
 * `Date` only a moment given as a number may be read: text without a zone is read in the zone of the machine.
 */
function isHarmless(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'NewExpression' && parent.callee === node) {
    const given = parent.arguments as readonly unknown[]
    return nameOf(node) === 'Date' && given.length === 1 && stringIn(given[0]) === null
  }
  if (parent?.type !== 'MemberExpression' || parent.object !== node || parent.computed === true) return false
  const asked = nameOf(parent.property)
  return nameOf(node) === 'Math' ? asked !== 'random' : asked === 'UTC'
}

/** The engine knows no clock, no chance, no network and no place on earth (design 5). */
export const enginePurity: LintRule = (source) => {
  if (!/^engine\/src\//.test(source.path) || isTest(source.path)) return []
  return findings(source, (node, parent) => {
    const { type, property } = node
    if (type === 'MetaProperty' || type === 'ImportExpression') return 'looks outside'
    const called = type === 'MemberExpression' ? nameOf(property) : ''
    if (byPlace.some((each) => each.test(called))) return `asks ${called}`
    if (type !== 'Identifier' || isName(node, parent)) return null
    const name = nameOf(node)
    if (name === 'Math' || name === 'Date')
      return isHarmless(node, parent) ? null : `asks ${name} for more than it may`
    return globals.has(name) ? `asks ${name}` : null
  })
}

/** Everything a script imports, with the line: packages by name, files of the repository by path. */
export function importsOf(source: SourceFile): { readonly from: string; readonly line: number }[] {
  const found: { from: string; line: number }[] = []
  if (!isScript(source)) return found
  walk(treeOf(source), (node) => {
    const from = /^(Import|Export)|^TSImportType$/.test(node.type) ? stringIn(node.source) : null
    if (from !== null) found.push({ from: pathOf(from, source.path), line: lineAt(source.text, node.start) })
  })
  return found
}

function pathOf(from: string, importer: string): string {
  const workspace = /^@aitai\/([a-z0-9]+)\/(.*)$/.exec(from)
  if (workspace) return `/${workspace[1]}/src/${workspace[2]}`
  return from.startsWith('.') ? `/${normalize(join(dirname(importer), from))}` : from
}

const shown = new Set(
  `title aria-label aria-description aria-roledescription aria-valuetext placeholder alt label summary hint
  error unit header trigger caption dimmedBecause lockedBecause accessibleText`.split(/\s+/),
)

/** The strings that an expression can come to, whichever way its conditions go. */
function stringsIn(node: unknown): string[] {
  if (!isNode(node)) return []
  const { type, value, quasis, consequent, alternate, left, right, expression } = node
  if (typeof value === 'string') return [value]
  if (type === 'TemplateLiteral')
    return (quasis as { value: { raw: string } }[]).map((quasi) => quasi.value.raw)
  const operator = String(node.operator)
  if (type === 'BinaryExpression' && operator !== '+') return []
  const parts = operator === '&&' ? [right] : [consequent, alternate, left, right, expression]
  return parts.flatMap(stringsIn)
}

/** What a node shows to a person as it stands, without going through the texts. */
function saidBy({ type, value, expression, name }: Node, parent: Node | null): string[] {
  if (type === 'JSXText') return stringsIn({ type, value })
  if (type === 'JSXAttribute' && shown.has(nameOf(name))) return stringsIn(value)
  const isChild = type === 'JSXExpressionContainer' && /^JSX(Element|Fragment)$/.test(parent?.type ?? '')
  return isChild ? stringsIn(expression) : []
}

/** Names of keys, and codes of currencies, are the same in every language. */
const isSameEverywhere = (said: string, parent: Node | null): boolean =>
  (isNode(parent?.openingElement) && ['kbd', 'Kbd'].includes(nameOf(parent.openingElement.name))) ||
  /^(JPY|USD)$/.test(said.trim())

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** Components contain no sentences: every word a person reads comes from the texts (design 10). */
export const componentTexts: LintRule = (source) => {
  if (!/^client\/src\/.*\.tsx$/.test(source.path) || isTest(source.path)) return []
  return findings(source, (node, parent) => {
    const said = saidBy(node, parent).find((each) => /\p{L}/u.test(each) && !isSameEverywhere(each, parent))
    return said === undefined ? null : `says "${said.trim()}"`
  })
}

/**
 * Nor does anything else of the client: a string of several words that begins as a sentence does is a text
 * that has not been translated, and so is Japanese in a component (a search may make something of kana, and a
 * number of 万). What is thrown is for who mends it, and the types of notices are words of the wire.
 */
export const untranslatedTexts: LintRule = (source) => {
  if (!/^client\/src\/.*\.tsx?$/.test(source.path) || isTest(source.path)) return []
  return findings(source, (node, parent) => {
    const [said = ''] = node.type === 'Literal' || node.type === 'StringLiteral' ? stringsIn(node) : []
    const isThrown = parent?.type === 'NewExpression' && /Error$/.test(nameOf(parent.callee))
    const isWireWord = notificationTypes.some((type) => type === said) || said.startsWith('Platform hours')
    const isOfWire = isWireWord || nameOf(parent?.key) === 'message'
    const isSentence = /^\p{Lu}\p{Ll}+ \p{L}/u.test(said)
    const isText = isSentence || (source.path.endsWith('x') && japanese.test(said))
    return isText && !isThrown && !isOfWire ? `says "${said}" untranslated` : null
  })
}

const machine = /(?<![\w.~:/-])\/(?:work|root|home|Users|mnt|workspace|private|tmp)\/[\w.]/
const hosts = /https?:\/\/([\w.-]+)/g
const isForeign = (host: string): boolean =>
  /registry|mirror|artifactory|nexus|verdaccio|proxy/.test(host) ||
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host)

/** Nothing that is true on one machine only: no path of its folders, no address of its network. */
export const machinePaths: LintRule = ({ path, text }) =>
  text.split('\n').flatMap((line, i) => {
    const hostNames = [...line.matchAll(hosts)].map((match) => match[1] as string).filter(isForeign)
    const found = machine.test(line) ? ['a folder of one machine', ...hostNames] : hostNames
    return found.map((what) => `${path}:${i + 1} names ${what}`)
  })
