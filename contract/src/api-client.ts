import { type CallInput, httpRequestOf } from './routes/request.ts'
import type { Route } from './routes/route.ts'
import { login } from './routes/session.ts'
import type { ReplyOf } from './schemas/calls.ts'
import type { Failure } from './schemas/failures.ts'

/** A request as it goes over the wire, also one that no route declares. */
export interface WireRequest {
  readonly method: string
  /** Starts at the root of the server. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

/** A complete reply. */
export interface WireReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** An installation and the token of the signed-in user. */
export interface ApiSession {
  /** Such as http://localhost:8080, without the API's base path. */
  readonly baseUrl: string
  readonly token: string | null
  /** Sends a request to the installation; by `fetch`, unless a session has a transport of its own. */
  readonly send?: (request: WireRequest) => Promise<WireReply>
}

/** The session of somebody who has signed in. */
export interface SignedInSession extends ApiSession {
  readonly token: string
}

/** A reply other than 2xx. */
export class CallFailed extends Error {
  readonly status: number
  readonly failure: Partial<Failure>
  /** Seconds after which to retry (429 and 503), if the server gave them. */
  readonly retryAfter: number | null

  constructor(path: string, { status, headers, text }: WireReply) {
    const failure = failureOf(text)
    super(`${path} answered ${status} ${failure.errorCode ?? ''}`.trim())
    this.name = 'CallFailed'
    this.status = status
    this.failure = failure
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
  }
}

/**
 * Sends a request by `fetch`. Throws fetch's error if there is no reply. A redirect is a reply like another one: the
 * body of a sign-in, with its password or credential, goes nowhere but to `baseUrl`.
 */
export async function sendByFetch(baseUrl: string, { path, ...request }: WireRequest): Promise<WireReply> {
  const response = await fetch(baseUrl + path, { ...request, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/**
 * Makes a declared call and returns its reply. Throws CallFailed for a status other than 2xx, or the error of the
 * transport.
 */
export async function callApi<C extends Route>(
  { baseUrl, token, send = (request) => sendByFetch(baseUrl, request) }: ApiSession,
  declared: C,
  input: CallInput<C> = {},
): Promise<ReplyOf<C>> {
  const request = httpRequestOf(declared, { token, ...input })
  const reply = await send(request)
  if (reply.status < 200 || reply.status > 299) throw new CallFailed(request.path, reply)
  return (reply.text === '' ? undefined : JSON.parse(reply.text)) as ReplyOf<C>
}

/** Returns the refusal of a call that a rule may refuse, with 404 or 409, as a value. Throws every other failure. */
export async function orRefusal<T>(call: Promise<T>): Promise<T | CallFailed> {
  try {
    return await call
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 404 || error.status === 409)) return error
    throw error
  }
}

/** Parses a failure; a proxy may reply with something other than JSON. */
function failureOf(text: string): Partial<Failure> {
  try {
    return JSON.parse(text) as Failure
  } catch {
    return {}
  }
}

/** Signs in with e-mail and password. A second factor is refused with 401 and reason 2FA_REQUIRED. */
export async function signIn(
  installation: string | Omit<ApiSession, 'token'>,
  email: string,
  password: string,
): Promise<SignedInSession> {
  const own = typeof installation === 'string' ? { baseUrl: installation } : installation
  const { token } = await callApi({ ...own, token: null }, login, { body: { email, password } })
  return { ...own, token }
}
