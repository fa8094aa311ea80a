import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basePath } from '@aitai/contract/routes/route.ts'
import { setProductName } from '@aitai/messages/texts.ts'
import compress from '@fastify/compress'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { readInstallation, renderPage, serveContentFiles } from './content-files.ts'
import { failureReplyFor, notFound } from './failures.ts'

const noClient = `Aitai: the API is served below ${basePath}, its description at ${basePath}/docs.
The client is not built: run "npm run build" and start again.
`

/**
 * Serves the built client from a folder: files by their names, and the page for every other address, since
 * places within the client are addresses too. Without a built client it says so.
 */
export async function serveClientFiles(http: FastifyInstance, folder: string, config: Config): Promise<void> {
  const page = join(folder, 'index.html')
  const installation = readInstallation(config)
  const html = existsSync(page) ? renderPage(readFileSync(page, 'utf8'), installation) : null
  setProductName(installation.brand.productName)
  await serveContentFiles(http, config.dataDir)
  if (html !== null)
    await http.register(async (files) => {
      // Files only: what a call answers is never compressed, so that no size tells what is in it (NI13).
      await files.register(compress, { threshold: 1_024 })
      await files.register(staticFiles, {
        root: folder,
        wildcard: false,
        globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
        index: false,
        // Beside most files the build has put what is compressed best of them (client/build/precompress.ts).
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => reply.header('cache-control', keptFor(path, folder)),
      })
    })

  http.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return reply.code(404).send(failureReplyFor(notFound(), request.id).body)
    // Asked for each time: it names the files of the newest build.
    reply.header('cache-control', 'no-cache')
    if (html === null) return reply.type('text/plain; charset=utf-8').send(noClient)
    return reply.type('text/html; charset=utf-8').send(html)
  })
}

/** Files with a hash in their names never change; the others are asked for again. */
const keptFor = (path: string, folder: string): string =>
  path.startsWith(join(folder, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** An address a person may have opened: no call, no missing file. */
function isPage({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  const isCall = path === basePath || path.startsWith(`${basePath}/`)
  const isFile = /\.\w+$/.test(path) && path !== '/index.html'
  return (method === 'GET' || method === 'HEAD') && !isCall && !isFile
}
