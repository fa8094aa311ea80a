import type { BodyOf, ParamsOf } from '../schemas/calls.ts'
import { basePath, type Route } from './route.ts'

/** What a caller gives to a call. */
export interface CallInput<R extends Route> {
  /** The session token; none for public calls. */
  readonly token?: string | null
  /** Sent as Idempotency-Key. */
  readonly key?: string | null
  readonly params?: ParamsOf<R>
  readonly body?: BodyOf<R>
}

/** A request for any HTTP client. */
export interface HttpRequest {
  readonly method: Route['method']
  /** Starts at the root of the server. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Returns a route's path with its parameters filled in and encoded. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Builds the request of a call as its route declares it. The body of a call that takes a file is its text. */
export function httpRequestOf<R extends Route>(
  route: R,
  { token, key, params, body }: CallInput<R>,
): HttpRequest {
  const encode = route.takesFile ? String : JSON.stringify
  const type = route.takesFile ? 'text/csv; charset=utf-8' : 'application/json'
  return {
    // A key is accepted with a POST only, also by a GET that changes something.
    method: key ? 'POST' : route.method,
    path: basePath + fillPath(route.path, (params ?? {}) as Record<string, unknown>),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    body: body === undefined ? null : encode(body),
  }
}
