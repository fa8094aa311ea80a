import type { Static, TSchema } from 'typebox'

/**
 * Who may make a call. `anyone` needs no session; `twoFactor` takes the temporary token of a log-in that
 * waits for its code; `firstLogin` takes a session that may only set its password, too, `onlyFirstLogin` no other;
 * the rest are roles.
 */
export type Audience =
  | 'anyone'
  | 'twoFactor'
  | 'firstLogin'
  | 'onlyFirstLogin'
  | 'signedIn'
  | 'trader'
  | 'broker'

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
}

/**
 * Declares one HTTP call, once for the server that serves it and the client that makes it. Keeps the word of
 * its audience, so that the server knows at compile time who calls.
 */
export const call = <P extends TSchema, B extends TSchema, R extends TSchema, const A extends Audience>(
  declared: Call<P, B, R> & { readonly for: A },
): Call<P, B, R> & { readonly for: A } => declared

export type ParamsOf<C> = C extends Call<infer P, TSchema, TSchema> ? Static<P> : never
export type BodyOf<C> = C extends Call<TSchema, infer B, TSchema> ? Static<B> : never
export type ReplyOf<C> = C extends Call<TSchema, TSchema, infer R> ? Static<R> : never
