import Type, { type Static } from 'typebox'
import { described } from './common-schemas.ts'

/**
 * What every refused call answers: 400 invalid (with the field), 401 not signed in (with a reason), 404 not
 * yours or not there, 409 refused by a rule, 413 too large, 415 not JSON, 422 an idempotency key used for
 * something else, 429 over a limit, 500 a bug, 503 cannot write just now.
 */
export const Failure = Type.Object({
  errorCode: described('A key of the texts in both languages.', Type.String()),
  message: described(
    'English, for people who read raw answers. The client shows its own text by the code.',
    Type.String(),
  ),
  reason: described(
    'Why a 401: ACCESS_DENIED, 2FA_REQUIRED, SESSION_REPLACED, SESSION_TIMED_OUT, NOT_SIGNED_IN.',
    Type.Optional(Type.String()),
  ),
  token: described('The temporary token that goes with reason 2FA_REQUIRED.', Type.Optional(Type.String())),
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
  'PASSWORD_COMMON',
  'PASSWORD_WRONG',
  'PASSWORD_SAME',
  'PASSWORD_TOKEN_EXPIRED',
  'TOO_MANY_ROWS',
  'FILE_UNREADABLE',
  'FILE_EMPTY',
  'FILE_QUOTE',
  'METHOD',
  'UNAVAILABLE',
  'INTERNAL',
] as const
export type FailureCode = (typeof failureCodes)[number]
