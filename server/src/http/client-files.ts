import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basePath } from '@aitai/contract/routes/route.ts'
import type { Installation } from '@aitai/contract/schemas/installation.ts'
import compress from '@fastify/compress'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { renderPage, serveContentFiles } from './content-files.ts'
import { failureReplyFor, notFound } from './failures.ts'

const noClient = `Aitai: the API is served below ${basePath}, its description at ${basePath}/docs.
The client is not built: run "npm run build" and start again.
`

interface ClientFiles {
  /** The folder of the built client. */
  readonly clientFolder: string
  readonly config: Pick<Config, 'dataDir'>
  readonly installation: Installation
}

/**
 * Serves the built client from a folder: files by name, and the page for every other address, because the
 * client's routes are addresses too. If the client was not built, the page says so.
 */
export async function serveClientFiles(
  http: FastifyInstance,
  { clientFolder: folder, config, installation }: ClientFiles,
): Promise<void> {
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? renderPage(readFileSync(page, 'utf8'), installation) : null
  await serveContentFiles(http, config.dataDir)
  if (html !== null)
    await http.register(async (files) => {
      // Compress files only. Replies of calls are never compressed, because their size would then depend on
      // secrets in them.
      await files.register(compress, { threshold: 1_024 })
      await files.register(staticFiles, {
        root: folder,
        wildcard: false,
        globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
        index: false,
        // The build stores compressed versions of most files (client/build/precompress.ts).
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => reply.header('cache-control', cacheControlOf(path, folder)),
      })
    })

  http.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return reply.code(404).send(failureReplyFor(notFound(), request.id).body)
    // Never cached, because it names the files of the newest build.
    reply.header('cache-control', 'no-cache')
    if (html === null) return reply.type('text/plain; charset=utf-8').send(noClient)
    return reply.type('text/html; charset=utf-8').send(html)
  })
}

/** Files with a hash in their names never change; browsers revalidate the others. */
const cacheControlOf = (path: string, folder: string): string =>
  path.startsWith(join(folder, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Whether a person may have opened this address: neither a call nor a missing file. */
function isPage({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  const isCall = path === basePath || path.startsWith(`${basePath}/`)
  const isFile = /\.\w+$/.test(path) && path !== '/index.html'
  return (method === 'GET' || method === 'HEAD') && !isCall && !isFile
}
