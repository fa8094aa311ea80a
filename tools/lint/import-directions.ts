import {
  findings,
  type ImportedModule,
  importsOf,
  isTest,
  type LintRule,
  type Node,
  type SourceFile,
  stringIn,
} from './source-files.ts'

/** The workspaces that each may import (docs/architecture.md). `proof`, `e2e` and `tools` may import any. */
export const workspaceImports: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  contract: ['engine'],
  messages: ['engine'],
  server: ['engine', 'contract', 'messages'],
  client: ['engine', 'contract', 'messages'],
  cli: ['engine', 'contract', 'messages', 'server', 'gateway'],
  gateway: ['engine', 'contract', 'messages', 'server'],
}

const workspaceOf = (path: string): string => path.split('/')[path.startsWith('/') ? 1 : 0] as string

function crossesWrongly(importer: string, imported: string): boolean {
  const from = workspaceOf(importer)
  const to = workspaceOf(imported)
  if (from === to || !imported.startsWith('/')) return false
  // The client's screens are tested against the real server, and tests read the calendars that ship with it.
  if (isTest(importer) && ((from === 'client' && to === 'server') || imported.endsWith('.json'))) return false
  const allowed = workspaceImports[from]
  return allowed !== undefined && !allowed.includes(to)
}

/**
 * A rule about the imports of one file. Import cycles need no rule here: Biome's noImportCycles finds them,
 * type-only imports included.
 */
const importRule =
  (isWrong: (importer: string, imported: string, module: ImportedModule) => boolean): LintRule =>
  (source: SourceFile) =>
    importsOf(source)
      .filter((module) => isWrong(source.path, module.from, module))
      .map(({ from, line }) => `${source.path}:${line} imports ${from}`)

export const workspaceDirections = importRule(crossesWrongly)

/** Engine files import engine files, by relative path and with the extension, and nothing else. */
export const engineImports = importRule(
  (importer, imported) =>
    importer.startsWith('engine/src/') &&
    !isTest(importer) &&
    !/^\/engine\/src\/([a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(imported),
)

/**
 * The layers of a workspace from the top, as files and folders of its `src`; `*` is what no layer names. A file
 * imports its own layer or a lower one.
 */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  engine: [
    ['*'],
    ['sweep'],
    ['evolve'],
    ['upload'],
    ['explain'],
    ['cost-analysis'],
    ['locates'],
    ['matching'],
    ['adverts'],
    ['rating'],
    ['market'],
    ['calendar'],
    ['model'],
  ],
  server: [
    ['main.ts', 'app.ts', 'startup.ts', 'metric-sources.ts', 'installation-metrics.ts'],
    ['api', 'live', 'admin'],
    ['context.ts'],
    ['accounts', 'cluster', 'evidence', 'market', 'messages', 'quotes', 'reference'],
    ['http', 'database', 'observability'],
    ['*'],
  ],
  client: [['main.tsx', 'app'], ['*'], ['shared'], ['ui']],
  gateway: [['main.ts', 'gateway.ts'], ['*'], ['sessions'], ['store'], ['dictionary'], ['wire']],
}

/** The features of a trader's desk. Only they import `adverts/`, the adverts themselves. */
const deskFeatures = ['chart', 'desk-head', 'history', 'phone', 'watchlist', 'why-not-matching']

function positionOf(path: string): { workspace: string; entry: string; layer: number } {
  const [, workspace = '', entry = ''] = /^\/?(\w+)\/src\/([^/]+)/.exec(path) ?? []
  const ofWorkspace = layers[workspace] ?? []
  const layer = ofWorkspace.findIndex((entries) => entries.includes(entry))
  return { workspace, entry, layer: layer === -1 ? ofWorkspace.findIndex(([each]) => each === '*') : layer }
}

/** Nothing imports an upper layer, and a feature of the client imports no other feature. */
export const layerDirections = importRule((importer, imported) => {
  const [from, to] = [positionOf(importer), positionOf(imported)]
  if (isTest(importer) || from.workspace !== to.workspace || from.entry === to.entry) return false
  const isOtherFeature = from.workspace === 'client' && from.layer === to.layer && from.layer === 1
  const isOwnAdvert = to.entry === 'adverts' && deskFeatures.includes(from.entry)
  return to.layer < from.layer || (isOtherFeature && !isOwnAdvert)
})

/**
 * The client imports values of the contract from the routes, codes, the sending of files and the verification of
 * evidence only, and those import no schema, so that TypeBox is not in the bundle. Types may come from anywhere.
 */
export const bundledContract = importRule((importer, imported, { isTypeOnly }) => {
  const isBundled =
    /^(client\/src|contract\/src\/(routes|bulk-file|evidence))\/|^contract\/src\/codes\.ts$/.test(importer)
  if (!isBundled || isTest(importer) || isTypeOnly) return false
  if (imported === 'typebox' || imported.startsWith('typebox/')) return true
  return (
    imported.startsWith('/contract/') &&
    !/^\/contract\/src\/((routes|bulk-file|evidence)\/|codes\.ts$)/.test(imported)
  )
})

/** One import statement for each module; a namespace needs one of its own. */
export const repeatedImports: LintRule = (source) => {
  const seen = new Set<string>()
  return findings(source, (node) => {
    if (node.type !== 'ImportDeclaration') return null
    const [first] = node.specifiers as readonly Node[]
    if (first?.type === 'ImportNamespaceSpecifier') return null
    const from = String(stringIn(node.source))
    const isRepeated = seen.has(from)
    seen.add(from)
    return isRepeated ? `imports ${from} again` : null
  })
}
