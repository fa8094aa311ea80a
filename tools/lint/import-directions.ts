import { type ImportedModule, importsOf, isTest, type LintRule, type SourceFile } from './source-files.ts'

/** The workspaces that each may import (docs/architecture.md). `proof`, `e2e` and `tools` may import any. */
export const workspaceImports: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  contract: ['engine'],
  messages: ['engine'],
  server: ['engine', 'contract', 'messages'],
  client: ['engine', 'contract', 'messages'],
  cli: ['engine', 'contract', 'messages', 'server'],
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

/** The layers of the server, from the top. A file imports its own layer or a lower one. */
const serverLayers: readonly (readonly string[])[] = [
  ['main.ts', 'app.ts', 'startup.ts', 'metric-sources.ts'],
  ['api/', 'live/', 'admin/'],
  ['context.ts'],
  ['accounts/', 'cluster/', 'market/', 'messages/', 'quotes/', 'reference/'],
  ['http/', 'database/', 'observability/'],
]

/** Files in the root of `server/src` that no layer names (clock, configuration, errors) are below all layers. */
function serverLayerOf(path: string): number {
  const inSource = path.replace(/^\/?server\/src\//, '')
  const layer = serverLayers.findIndex((names) =>
    names.some((name) => (name.endsWith('/') ? inSource.startsWith(name) : inSource === name)),
  )
  return layer === -1 ? serverLayers.length : layer
}

export const serverDirections = importRule(
  (importer, imported) =>
    importer.startsWith('server/src/') &&
    !isTest(importer) &&
    imported.startsWith('/server/src/') &&
    serverLayerOf(imported) < serverLayerOf(importer),
)

/** The layers of the client, from the top. A file imports its own layer or a lower one. */
const clientLayers = ['app', 'feature', 'shared', 'ui'] as const

/** The folders of `client/src` that belong to a trader's desk. Only they import `adverts/`. */
const deskFeatures = ['chart', 'desk-head', 'first-minutes', 'history', 'phone', 'why-not-matching']

const clientFolderOf = (path: string): string => /^\/?client\/src\/([^/]+)\//.exec(path)?.[1] ?? 'app'

const clientLayerOf = (folder: string): number => {
  const layer = clientLayers.indexOf(folder as (typeof clientLayers)[number])
  return layer === -1 ? clientLayers.indexOf('feature') : layer
}

/**
 * Nothing in the client imports an upper layer, and a feature imports no other feature. Features of the desk may
 * import `adverts/`, the adverts themselves.
 */
export const clientDirections = importRule((importer, imported) => {
  if (!importer.startsWith('client/src/') || isTest(importer)) return false
  if (!imported.startsWith('/client/src/')) return false
  const [from, to] = [clientFolderOf(importer), clientFolderOf(imported)]
  if (from === to || (to === 'adverts' && deskFeatures.includes(from))) return false
  const feature = clientLayers.indexOf('feature')
  const [fromLayer, toLayer] = [clientLayerOf(from), clientLayerOf(to)]
  return toLayer < fromLayer || (fromLayer === feature && toLayer === feature)
})

/**
 * The client imports values of the contract from the routes and codes only, and those import no schema, so that
 * TypeBox is not in the bundle. Types may come from anywhere.
 */
export const bundledContract = importRule((importer, imported, { isTypeOnly }) => {
  const isBundled = /^(client\/src|contract\/src\/routes)\/|^contract\/src\/codes\.ts$/.test(importer)
  if (!isBundled || isTest(importer) || isTypeOnly) return false
  if (imported === 'typebox' || imported.startsWith('typebox/')) return true
  return imported.startsWith('/contract/') && !/^\/contract\/src\/(routes\/|codes\.ts$)/.test(imported)
})
