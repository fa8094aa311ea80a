import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The layer of the product that a test goes through. `screen`: a browser, or the whole client on a real
 * server. `component`: a part of the client, which proves nothing about the screen that it belongs to.
 */
export type Layer = 'engine' | 'API' | 'component' | 'screen' | 'repository'

const declaration = /^(?:export )?(?:async )?(?:function|const) (\w+)/

/** The top-level functions of a source that call one of these, directly or indirectly, and these. */
function callersOf(source: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const declarations = source.split(/\n(?=\S)/).flatMap((text) => {
    const [, name] = declaration.exec(text) ?? []
    return name ? [{ name, text }] : []
  })
  const found = new Set(names)
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const { name, text } of declarations) if (callsOneOf(text, found)) found.add(name)
  }
  return found
}

const callsOneOf = (text: string, names: ReadonlySet<string>): boolean =>
  [...text.matchAll(/(?<!function )\b(\w+)\(/g)].some(([, name = '']) => names.has(name))

let cached: ReadonlySet<string> | null = null

/** The functions of the client's test support that open the whole client. */
function screenOpeners(): ReadonlySet<string> {
  if (cached) return cached
  const folder = join(import.meta.dirname, '../../../client/test/support')
  let names: ReadonlySet<string> = new Set(['renderApp', 'renderPage'])
  for (const file of readdirSync(folder)) names = callersOf(readFileSync(join(folder, file), 'utf8'), names)
  cached = names
  return names
}

/** Modules of the end-to-end suite that use HTTP and STOMP without a page. */
const withoutPage = 'e2e/tests/platform/specification-client.e2e.ts'

/** The layer of one test: by its file, and in the client by whether it opens the whole client. */
export function layerOf(path: string, source: string, test: string): Layer {
  if (path === withoutPage) return 'API'
  if (path.startsWith('e2e/')) return 'screen'
  if (path.startsWith('engine/') || path.startsWith('proof/simulation/')) return 'engine'
  if (path.startsWith('messages/')) return 'component'
  if (path.startsWith('tools/')) return 'repository'
  if (!path.startsWith('client/')) return 'API'
  const openers = callersOf(source, screenOpeners())
  const opening = source.split(/\n(?=\S)/).filter((text) => /^before(Each|All)\(/.test(text))
  return callsOneOf([test, ...opening].join('\n'), openers) ? 'screen' : 'component'
}
