import Type, { type Static } from 'typebox'
import { described } from './common.ts'
import { ShownRemark } from './console/console-fields.ts'

/**
 * The body of every failed call: 400 invalid (with the field), 401 not signed in (with a reason), 404 missing
 * or someone else's, 409 refused by a rule, 413 too large, 415 not JSON, 422 an idempotency key reused for
 * another request, 429 over a limit, 500 a bug, 503 the server cannot write at the moment.
 */
export const Failure = Type.Object({
  errorCode: described('A key of the message texts in both languages.', Type.String()),
  message: described('English, for developers. The client shows its own text for the code.', Type.String()),
  reason: described(
    'The reason for a 401: ACCESS_DENIED, 2FA_REQUIRED, SESSION_REPLACED, SESSION_TIMED_OUT, NOT_SIGNED_IN, USER_NOT_AUTHENTICATED.',
    Type.Optional(Type.String()),
  ),
  token: described('The temporary token that comes with reason 2FA_REQUIRED.', Type.Optional(Type.String())),
  field: Type.Optional(Type.String()),
  variables: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  remarks: described(
    'What is wrong with the lines of a file that staff import.',
    Type.Optional(Type.Array(ShownRemark)),
  ),
  traceId: Type.Optional(Type.String()),
})
export type Failure = Static<typeof Failure>

/** A failed call: the failure and the status, 0 if there was no response. */
export interface CallFailure extends Failure {
  readonly status: number
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter?: number
}
