import { hash } from 'node:crypto'
import { type Call, callsByName, mayFail } from '@aitai/contract/calls.ts'
import { methodsOf } from '@aitai/contract/routes/route.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { AppContext } from '../../src/context.ts'
import { stateHash } from '../../src/market/fold.ts'
import type { ApiResponse, RequestOptions } from './test-user.ts'
import { type RequestFixture, type ValidRequest, validRequests } from './valid-requests.ts'

/** A call by its name, and one request to it. */
export interface PreparedRequest extends ValidRequest {
  readonly name: string
}

/** A call as it is made well. One that is missing among the good asks fails every test of them. */
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

/** The address of a call, its parameters filled in as they are given: encoded only where `params` is not. */
export const callPath = ({ path }: Call, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'unknown'))

/** Makes a call as someone, by its own method, changed as wanted. */
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

/** What is wrong with a failure: an error of ours, or one that the call does not declare. */
export function undeclaredFailure(call: Call, { status, body, text }: ApiResponse<unknown>): string | null {
  const { errorCode = '' } = (body ?? {}) as { errorCode?: string }
  if (status >= 500) return `${status} ${text}`
  return status === 200 || mayFail(call, status, errorCode) ? null : `${status} ${errorCode} is not declared`
}

/** The tables that people and their settings are in. What was tried and refused is written in others. */
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

/** One hash for all that a refused request must leave as it is: the market, and the people. */
export async function hashOfStoredData({ database, matchmaking }: AppContext): Promise<string> {
  const rows: object[] = []
  for (const table of tables) rows.push(...(await database.selectFrom(table).selectAll().execute()))
  // How often somebody was wrong is counted, and must be.
  const kept = rows.map((row) => ({ ...row, wrong_codes: null }))
  return hash('sha256', JSON.stringify([await matchmaking.read(stateHash), kept]))
}

export const methodsServed = (name: string): readonly string[] => methodsOf(callNamed(name))
