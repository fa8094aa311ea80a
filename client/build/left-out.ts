import { type Plugin, parseAst } from 'vite'

/**
 * The design system's components carry their styles as text as well, to be put into the page by script. Ours
 * come as files (docs/decisions/0008), so that the text would be fetched and never used.
 */
const injectedStylesLeftOut = (): Plugin => ({
  name: 'injected-styles-left-out',
  apply: 'build',
  load: {
    filter: { id: /@salt-ds\/[\w-]+\/dist-es\/.*\.css\.js$/ },
    handler: () => "export default ''",
  },
})

/** What the screens read of a call: where it goes, as whom, and whether it takes a body or a file. */
const readByScreens: readonly string[] = [
  ...['method', 'path', 'for', 'changes', 'takesFile', 'isBulk'],
  // Whether there is one.
  'body',
]

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Property extends Node {
  readonly key: Node & { readonly name?: string }
}
interface CallNode extends Node {
  readonly callee: Node & { readonly name?: string }
  readonly arguments: readonly (Node & { readonly properties?: readonly Property[] })[]
}

/**
 * The contract's calls without their schemas, which validate and filter at the server: what is left of a call
 * is what a screen needs to make it. Words beside the calls stay as they are.
 */
const schemasLeftOut = (): Plugin => ({
  name: 'schemas-left-out',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
    handler: (code) => withoutSchemas(code),
  },
})

/** The same for one source file. */
export function withoutSchemas(code: string): string {
  // From the end, so that the places before it stay right.
  const declared = callsIn(parseAst(code, { lang: 'ts' })).toReversed()
  return declared.reduce((left, { arguments: [given] }) => {
    const kept = (given?.properties ?? []).filter(({ key }) => readByScreens.includes(key?.name ?? ''))
    const written = kept.map((property) =>
      property.key.name === 'body' ? 'body: {}' : textOf(code, property),
    )
    return given ? `${left.slice(0, given.start)}{ ${written.join(', ')} }${left.slice(given.end)}` : left
  }, code)
}

const textOf = (code: string, { start, end }: Node): string => code.slice(start, end)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every `call({ … })` of a file. */
function callsIn(value: unknown): readonly CallNode[] {
  if (Array.isArray(value)) return value.flatMap(callsIn)
  if (!isNode(value)) return []
  if (value.type === 'CallExpression' && (value as CallNode).callee.name === 'call')
    return [value as CallNode]
  return Object.values(value).flatMap(callsIn)
}

/** What the socket falls back to without WebSocket. */
const transports = ['websocket', 'xhr-streaming', 'eventsource', 'xhr-polling']

/** What stands in for parts of SockJS, by the file that it replaces. */
const ofSockJs: Readonly<Record<string, string>> = {
  'transport-list': `module.exports = [${transports.map((name) => `require('./transport/${name}')`).join(', ')}]`,
  'iframe-bootstrap': 'module.exports = function () {}',
  'info-iframe': 'module.exports = { enabled: function () { return false } }',
  'sender/xdr': 'module.exports = { enabled: false }',
  // Functions that every browser has had for ten years.
  shims: ';',
  // An address by the browser's own reading of it; `set` is the one thing that it has not.
  'url-parse/index': `module.exports = function (url) {
    const parsed = new globalThis.URL(url, globalThis.location.href)
    parsed.set = (part, value) => { parsed[part] = value }
    return parsed
  }`,
}

const replaced =
  /sockjs-client\/lib\/(transport-list|iframe-.*|info-iframe|shims|.*sender\/xdr)\.js$|url-parse\/index\.js$/

/**
 * SockJS without what our content policy forbids anyway, and our server refuses (frames, JSONP), without the
 * ways of Internet Explorer, and without what browsers have by themselves.
 */
const framesLeftOut = (): Plugin => ({
  name: 'sockjs-frames-left-out',
  apply: 'build',
  load: {
    filter: { id: replaced },
    handler: (id) => Object.entries(ofSockJs).find(([file]) => id.endsWith(`/${file}.js`))?.[1],
  },
})

/** What the grid draws by itself in a theme of its own: we have the styles as a file, and signs as icons. */
const gridThemes = [
  [/^var core_default = '.*';$/m, "var core_default = '';"],
  [/^var iconNameToSvgFragment = \{\n[\s\S]*?\n\};$/m, 'var iconNameToSvgFragment = {};'],
  [/^var iconNameToFullSvg = \{\n[\s\S]*?\n\};$/m, 'var iconNameToFullSvg = {};'],
] as const

/** Texts of the grid that can come up with the modules that we use: for screen readers, of empty tables. */
const gridTexts = /^(aria|noRows|noMatching|loading|exporting)/

/** The grid without themes that it is not drawn in, and without texts of parts that it has not. */
const gridThemesLeftOut = (): Plugin => ({
  name: 'grid-themes-left-out',
  apply: 'build',
  transform: {
    filter: { id: /ag-grid-community\/dist\/package\/main\.esm\.mjs$/ },
    handler: (code) => withoutThemes(code),
  },
  load: {
    filter: { id: /@ag-grid-community\/locale\/dist\/package\/main\.esm\.mjs$/ },
    handler: async () => {
      const { AG_GRID_LOCALE_JP } = await import('@ag-grid-community/locale')
      const kept = Object.entries(AG_GRID_LOCALE_JP).filter(([key]) => gridTexts.test(key))
      return `export const AG_GRID_LOCALE_JP = ${JSON.stringify(Object.fromEntries(kept))}`
    },
  },
})

/** The same for the grid's source. Throws when a release has not these parts any more: then look again. */
export const withoutThemes = (code: string): string =>
  gridThemes.reduce((left, [part, instead]) => {
    if (!part.test(left)) throw new Error(`the grid has no ${instead}`)
    return left.replace(part, instead)
  }, code)

/** What the router does for servers that draw pages, and for those who watch it: we have neither. */
const ofServers = `
export const getKeyedLinksForMatches = () => []
export const getKeyedPrefetchLinks = async () => []
export const getModuleLinkHrefs = () => []
export const getNewMatchesForLinks = () => []
export const isPageLinkDescriptor = () => false
export const prefetchRouteCss = async () => undefined
export const prefetchStyleLinks = async () => undefined
`
const ofWatchers = `
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router
export const instrumentHandler = (handler) => handler
export const instrumentationResultMetaContext = null
`

/** The router without them. */
const serverPagesLeftOut = (): Plugin => ({
  name: 'server-pages-left-out',
  apply: 'build',
  load: {
    filter: { id: /react-router\/dist\/production\/lib\/(dom\/ssr\/links|router\/instrumentation)\.js$/ },
    handler: (id) => (id.includes('links') ? ofServers : ofWatchers),
  },
})

/** All that no screen reads. */
export const allLeftOut = (): Plugin[] => [
  schemasLeftOut(),
  injectedStylesLeftOut(),
  framesLeftOut(),
  gridThemesLeftOut(),
  serverPagesLeftOut(),
]
