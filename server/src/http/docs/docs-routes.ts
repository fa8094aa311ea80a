import { calls } from '@aitai/contract/calls.ts'
import { basePath, methodsOf } from '@aitai/contract/routes/route.ts'
import type { FastifyInstance } from 'fastify'
import { publicRoutes, servePublicRoute } from '../public-routes.ts'
import { asyncApiDocument, type DescribedLimits } from './asyncapi.ts'
import { openApiDocument } from './openapi.ts'

/** Serves the descriptions of the calls and of the live socket, as JSON and as a page for people. */
export function serveApiDocs(http: FastifyInstance, socketLimits: DescribedLimits): void {
  const [page, openApi, asyncApi] = [
    pageOfCalls(),
    JSON.stringify(openApiDocument()),
    JSON.stringify(asyncApiDocument(socketLimits)),
  ]
  const json = 'application/json; charset=utf-8'
  servePublicRoute(http, 'docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(page))
  servePublicRoute(http, 'openApi', async (_, reply) => reply.type(json).send(openApi))
  servePublicRoute(http, 'asyncApi', async (_, reply) => reply.type(json).send(asyncApi))
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
