import { basePath, calls } from '@aitai/contract/calls.ts'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

/** Describes the calls from their declarations. Register it before the calls. */
export async function openApi(http: FastifyInstance): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Aitai',
        version: '1.0.0',
        description: 'Institutions meet over indications of interest in Japanese equities.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
  })
}

/** Serves the description: as JSON for machines, as a list for people. Register it after the calls. */
export function apiDocs(http: FastifyInstance): void {
  http.get(`${basePath}/docs/json`, { schema: { hide: true } }, async () => http.swagger())
  http.get(`${basePath}/docs`, { schema: { hide: true } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(listOfCalls()),
  )
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)

function listOfCalls(): string {
  const rows = calls.map(
    ({ method, path, for: audience, summary }) =>
      `<tr><td>${method}</td><td><code>${basePath}${escaped(path)}</code></td><td>${audience}</td>` +
      `<td>${escaped(summary)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Aitai API</title>
<h1>Aitai API</h1>
<p>OpenAPI: <a href="${basePath}/docs/json">${basePath}/docs/json</a></p>
<table>
<thead><tr><th>Method</th><th>Path</th><th>For</th><th>What it does</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`
}
