import { acceptsIdempotencyKey, type Call, type Failures, isChange, methodsOf } from './call.ts'

/** What may stop anybody anywhere: another method, a limit, a bug, a disk. */
const always: Failures = {
  405: ['METHOD'],
  429: ['TOO_MANY'],
  500: ['INTERNAL'],
  503: ['UNAVAILABLE'],
}

/** Who does not show what the call asks for, and why. */
const notSignedIn: Failures = {
  401: ['NOT_SIGNED_IN', 'SESSION_REPLACED', 'SESSION_TIMED_OUT', '2FA_REQUIRED'],
  403: ['FORBIDDEN'],
}

/** A twin as POST takes no body, but what is sent along must be small and JSON. */
const ofBodies: Failures = { 400: ['INVALID'], 413: ['TOO_LARGE'], 415: ['MEDIA_TYPE'] }

const ofKept: Failures = { 400: ['INVALID'], 409: ['IN_PROGRESS'], 422: ['KEY_REUSED'] }

/**
 * Every way in which a call may fail: its own, and what its kind has in common. The document of the calls
 * lists it, and no test or fuzz may meet another.
 */
export function failuresOf(call: Call): Failures {
  const isSent = methodsOf(call).includes('POST')
  const kinds = [
    always,
    ...(call.for === 'anyone' ? [] : [notSignedIn]),
    // Opened as a page, or fetched ahead: nobody pressed a button (quality C2).
    ...(isChange(call) ? [{ 403: ['FORBIDDEN'] } as const] : []),
    ...(call.params ? [{ 404: ['NOT_FOUND'] } as const] : []),
    ...(isSent ? [ofBodies] : [{ 415: ['MEDIA_TYPE'] } as const]),
    ...(acceptsIdempotencyKey(call) ? [ofKept] : []),
    call.failures ?? {},
  ]
  const merged: Record<number, Set<string>> = {}
  for (const kind of kinds)
    for (const [status, codes] of Object.entries(kind))
      merged[Number(status)] = new Set([...(merged[Number(status)] ?? []), ...(codes ?? [])])
  return Object.fromEntries(
    Object.entries(merged).map(([status, codes]) => [Number(status), [...codes]]),
  ) as Failures
}

/** Whether a call may fail like this. */
export const mayFail = (call: Call, status: number, errorCode: string): boolean =>
  (failuresOf(call)[status] as readonly string[] | undefined)?.includes(errorCode) ?? false
