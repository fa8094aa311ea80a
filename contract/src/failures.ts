import Type, { type Static } from 'typebox'

/**
 * What every refused call answers: 400 invalid (with the field), 401 not signed in (with a reason), 404 not
 * yours or not there, 409 refused by a rule, 413 too large, 415 not JSON, 422 an idempotency key used for
 * something else, 429 over a limit, 500 a bug, 503 cannot write just now.
 */
export const Failure = Type.Object({
  /** A key of the texts in both languages. */
  errorCode: Type.String(),
  /** English, for people who read raw answers. The client shows its own text by the code. */
  message: Type.String(),
  /** Why a 401: ACCESS_DENIED, 2FA_REQUIRED, SESSION_REPLACED, SESSION_TIMED_OUT, NOT_SIGNED_IN. */
  reason: Type.Optional(Type.String()),
  /** The temporary token that goes with reason 2FA_REQUIRED. */
  token: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  variables: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  traceId: Type.Optional(Type.String()),
})
export type Failure = Static<typeof Failure>

export const failureCodes = [
  'INVALID',
  'NOT_FOUND',
  'ACCESS_DENIED',
  'NOT_SIGNED_IN',
  'SESSION_REPLACED',
  'SESSION_TIMED_OUT',
  'FORBIDDEN',
  '2FA_REQUIRED',
  '2FA_CODE_INVALID',
  'TOO_MANY',
  'TOO_LARGE',
  'MEDIA_TYPE',
  'IN_PROGRESS',
  'KEY_REUSED',
  'PASSWORD_LENGTH',
  'PASSWORD_GUESSABLE',
  'PASSWORD_MISMATCH',
  'UNAVAILABLE',
  'INTERNAL',
] as const
export type FailureCode = (typeof failureCodes)[number]
