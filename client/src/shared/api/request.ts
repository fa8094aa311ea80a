import { fillPath } from '@aitai/contract/routes/request.ts'
import { acceptsIdempotencyKey, basePath, type Route } from '@aitai/contract/routes/route.ts'
import type { BodyOf, ParamsOf, ReplyOf } from '@aitai/contract/schemas/calls.ts'
import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { type AuthenticationState, type EndReason, sessionEnded, twoFactorToken } from '../store/session.ts'
import { type CallFailure, failureFromError, refusalInReply } from './failure.ts'

type OrIfUnknown<T, Otherwise> = unknown extends T ? Otherwise : T

/** The argument of a call: its parameters or its body; undefined if it has neither. */
export type CallArguments<C extends Route> =
  OrIfUnknown<ParamsOf<C>, null> extends null
    ? OrIfUnknown<BodyOf<C>, null> extends null
      ? // biome-ignore lint/suspicious/noConfusingVoidType: RTK Query lets a void argument be left out
        void
      : BodyOf<C>
    : OrIfUnknown<BodyOf<C>, null> extends null
      ? ParamsOf<C>
      : ParamsOf<C> & BodyOf<C>

/** The reply of a call. A refusal of `create-advert` with status 200 becomes a failure instead. */
export type CallResult<C extends Route> = Exclude<ReplyOf<C>, { error: string; errorCode: string }>

/** A request of the contract, with the token for its audience. */
interface ApiRequest extends FetchArgs {
  readonly bearer: 'none' | 'user' | 'twoFactor'
  /** Idempotency-Key: the server applies a change with the same key only once. */
  readonly idempotencyKey: string | null
}

/** Builds the requests of one call: path with parameters, body, token. */
export const requestBuilder =
  <R extends Route>(route: R) =>
  (values: CallArguments<R>): ApiRequest => {
    const url = fillPath(route.path, (values ?? {}) as Record<string, unknown>)
    const bearer = route.for === 'anyone' ? 'none' : route.for === 'twoFactor' ? 'twoFactor' : 'user'
    const idempotencyKey = acceptsIdempotencyKey(route) ? randomKey() : null
    // The server checks the key of a POST only, to which it also serves a GET that changes something.
    const method = idempotencyKey ? 'POST' : route.method
    const request = { url, method, bearer, idempotencyKey } as const
    if (route.takesFile) return { ...request, body: values, headers: { 'Content-Type': 'text/html' } }
    // A call has parameters in its path or a body, never both.
    const hasBody = route.method === 'POST' && values !== undefined && url === route.path
    return hasBody ? { ...request, body: values } : request
  }

/** 128 random bits. `randomUUID` does not exist on pages without TLS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const fetchJson = fetchBaseQuery({
  baseUrl: basePath,
  // The web version is plain text, everything else is JSON.
  responseHandler: 'content-type',
  cache: 'no-store',
})

const endReasons: readonly string[] = ['SESSION_REPLACED', 'SESSION_TIMED_OUT', 'NOT_SIGNED_IN']

/**
 * Sends a request and returns its reply or its failure. The end of a session is handled here for all screens.
 */
export const sendRequest: BaseQueryFn<ApiRequest, unknown, CallFailure> = async (sent, api, extra) => {
  const { bearer, idempotencyKey, ...request } = sent
  const token = tokenFor(bearer, api)
  const headers = {
    ...request.headers,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  }
  const fetched = () => fetchJson({ ...request, headers }, api, extra)
  let { data, error, meta } = await fetched()
  // The change may have been applied although its response was lost, on the way here or between two servers (503); a
  // retry with the same key returns that response.
  if (idempotencyKey && (error?.status === 'FETCH_ERROR' || error?.status === 503))
    ({ data, error, meta } = await fetched())
  const failure = error
    ? { ...failureFromError(error), ...retryAfterIn(meta?.response) }
    : refusalInReply(data)
  if (!failure) return meta ? { data, meta } : { data }
  // Only for the current token: a late response to an older one must not end the new session.
  if (failure.status === 401 && bearer === 'user' && token === tokenFor(bearer, api)) {
    api.dispatch(sessionEnded(endReasonOf(failure.reason)))
  }
  return { error: failure }
}

/** The delay in a Retry-After header (RFC 9110), in seconds. */
function retryAfterIn(response: Response | undefined): Pick<CallFailure, 'retryAfter'> {
  const seconds = response?.headers.get('Retry-After')
  return seconds != null && /^\d+$/.test(seconds) ? { retryAfter: Number(seconds) } : {}
}

const endReasonOf = (reason: string | undefined): EndReason =>
  reason !== undefined && endReasons.includes(reason) ? (reason as EndReason) : 'NOT_SIGNED_IN'

function tokenFor(bearer: ApiRequest['bearer'], { getState }: Pick<BaseQueryApi, 'getState'>): string | null {
  const { session } = getState() as { session: AuthenticationState }
  if (bearer === 'user') return session.userToken
  return bearer === 'twoFactor' ? twoFactorToken() : null
}
