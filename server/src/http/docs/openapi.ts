import { type Call, callsByName, failuresOf } from '@aitai/contract/calls.ts'
import { type Audience, audiences } from '@aitai/contract/routes/audiences.ts'
import { acceptsIdempotencyKey, basePath, defaultBodyBytes, methodsOf } from '@aitai/contract/routes/route.ts'
import type { Failures } from '@aitai/contract/schemas/call-schemas.ts'
import { Failure } from '@aitai/contract/schemas/failures.ts'
import { componentsFor, type DocumentNode, schemaNode } from './schema-references.ts'

const bearer = (description: string): DocumentNode => ({ type: 'http', scheme: 'bearer', description })

const securitySchemes = {
  session: bearer('The token from the log-in.'),
  twoFactorToken: bearer('The temporary token that comes with 401 2FA_REQUIRED: for /2fa alone.'),
  feedToken: bearer("The FEED_TOKEN of an installation with QUOTES=http: of the venue's own feed handler."),
}

function securityOf(audience: Audience): readonly DocumentNode[] {
  if (audience === 'anyone') return []
  if (audience === 'twoFactor') return [{ twoFactorToken: [] }]
  return [audience === 'feed' ? { feedToken: [] } : { session: [] }]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A random value for each request. Repeating the request with the same key within a day returns the first reply.',
  schema: { type: 'string', maxLength: 255 },
}

/** The description of all calls, generated from their declarations: OpenAPI 3.1. */
export function openApiDocument(): DocumentNode {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries(callsByName)) {
    const path = basePath + call.path.replace(/:(\w+)/g, '{$1}')
    const operations = methodsOf(call).map((method) => [method.toLowerCase(), operation(name, call, method)])
    paths[path] = Object.fromEntries(operations)
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Aitai',
      version: '1.0.0',
      description: 'Institutions meet over indications of interest in Japanese equities.',
    },
    servers: [{ url: '/', description: 'This installation.' }],
    tags: tagsOf(Object.values(callsByName)),
    paths,
    components: {
      securitySchemes,
      parameters: { idempotencyKey },
      responses: sharedFailures,
      schemas: componentsFor([paths, sharedFailures]),
    },
  }
}

/** The first segment of a call's path, which groups the calls. */
const tagOf = ({ path }: Call): string => path.split('/')[1] ?? ''

const tagsOf = (calls: readonly Call[]): readonly DocumentNode[] =>
  [...new Set(calls.map(tagOf))].sort().map((name) => ({ name }))

function operation(name: string, call: Call, method: 'GET' | 'POST'): DocumentNode {
  const isTwin = method !== call.method
  const parameters = [
    ...pathParameters(call),
    ...(acceptsIdempotencyKey(call) && method === 'POST'
      ? [{ $ref: '#/components/parameters/idempotencyKey' }]
      : []),
  ]
  return {
    operationId: isTwin ? `${name}ByPost` : name,
    summary: isTwin ? `${call.summary} (as POST)` : call.summary,
    description: call.for === 'anyone' ? 'For everyone.' : `For: ${audiences[call.for].join(', ')}.`,
    tags: [tagOf(call)],
    security: securityOf(call.for),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body ? { requestBody: requestBody(call) } : {}),
    responses: { 200: success(call), ...failures(call, method) },
  }
}

function pathParameters({ path, params }: Call): readonly DocumentNode[] {
  const { properties = {} } = (params ?? {}) as {
    properties?: Record<string, Parameters<typeof schemaNode>[0]>
  }
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ? schemaNode(properties[name]) : {},
  }))
}

function requestBody(call: Call): DocumentNode {
  const schema = call.body ? schemaNode(call.body) : {}
  const types = call.takesFile ? ['text/html', 'text/csv'] : ['application/json']
  return {
    required: true,
    description: `At most ${(call.bodyBytes ?? defaultBodyBytes) / 1_024} KiB.`,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  }
}

const header = (description: string, type: 'string' | 'integer'): DocumentNode => ({
  description,
  schema: { type },
})

function success({ reply }: Call): DocumentNode {
  const type = (reply as { type?: string }).type === 'string' ? 'text/plain' : 'application/json'
  return {
    description: 'Done.',
    headers: { 'Cache-Control': header('Always no-store.', 'string') },
    content: { [type]: { schema: schemaNode(reply) } },
  }
}

const failureHeaders: Readonly<Record<number, DocumentNode>> = {
  405: { Allow: header('The methods that this address takes.', 'string') },
  429: { 'Retry-After': header('Seconds.', 'integer') },
  503: { 'Retry-After': header('Seconds.', 'integer') },
}

/** A call without a body cannot have an invalid one, and only a POST has an idempotency key. */
const ofPostAlone = [400, 413, 422]

function failures(call: Call, method: 'GET' | 'POST'): DocumentNode {
  const own = Object.keys(call.failures ?? {}).map(Number)
  return Object.fromEntries(
    Object.entries(failuresOf(call))
      .filter(
        ([status]) =>
          method === 'POST' || own.includes(Number(status)) || !ofPostAlone.includes(Number(status)),
      )
      .map(([status, all = []]) => {
        const codes = method === 'GET' ? all.filter((code) => code !== 'IN_PROGRESS') : all
        return [status, failure(Number(status), codes)] as const
      })
      .filter(([, each]) => each !== null),
  )
}

/** Failures that many calls share. */
const shared: Failures = {
  400: ['INVALID'],
  401: ['NOT_SIGNED_IN', 'SESSION_REPLACED', 'SESSION_TIMED_OUT', '2FA_REQUIRED'],
  403: ['FORBIDDEN'],
  404: ['NOT_FOUND'],
  405: ['METHOD'],
  409: ['IN_PROGRESS'],
  413: ['TOO_LARGE'],
  415: ['MEDIA_TYPE'],
  422: ['KEY_REUSED'],
  429: ['TOO_MANY'],
  500: ['INTERNAL'],
  503: ['UNAVAILABLE'],
}

const sharedFailures: Readonly<Record<string, DocumentNode>> = Object.fromEntries(
  Object.entries(shared).map(([status, codes = []]) => [codes[0], spelledFailure(Number(status), codes)]),
)

function failure(status: number, codes: readonly string[]): DocumentNode | null {
  if (codes.length === 0) return null
  const isShared = codes.join() === shared[status]?.join()
  return isShared ? { $ref: `#/components/responses/${codes[0]}` } : spelledFailure(status, codes)
}

function spelledFailure(status: number, codes: readonly string[]): DocumentNode {
  const headers = failureHeaders[status]
  const schema = { allOf: [schemaNode(Failure), { properties: { errorCode: { enum: codes } } }] }
  return {
    description: codes.join(', '),
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema } },
  }
}
