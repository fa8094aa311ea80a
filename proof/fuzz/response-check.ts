import { callsByName, mayFail } from '@aitai/contract/calls.ts'
import { methodsOf } from '@aitai/contract/routes/route.ts'
import type { Json } from '../../server/test/support/json-document.ts'
import type { FuzzRequest } from './requests.ts'

/** A response. */
export interface FuzzResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** Internals that must not be revealed: stacks, files, queries, names of our own errors. */
const insides = new RegExp(
  [
    ...[String.raw`\n\s+at `, 'node_modules', String.raw`\.ts:\d`, '/server/src', 'file://'],
    ...['SQLITE', 'SqliteError', String.raw`\bselect .+ from\b`, String.raw`\binsert into\b`, 'relation "'],
    ...['TypeError', 'RangeError', 'ReferenceError', 'kysely', 'fastify', String.raw`undefined \(reading`],
  ].join('|'),
  'i',
)

export const jsonBody = ({ text, headers }: FuzzResponse): Json => {
  if (!String(headers['content-type']).startsWith('application/json') || text === '') return null
  return JSON.parse(text) as Json
}

/** What is wrong with a response: a server error, an undeclared status or body, or leaked internals. */
export function responseFaults(request: FuzzRequest, response: FuzzResponse): readonly string[] {
  const { status, headers, text } = response
  const isApi = request.path.startsWith('/api')
  return [
    ...(status >= 500 ? [`is answered with ${status}`] : []),
    ...(insides.test(text) ? ['tells of the inside'] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['lacks the security headers']),
    ...(isApi && headers['cache-control'] !== 'no-store' ? ['may be kept'] : []),
    ...undeclared(request, response),
  ]
}

function undeclared({ name, method }: FuzzRequest, response: FuzzResponse): readonly string[] {
  const call = name === null ? undefined : callsByName[name]
  const { status } = response
  if (!call || method === 'HEAD') return []
  if (!methodsOf(call).some((each) => each === method)) return status === 405 ? [] : [`${status} and not 405`]
  if (status === 200) return []
  const code = (jsonBody(response) as { errorCode?: string } | null)?.errorCode ?? ''
  // A path that is too long or malformed matches no call.
  const isNoAddress = (status === 404 && code === 'NOT_FOUND') || (status === 400 && code === 'INVALID')
  return mayFail(call, status, code) || (call.params && isNoAddress)
    ? []
    : [`${status} ${code} is not declared`]
}
