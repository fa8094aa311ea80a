import { type CallInput, httpRequestOf } from './routes/request.ts'
import type { Route } from './routes/route.ts'
import { login } from './routes/session.ts'
import type { ReplyOf } from './schemas/calls.ts'
import type { Failure } from './schemas/failures.ts'

/** An installation and the token of the signed-in user. */
export interface ApiSession {
  /** Such as http://localhost:8080, without the API's base path. */
  readonly baseUrl: string
  readonly token: string | null
}

/** A reply other than 2xx. */
export class CallFailed extends Error {
  readonly status: number
  readonly failure: Partial<Failure>
  /** Seconds after which to retry (429 and 503), if the server gave them. */
  readonly retryAfter: number | null

  constructor(path: string, response: Response, failure: Partial<Failure>) {
    super(`${path} answered ${response.status} ${failure.errorCode ?? ''}`.trim())
    this.name = 'CallFailed'
    this.status = response.status
    this.failure = failure
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
  }
}

/** Makes a declared call and returns its reply. Throws CallFailed for a status other than 2xx, or fetch's error. */
export async function callApi<C extends Route>(
  session: ApiSession,
  declared: C,
  input: Pick<CallInput<C>, 'params' | 'body'> = {},
): Promise<ReplyOf<C>> {
  const { path, ...request } = httpRequestOf(declared, { ...input, token: session.token })
  const response = await fetch(`${session.baseUrl}${path}`, request)
  const text = await response.text()
  if (!response.ok) throw new CallFailed(path, response, failureOf(text))
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<C>
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
export async function signIn(baseUrl: string, email: string, password: string): Promise<ApiSession> {
  const { token } = await callApi({ baseUrl, token: null }, login, { body: { email, password } })
  return { baseUrl, token }
}
