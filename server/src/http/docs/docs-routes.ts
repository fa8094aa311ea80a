import { calls } from '@aitai/contract/calls.ts'
import { basePath, methodsOf } from '@aitai/contract/routes/route.ts'
import type { FastifyInstance } from 'fastify'
import { publicRoutes, servePublicRoute } from '../public-routes.ts'
import { asyncApiDocument, type DescribedLimits } from './asyncapi.ts'
import { openApiDocument } from './openapi.ts'

/**
 * Serves the descriptions of the calls and of the live socket, as JSON and as a page for people. Each is written
 * on the first request, because a start should not take longer for documents that few read.
 */
export function serveApiDocs(http: FastifyInstance, socketLimits: DescribedLimits): void {
  const serveOnce = (name: keyof typeof publicRoutes, type: string, write: () => string): void => {
    let written: string | null = null
    servePublicRoute(http, name, async (_, reply) => {
      written ??= write()
      return reply.type(`${type}; charset=utf-8`).send(written)
    })
  }
  serveOnce('docs', 'text/html', pageOfCalls)
  serveOnce('openApi', 'application/json', () => JSON.stringify(openApiDocument()))
  serveOnce('asyncApi', 'application/json', () => JSON.stringify(asyncApiDocument(socketLimits)))
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)

const link = (path: string): string => `<a href="${path}">${path}</a>`

function pageOfCalls(): string {
  const rows = calls.map(
    (call) =>
      `<tr><td>${methodsOf(call).join(', ')}</td><td><code>${basePath}${escaped(call.path)}</code></td>` +
      `<td>${call.for}</td><td>${escaped(call.summary)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Aitai API</title>
<h1>Aitai API</h1>
<p>OpenAPI: ${link(publicRoutes.openApi.path)}.
The live socket, as AsyncAPI: ${link(publicRoutes.asyncApi.path)}.</p>
<table>
<thead><tr><th>Methods</th><th>Path</th><th>For</th><th>What it does</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`
}
