import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basePath } from '@aitai/contract/calls.ts'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, replyTo } from './failures.ts'

const noClient = `Aitai: the API is served below ${basePath}, its description at ${basePath}/docs.
The client is not built: run "npm run build" and start again.
`

/**
 * Serves the built client from a folder: files by their names, and the page for every other address, since
 * places within the client are addresses too. Without a built client it says so.
 */
export async function clientFiles(http: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : null
  if (html !== null) {
    await http.register(staticFiles, {
      root: folder,
      wildcard: false,
      globIgnore: ['**/index.html'],
      index: false,
      schemaHide: true,
      cacheControl: false,
      setHeaders: (reply, path) => reply.header('cache-control', keptFor(path, folder)),
    })
    http.get('/index.html', { schema: { hide: true } }, (_, reply) => sendPage(reply, html))
  }

  http.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return reply.code(404).send(replyTo(notFound(), request.id).body)
    return html === null ? reply.type('text/plain; charset=utf-8').send(noClient) : sendPage(reply, html)
  })
}

/** Files with a hash in their names never change; the others are asked for again. */
const keptFor = (path: string, folder: string): string =>
  path.startsWith(join(folder, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** An address a person may have opened: no call, no missing file. */
function isPage({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  const isCall = path === basePath || path.startsWith(`${basePath}/`)
  return (method === 'GET' || method === 'HEAD') && !isCall && !/\.\w+$/.test(path)
}

/** The page with a nonce of its own: only the style elements that know it are let through. */
function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader('content-security-policy'))
  return reply
    .header(
      'content-security-policy',
      policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`),
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replace('</head>', `  <meta property="csp-nonce" nonce="${nonce}" />\n  </head>`))
}
