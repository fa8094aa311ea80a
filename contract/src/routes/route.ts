import type { Audience } from './audiences.ts'

/** Largest CSV file. */
export const fileBytes = 1_024 * 1_024

/** Largest file of reference data. All listed equities are about a third of it. */
export const operatorFileBytes = 2 * fileBytes

/** Largest accepted body of any route. */
export const largestBodyBytes = 4 * fileBytes

/** Prefix of every call and of the live connection. */
export const basePath = '/api'

/**
 * What a client needs to make a call. Parameters, body and reply are declared under the same name in
 * `schemas/`.
 */
export interface Route<Name extends string = string> {
  readonly name: Name
  /** A GET that changes something is also served to POST, and never to HEAD. */
  readonly method: 'GET' | 'POST'
  /** Below `basePath`, with `:name` for parameters. */
  readonly path: string
  readonly for: Audience
  /** Marks a GET that changes something. Every POST does. */
  readonly changes?: boolean
  /**
   * The body is the text of a file, sent as `text/csv` or the specification's `text/html`, instead of JSON.
   */
  readonly takesFile?: boolean
  /** Largest accepted body in bytes, where `defaultBodyBytes` is not enough. */
  readonly bodyBytes?: number
  /** Validates many rows at once, so it has a rate limit of its own. */
  readonly isBulk?: boolean
}

/**
 * Declares a route. From the literal types of its name and audience the compiler derives its schemas and its
 * callers.
 */
export const route = <const Name extends string, const A extends Audience>(
  declared: Route<Name> & { readonly for: A },
): Route<Name> & { readonly for: A } => declared

/** Whether a call changes something. */
export const isChange = ({ method, changes }: Pick<Route, 'method' | 'changes'>): boolean =>
  method === 'POST' || changes === true

/** The methods a call is served to. Never HEAD, which some frameworks route to the GET handler. */
export const methodsOf = ({ method, changes }: Route): readonly ('GET' | 'POST')[] =>
  changes && method === 'GET' ? ['GET', 'POST'] : [method]

const idempotentAudiences: readonly Audience[] = ['trader', 'deskHead', 'broker', 'member']

/**
 * Whether a POST to the call accepts an `Idempotency-Key`. Sign-in and password calls do not: their replies
 * hold tokens, which must not be stored. Bulk calls change nothing, and their replies are large.
 */
export const acceptsIdempotencyKey = (route: Route): boolean =>
  isChange(route) && idempotentAudiences.includes(route.for) && !route.isBulk

/** Largest accepted body in bytes where a route does not declare its own. */
export const defaultBodyBytes = 64 * 1_024
