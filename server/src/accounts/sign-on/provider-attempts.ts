import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { failed } from '../../http/failures.ts'
import { hashOfToken, newToken } from '../tokens.ts'
import {
  type ProviderClient,
  type ProviderIdentity,
  ProviderMisconfigured,
  ProviderUnavailable,
  type RequestBinding,
} from './provider-client.ts'
import { providerOfOwner, type SignInProvider } from './provider-rows.ts'

/** How long a user may take at the provider, in milliseconds. */
export const providerLoginMs = 10 * 60_000

interface AttemptDeps {
  readonly database: Kysely<Database>
  readonly providers: ProviderClient
  readonly now: () => number
}

/** Where the browser goes, and the token with which it completes what it has begun. */
export interface ProviderRedirect {
  readonly url: string
  readonly attempt: string
}

interface NewAttempt {
  readonly email: string
  /** The hash of the token of the session that is to be confirmed; null for a sign-in. */
  readonly sessionHash: string | null
}

/** Begins a sign-in, or a confirmation in a session, at a provider. Throws 503 if the provider does not answer. */
export async function beginAttempt(
  { database, providers, now }: AttemptDeps,
  provider: SignInProvider,
  { email, sessionHash }: NewAttempt,
): Promise<ProviderRedirect> {
  const attempt = newToken('session')
  const url = await unlessUnavailable(
    providers.authorizationUrl(provider, bindingOf(attempt), { email, isNew: sessionHash !== null }),
  )
  await database
    .deleteFrom('provider_login')
    .where('started_at', '<=', now() - providerLoginMs)
    .execute()
  const row = { attempt_hash: hashOfToken(attempt), owner_id: provider.ownerId, session_hash: sessionHash }
  await database
    .insertInto('provider_login')
    .values({ ...row, started_at: now() })
    .execute()
  return { url, attempt }
}

/**
 * State, nonce and PKCE verifier of a sign-in, derived from a token of 256 random bits that only its browser has: what
 * the provider and the address bar see reveals nothing about the others, and the database has none of them.
 */
function bindingOf(attempt: string): RequestBinding {
  const derived = (use: string): string =>
    createHash('sha256').update(`provider login|${use}|${attempt}`).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

interface ReturnedAttempt {
  readonly attempt: string
  /** The query of the address to which the provider led the browser. */
  readonly query: string
  readonly sessionHash: string | null
}

/**
 * Whom the provider has signed in, and whose provider it is; null if anything is wrong. The attempt is used up. For a
 * confirmation the user must have signed in there since it began. Throws 503 if the provider does not answer.
 */
export async function redeemAttempt(
  { database, providers, now }: AttemptDeps,
  { attempt, query, sessionHash }: ReturnedAttempt,
): Promise<{ readonly provider: SignInProvider; readonly identity: ProviderIdentity } | null> {
  const begun = await database
    .deleteFrom('provider_login')
    .where('attempt_hash', '=', hashOfToken(attempt))
    .returning(['owner_id', 'started_at', 'session_hash'])
    .executeTakeFirst()
  if (!begun || begun.session_hash !== sessionHash || begun.started_at <= now() - providerLoginMs) return null
  const provider = await providerOfOwner(database, begun.owner_id)
  if (!provider) return null
  const maxAge = sessionHash === null ? {} : { maxAge: Math.ceil((now() - begun.started_at) / 1_000) }
  const identity = await unlessUnavailable(
    providers.identity(provider, bindingOf(attempt), { query, ...maxAge }),
  )
  return identity && { provider, identity }
}

async function unlessUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderMisconfigured) throw failed(503, 'PROVIDER_MISCONFIGURED')
    throw error instanceof ProviderUnavailable ? failed(503, 'PROVIDER_UNAVAILABLE') : error
  }
}
