import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Sessions } from '../sessions.ts'
import { clockToleranceSeconds, isSameIssuer, type ProviderClient } from './provider-client.ts'
import { columnsOfProvider, ownerOfPerson, providerOf, type SignInProvider } from './provider-rows.ts'

/** How old a logout token may be, in seconds. */
const maxAgeSeconds = 5 * 60
/** Longer than a token is accepted: how long its id is remembered, in milliseconds. */
export const rememberedLogoutMs = 15 * 60_000

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Never `none`, and none that needs a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

interface LogoutDeps {
  readonly database: Kysely<Database>
  readonly providers: ProviderClient
  readonly sessions: Pick<Sessions, 'end'>
  readonly now: () => number
}

/**
 * Ends the sessions that a provider's logout token names (OpenID Connect Back-Channel Logout 1.0): those of one
 * sign-in there by its `sid`, or all of a subject. Returns false, and ends nothing, for a token that is not valid, or
 * was used before. A session that was not opened through the provider is not its to end.
 */
export async function endByLogoutToken(deps: LogoutDeps, token: string): Promise<boolean> {
  const { database, now, sessions } = deps
  const { owners, provider } = await providerNamedIn(database, token)
  const claims = provider && (await verifiedClaims(deps, provider, token))
  if (!claims) return false
  const id = idOfToken(claims)
  if (await isUsed(database, id)) return false
  const { sub, sid } = claims
  const rows = await database
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.user_id')
    .select(['token_hash', 'user_id'])
    .where(ownerOfPerson, 'in', owners)
    .where('ended', 'is', null)
    .where('provider_sid', 'is not', null)
    .$if(typeof sub === 'string', (open) => open.where('provider_subject', '=', sub ?? ''))
    // A session that was opened without a sid may be the one that is meant, so it ends by its subject.
    .$if(typeof sid === 'string', (open) =>
      open.where('provider_sid', 'in', typeof sub === 'string' ? [String(sid), ''] : [String(sid)]),
    )
    .execute()
  for (const { token_hash, user_id } of rows)
    await sessions.end({ tokenHash: token_hash, userId: user_id }, 'LOGGED_OUT', { isByProvider: true })
  // Only now: after a failure the provider sends the same token again.
  await database
    .insertInto('provider_logout')
    .values({ jti_hash: id, at: now() })
    .onConflict((conflict) => conflict.column('jti_hash').doNothing())
    .execute()
  await database
    .deleteFrom('provider_logout')
    .where('at', '<=', now() - rememberedLogoutMs)
    .execute()
  return true
}

/** The directory that a token claims to come from. */
interface NamedProvider {
  /** The ids of the institutions and brokers that use it. */
  readonly owners: readonly string[]
  /** As one of them uses it; null if the client secret of none can be decrypted. */
  readonly provider: SignInProvider | null
}

const noProvider: NamedProvider = { owners: [], provider: null }

/**
 * The provider that a token claims to come from, before anything of it is verified. Several owners may use one
 * directory as one client: they differ in the client secret alone, which no logout token needs, so that any of them
 * stands for all.
 */
async function providerNamedIn(database: Kysely<Database>, token: string): Promise<NamedProvider> {
  const { decodeJwt } = await import('jose')
  let claims: JWTPayload
  try {
    claims = decodeJwt(token)
  } catch {
    return noProvider
  }
  const { iss } = claims
  const audiences = [claims.aud ?? []].flat().map(String)
  if (typeof iss !== 'string' || audiences.length === 0) return noProvider
  const rows = await database
    .selectFrom('sign_in_provider')
    .select(columnsOfProvider)
    .where('client_id', 'in', audiences)
    .execute()
  const named = rows.filter(({ issuer }) => isSameIssuer(issuer, iss))
  const owners = named.map(({ owner_id }) => owner_id)
  for (const row of named) {
    const provider = await providerOf(database, row)
    if (provider) return { owners, provider }
  }
  return { owners, provider: null }
}

/** The claims of a token with a valid signature, audience, age and event; otherwise null. */
async function verifiedClaims(
  { providers }: LogoutDeps,
  provider: SignInProvider,
  token: string,
): Promise<JWTPayload | null> {
  const { jwtVerify } = await import('jose')
  const metadata = (await providers.configurationOf(provider)).serverMetadata()
  if (!metadata.jwks_uri) return null
  const keys = await providers.keysAt(metadata.jwks_uri)
  const verified = await jwtVerify(token, keys, {
    algorithms,
    issuer: metadata.issuer,
    audience: provider.clientId,
    clockTolerance: clockToleranceSeconds,
    maxTokenAge: maxAgeSeconds,
    requiredClaims: ['iat', 'jti', 'events'],
  }).catch(() => null)
  if (!verified) return null
  const { payload } = verified
  const events = payload.events as Readonly<Record<string, unknown>> | null
  const isLogout = typeof events === 'object' && typeof events?.[logoutEvent] === 'object'
  const namesSomebody = typeof payload.sub === 'string' || typeof payload.sid === 'string'
  // An ID token has a nonce where a logout token must have none.
  return isLogout && namesSomebody && payload.nonce === undefined ? payload : null
}

const idOfToken = ({ iss, jti }: JWTPayload): string =>
  createHash('sha256').update(`${iss}|${jti}`).digest('hex')

async function isUsed(database: Kysely<Database>, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('provider_logout')
    .select('at')
    .where('jti_hash', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
