import { hash } from 'node:crypto'
import { type Call, callsByName, mayFail } from '@aitai/contract/calls.ts'
import { methodsOf } from '@aitai/contract/routes/route.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { AppContext } from '../../src/context.ts'
import { stateHash } from '../../src/market/fold.ts'
import type { ApiResponse, RequestOptions } from './test-user.ts'
import { type RequestFixture, type ValidRequest, validRequests } from './valid-requests.ts'

/** A request to a call, with the call's name. */
export interface PreparedRequest extends ValidRequest {
  readonly name: string
}

/** A valid request to a call. A call without one fails every test that covers all calls. */
export async function prepareRequest(name: string, scene: RequestFixture): Promise<PreparedRequest> {
  const prepare = validRequests[name]
  if (!prepare) throw new Error(`nobody knows how to make the call ${name} well`)
  return { name, ...(await prepare(scene)) }
}

export const callNamed = (name: string): Call => {
  const call = callsByName[name]
  if (!call) throw new Error(`${name} is no call`)
  return call
}

/** The path of a call with its parameters, encoded; 'unknown' for one that is not given. */
export const callPath = ({ path }: Call, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'unknown'))

/** Sends a prepared request by its call's own method, with changes. */
export function sendPrepared<T = Failure>(
  { name, by, params, body, file }: PreparedRequest,
  changed: RequestOptions = {},
): Promise<ApiResponse<T>> {
  const call = callNamed(name)
  const sent: RequestOptions = {
    method: call.method,
    ...(call.takesFile ? { raw: file ?? '', headers: { 'content-type': 'text/html' } } : {}),
    ...(call.body && !call.takesFile ? { body } : {}),
    ...changed,
  }
  return by.calls<T>(callPath(call, params), sent)
}

/** What is wrong with a failure: a server error, or a failure that the call does not declare. */
export function undeclaredFailure(call: Call, { status, body, text }: ApiResponse<unknown>): string | null {
  const { errorCode = '' } = (body ?? {}) as { errorCode?: string }
  if (status >= 500) return `${status} ${text}`
  return status === 200 || mayFail(call, status, errorCode) ? null : `${status} ${errorCode} is not declared`
}

/** The tables of users and their settings. Failed attempts are recorded in other tables. */
const tables = [
  'firm',
  'person',
  'session',
  'broker',
  'firm_broker',
  'preference',
  'password_reset',
  'outbox',
] as const

/** One hash of everything that a refused request must not change: the market and the users. */
export async function hashOfStoredData({ database, market }: AppContext): Promise<string> {
  const rows: object[] = []
  for (const table of tables) rows.push(...(await database.selectFrom(table).selectAll().execute()))
  // Failed attempts must be counted.
  const kept = rows.map((row) => ({ ...row, wrong_codes: null }))
  return hash('sha256', JSON.stringify([await market.read(stateHash), kept]))
}

export const methodsServed = (name: string): readonly string[] => methodsOf(callNamed(name))
