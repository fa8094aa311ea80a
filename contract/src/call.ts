import type { RefusalCode } from '@aitai/engine/refusals.ts'
import type { Static, TSchema } from 'typebox'
import type { Audience } from './audiences.ts'
import type { FailureCode } from './failures.ts'

export type { Audience } from './audiences.ts'

/** The codes a call may fail with, by the status they come with. */
export type Failures = Readonly<Partial<Record<number, readonly (FailureCode | RefusalCode)[]>>>

export interface Call<
  Params extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  /** A GET that changes something is served to POST as well, and never to HEAD (rules 19). */
  readonly method: 'GET' | 'POST'
  /** Below `/api`, with `:name` for parameters. */
  readonly path: string
  readonly for: Audience
  readonly summary: string
  readonly params?: Params
  readonly body?: Body
  /** What may leave. A field that is not declared here is filtered out. */
  readonly reply: Reply
  readonly changes?: boolean
  /** The body is the text of a file, as CSV or under the specification's `text/html`, and no JSON. */
  readonly takesFile?: boolean
  /** How large a body may be, in bytes, where 64 KiB are not enough. */
  readonly bodyBytes?: number
  /** It judges many rows at once, so it is counted apart from other changes (quality 2.5). */
  readonly isBulk?: boolean
  /** How it may fail beside what every call of its kind may: see `failuresOf`. */
  readonly failures?: Failures
}

/**
 * Declares one HTTP call, once for the server that serves it and the client that makes it. Keeps the word of
 * its audience, so that the server knows at compile time who calls.
 */
export const call = <P extends TSchema, B extends TSchema, R extends TSchema, const A extends Audience>(
  declared: Call<P, B, R> & { readonly for: A },
): Call<P, B, R> & { readonly for: A } => declared

/** Whether a call changes something. */
export const isChange = ({ method, changes }: Pick<Call, 'method' | 'changes'>): boolean =>
  method === 'POST' || changes === true

/** The methods a call is served to: never HEAD, which a server may take for GET (quality, known traps). */
export const methodsOf = (call: Call): readonly ('GET' | 'POST')[] =>
  call.changes && call.method === 'GET' ? ['GET', 'POST'] : [call.method]

const deskAudiences: readonly Audience[] = ['trader', 'broker', 'member']

/**
 * Whether the answer to a POST is kept by its `Idempotency-Key`. Of log-ins and passwords none is: the
 * answers hold tokens. Nor of what only judges rows: it changes nothing, and its answers are large.
 */
export const acceptsIdempotencyKey = (call: Call): boolean =>
  isChange(call) && deskAudiences.includes(call.for) && !call.isBulk

/** How large a body may be where a call does not say so. Bytes. */
export const defaultBodyBytes = 64 * 1_024

export type ParamsOf<C> = C extends Call<infer P, TSchema, TSchema> ? Static<P> : never
export type BodyOf<C> = C extends Call<TSchema, infer B, TSchema> ? Static<B> : never
export type ReplyOf<C> = C extends Call<TSchema, TSchema, infer R> ? Static<R> : never
