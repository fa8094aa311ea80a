import { callsByName, mayFail } from '@aitai/contract/calls.ts'
import { methodsOf } from '@aitai/contract/routes/route.ts'
import type { Json } from '../../server/test/support/json-document.ts'
import type { FuzzRequest } from './requests.ts'

/** What came back. */
export interface FuzzResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** What nobody outside may learn of the inside: stacks, files, queries, names of our own errors. */
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

/** What is wrong with an answer: an error of ours, one that is not declared, or too much said. */
export function responseFaults(asked: FuzzRequest, answered: FuzzResponse): readonly string[] {
  const { status, headers, text } = answered
  const isApi = asked.path.startsWith('/api')
  return [
    ...(status >= 500 ? [`is answered with ${status}`] : []),
    ...(insides.test(text) ? ['tells of the inside'] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['lacks the security headers']),
    ...(isApi && headers['cache-control'] !== 'no-store' ? ['may be kept'] : []),
    ...undeclared(asked, answered),
  ]
}

function undeclared({ name, method }: FuzzRequest, answered: FuzzResponse): readonly string[] {
  const call = name === null ? undefined : callsByName[name]
  const { status } = answered
  if (!call || method === 'HEAD') return []
  if (!methodsOf(call).some((each) => each === method)) return status === 405 ? [] : [`${status} and not 405`]
  if (status === 200) return []
  const code = (jsonBody(answered) as { errorCode?: string } | null)?.errorCode ?? ''
  // An address that is too long, or written wrongly, is none.
  const isNoAddress = (status === 404 && code === 'NOT_FOUND') || (status === 400 && code === 'INVALID')
  return mayFail(call, status, code) || (call.params && isNoAddress)
    ? []
    : [`${status} ${code} is not declared`]
}
