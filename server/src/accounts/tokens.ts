import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Lets secret scanners and log filters recognize our tokens. */
const prefixes = { session: 'ioi_s_', reset: 'ioi_r_', credential: 'ioi_c_' } as const

/** A token of 256 random bits, for a session, a log-in that waits for its code, a reset link, or a credential. */
export const newToken = (of: keyof typeof prefixes): string =>
  prefixes[of] + randomBytes(32).toString('base64url')

/** The stored form of a token, with which a reader of the database cannot sign in. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  const found = /^Bearer ([\w.~+/=-]{1,256})$/i.exec(header ?? '')
  return found?.[1] ?? null
}

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
