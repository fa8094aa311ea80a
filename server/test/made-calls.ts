import { hash } from 'node:crypto'
import { type Call, methodsOf } from '@aitai/contract/call.ts'
import { callsByName } from '@aitai/contract/calls.ts'
import type { Failure } from '@aitai/contract/failures.ts'
import { mayFail } from '@aitai/contract/failures-of.ts'
import type { App } from '../src/app.ts'
import { stateHash } from '../src/fold.ts'
import { type GoodAsk, goodAsks, type Scene } from './good-asks.ts'
import type { Answer, Sent } from './person.ts'

/** A call by its name, and one request to it. */
export interface Made extends GoodAsk {
  readonly name: string
}

/** A call as it is made well. One that is missing among the good asks fails every test of them. */
export async function prepared(name: string, scene: Scene): Promise<Made> {
  const prepare = goodAsks[name]
  if (!prepare) throw new Error(`nobody knows how to make the call ${name} well`)
  return { name, ...(await prepare(scene)) }
}

export const callNamed = (name: string): Call => {
  const call = callsByName[name]
  if (!call) throw new Error(`${name} is no call`)
  return call
}

/** The address of a call, its parameters filled in as they are given: encoded only where `params` is not. */
export const addressOf = ({ path }: Call, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'unknown'))

/** Makes a call as someone, by its own method, changed as wanted. */
export function make<T = Failure>(
  { name, by, params, body, file }: Made,
  changed: Sent = {},
): Promise<Answer<T>> {
  const call = callNamed(name)
  const sent: Sent = {
    method: call.method,
    ...(call.takesFile ? { raw: file ?? '', headers: { 'content-type': 'text/html' } } : {}),
    ...(call.body && !call.takesFile ? { body } : {}),
    ...changed,
  }
  return by.calls<T>(addressOf(call, params), sent)
}

/** What is wrong with a failure: an error of ours, or one that the call does not declare. */
export function faultIn(call: Call, { status, body, text }: Answer<unknown>): string | null {
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
export async function everything({ database, matchmaking }: App): Promise<string> {
  const rows: object[] = []
  for (const table of tables) rows.push(...(await database.selectFrom(table).selectAll().execute()))
  // How often somebody was wrong is counted, and must be.
  const kept = rows.map((row) => ({ ...row, wrong_codes: null }))
  return hash('sha256', JSON.stringify([await matchmaking.read(stateHash), kept]))
}

export const methodsTaken = (name: string): readonly string[] => methodsOf(callNamed(name))
