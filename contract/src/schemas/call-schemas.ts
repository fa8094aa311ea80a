import type { RefusalCode } from '@aitai/engine/model/refusals.ts'
import type { TSchema } from 'typebox'
import type { FailureCode } from '../codes.ts'

/** The codes with which a call may fail, by status. */
export type Failures = Readonly<Partial<Record<number, readonly (FailureCode | RefusalCode)[]>>>

/** What the server validates, filters and documents of one call. Its route has the same name in `routes/`. */
export interface CallSchemas<
  Params extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  readonly summary: string
  readonly params?: Params
  readonly body?: Body
  /** Fields that are not declared here are removed from the reply. */
  readonly reply: Reply
  /** Failures of this call alone: `failuresOf` adds those that all calls of its kind share. */
  readonly failures?: Failures
}

/** Declares the schemas of one call. */
export const callSchemas = <P extends TSchema, B extends TSchema, R extends TSchema>(
  declared: CallSchemas<P, B, R>,
): CallSchemas<P, B, R> => declared
