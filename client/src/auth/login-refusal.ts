import { type CallFailure, isCallFailure } from '../app/api/failure.ts'

/** Codes and reasons that the login page has words for; anything else could not be explained by its code. */
const known: readonly string[] = [
  'ACCESS_DENIED',
  'TOO_MANY',
  'ERR_NETWORK',
  'UNAVAILABLE',
  'GATEWAY_OFFLINE',
  '2FA_CODE_INVALID',
]

/**
 * What the login page says of a refused sign-in: by the reason, else by the code, else that it could not be
 * done (specification 8). Null when nothing was refused, or when only the code is missing.
 */
export function loginRefusal(error: unknown): CallFailure | null {
  if (!isCallFailure(error)) return null
  if (error.reason === '2FA_REQUIRED') return null
  const code = [error.reason, error.errorCode].find((each) => each !== undefined && known.includes(each))
  return { ...error, errorCode: code ?? 'AUTH_UNK_FAILURE' }
}
