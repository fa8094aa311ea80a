import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Lets secret scanners and log filters tell our tokens from anything else. */
const prefixes = { session: 'ioi_s_', reset: 'ioi_r_' } as const

/** A token of 256 random bits: of a session, a log-in that waits for its code, or a link (rules 16). */
export const newToken = (of: keyof typeof prefixes): string =>
  prefixes[of] + randomBytes(32).toString('base64url')

/** What is kept of a token: nobody who reads the database can sign in with it. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  const found = /^Bearer ([\w.~+/=-]{1,256})$/i.exec(header ?? '')
  return found?.[1] ?? null
}

/** Compares two secrets in a time that does not tell how much of them is equal. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
