import { acceptsIdempotencyKey, basePath, type Route } from '@aitai/contract/routes/route.ts'
import type { BodyOf, ParamsOf, ReplyOf } from '@aitai/contract/schemas/calls.ts'
import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { type EndReason, type Session, sessionEnded } from '../store/session.ts'
import { type CallFailure, failureFromError, refusalInReply } from './failure.ts'

type Given<T, Otherwise> = unknown extends T ? Otherwise : T

/** What a call is asked with: its parameters and its body together; nothing where it has neither. */
export type CallArguments<C extends Route> =
  Given<ParamsOf<C>, null> extends null
    ? Given<BodyOf<C>, null> extends null
      ? // biome-ignore lint/suspicious/noConfusingVoidType: RTK Query lets a void argument be left out
        void
      : BodyOf<C>
    : Given<BodyOf<C>, null> extends null
      ? ParamsOf<C>
      : ParamsOf<C> & BodyOf<C>

/** What a call gives. The refusal that `create-advert` answers with 200 comes as a failure instead. */
export type CallResult<C extends Route> = Exclude<ReplyOf<C>, { error: string; errorCode: string }>

/** A request as the contract declares it, with the token its audience asks for. */
export interface ApiRequest extends FetchArgs {
  readonly bearer: 'none' | 'user' | 'twoFactor'
  /** Under which the server does a change once, however often its lost answer is asked for again. */
  readonly idempotencyKey: string | null
}

/** Builds the requests of one call: the path with its parameters filled in, the body, the token. */
export const requestBuilder =
  <R extends Route>(route: R) =>
  (values: CallArguments<R>): ApiRequest => {
    const parameters = (values ?? {}) as Record<string, unknown>
    const url = route.path.replace(/:(\w+)/g, (_whole, name: string) =>
      encodeURIComponent(String(parameters[name])),
    )
    const bearer = route.for === 'anyone' ? 'none' : route.for === 'twoFactor' ? 'twoFactor' : 'user'
    const idempotencyKey = acceptsIdempotencyKey(route) ? randomKey() : null
    const request = { url, method: route.method, bearer, idempotencyKey } as const
    if (route.takesFile) return { ...request, body: values, headers: { 'Content-Type': 'text/html' } }
    // A call has parameters in its path or a body, never both.
    const hasBody = route.method === 'POST' && values !== undefined && url === route.path
    return hasBody ? { ...request, body: values } : request
  }

/** 128 random bits. Not `randomUUID`, which pages without TLS do not have. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const fetchJson = fetchBaseQuery({
  baseUrl: basePath,
  // The web version is plain text, all else is JSON.
  responseHandler: 'content-type',
  cache: 'no-store',
})

const endReasons: readonly string[] = ['SESSION_REPLACED', 'SESSION_TIMED_OUT', 'NOT_SIGNED_IN']

/**
 * Sends a request and gives its reply or its failure. A session that is over ends here, once, for all
 * screens.
 */
export const sendRequest: BaseQueryFn<ApiRequest, unknown, CallFailure> = async (asked, asking, extra) => {
  const { bearer, idempotencyKey, ...request } = asked
  const token = tokenFor(bearer, asking)
  const headers = {
    ...request.headers,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  }
  const fetched = () => fetchJson({ ...request, headers }, asking, extra)
  let { data, error, meta } = await fetched()
  // The change may have happened and only its answer be lost: the same key asks for that answer.
  if (idempotencyKey && error?.status === 'FETCH_ERROR') ({ data, error, meta } = await fetched())
  const failure = error ? { ...failureFromError(error), ...patienceIn(meta?.response) } : refusalInReply(data)
  if (!failure) return meta ? { data, meta } : { data }
  // Only the token that is still in use: a late answer to an older one must not end the new session.
  if (failure.status === 401 && bearer === 'user' && token === tokenFor(bearer, asking)) {
    asking.dispatch(sessionEnded(endReasonOf(failure.reason)))
  }
  return { error: failure }
}

/** How long an answer asks to wait (RFC 9110, Retry-After, in seconds). */
function patienceIn(response: Response | undefined): Pick<CallFailure, 'retryAfter'> {
  const asked = response?.headers.get('Retry-After')
  return asked != null && /^\d+$/.test(asked) ? { retryAfter: Number(asked) } : {}
}

const endReasonOf = (reason: string | undefined): EndReason =>
  reason !== undefined && endReasons.includes(reason) ? (reason as EndReason) : 'NOT_SIGNED_IN'

function tokenFor(bearer: ApiRequest['bearer'], { getState }: Pick<BaseQueryApi, 'getState'>): string | null {
  const { session } = getState() as { session: Session }
  if (bearer === 'user') return session.userToken
  return bearer === 'twoFactor' ? session.twoFactorToken : null
}
