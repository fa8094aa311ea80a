import { createHash } from 'node:crypto'
import { normalizeEmail } from '@aitai/contract/routes/console/account-fields.ts'
import type { Kysely, Transaction } from 'kysely'
import { recordAuditEvent, recordAuditEventAlone } from '../../database/audit-events.ts'
import type { Database } from '../../database/schema.ts'
import type { CallLimits } from '../../http/call-limits.ts'
import { failed } from '../../http/failures.ts'
import type { Fingerprint } from '../installation-secrets.ts'
import type { PasswordHasher } from '../password-hashing.ts'
import { setPassword } from '../password-update.ts'
import { lockPersonRow } from '../session-rows.ts'
import { hashOfToken, newToken } from '../tokens.ts'
import { isKnownNetwork } from '../usual-networks.ts'
import {
  type ProviderClient,
  type ProviderIdentity,
  ProviderUnavailable,
  type RequestBinding,
} from './provider-client.ts'
import { domainOf, providerOfDomain, providerOfFirm } from './provider-rows.ts'

/** How long a user may take at the provider, in milliseconds. */
export const providerLoginMs = 10 * 60_000

interface SignOnDeps {
  readonly database: Kysely<Database>
  readonly providers: ProviderClient
  readonly passwords: PasswordHasher
  readonly fingerprint: Fingerprint
  readonly limits: Pick<CallLimits, 'loginsPerNetwork'>
  readonly now: () => number
}

/** Where the browser goes, and the token with which it completes the sign-in. */
export interface BegunProviderLogin {
  readonly url: string
  readonly attempt: string
}

/**
 * Begins a sign-in at the provider to which the domain of an address leads; null if it leads to none. Nothing else of
 * the address matters, so that the reply tells nothing about who has an account. Throws 503 if the provider does not
 * answer.
 */
export async function beginProviderLogin(
  { database, providers, now }: SignOnDeps,
  given: string,
): Promise<BegunProviderLogin | null> {
  const email = normalizeEmail(given)
  const provider = await providerOfDomain(database, email)
  if (!provider) return null
  const attempt = newToken('session')
  const url = await unlessUnavailable(providers.authorizationUrl(provider, bindingOf(attempt), email))
  await database
    .deleteFrom('provider_login')
    .where('started_at', '<=', now() - providerLoginMs)
    .execute()
  await database
    .insertInto('provider_login')
    .values({ attempt_hash: hashOfToken(attempt), firm_id: provider.firmId, started_at: now() })
    .execute()
  return { url, attempt }
}

/**
 * State, nonce and PKCE verifier of a sign-in, derived from a token of 256 random bits that only its browser has: what
 * the provider and the address bar see tells nothing about the others, and the database has none of them.
 */
function bindingOf(attempt: string): RequestBinding {
  const derived = (use: string): string =>
    createHash('sha256').update(`provider login|${use}|${attempt}`).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

interface ReturnedLogin {
  readonly attempt: string
  /** The query of the address to which the provider led the browser. */
  readonly query: string
  readonly network: string
}

export interface ProviderUser {
  readonly userId: string
  readonly sid: string
}

/**
 * Returns the user whom the provider has signed in. Throws the same 403 in all other cases, and 503 if the provider
 * does not answer. The attempt is used up by any of them.
 */
export async function completeProviderLogin(
  deps: SignOnDeps,
  { attempt, query, network }: ReturnedLogin,
): Promise<ProviderUser> {
  const { database, limits, now, providers } = deps
  const networkHash = deps.fingerprint('network', network)
  if (!(await isKnownNetwork(database, networkHash, now()))) limits.loginsPerNetwork.check(network)
  const begun = await database
    .deleteFrom('provider_login')
    .where('attempt_hash', '=', hashOfToken(attempt))
    .returning(['firm_id', 'started_at'])
    .executeTakeFirst()
  const isFresh = begun && begun.started_at > now() - providerLoginMs
  const provider = isFresh ? await providerOfFirm(database, begun.firm_id) : null
  const identity = provider
    ? await unlessUnavailable(providers.identity(provider, bindingOf(attempt), query))
    : null
  const userId = provider && identity ? await userOf(deps, provider.firmId, identity) : null
  if (identity && userId) return { userId, sid: identity.sid }
  limits.loginsPerNetwork.charge(network)
  const failure = { actor: '', action: 'providerLoginFailed', subject: '', outcome: 'REFUSED' } as const
  await recordAuditEventAlone(database, { ...failure, details: { network: networkHash } }, now())
  throw failed(403, 'PROVIDER_REFUSED')
}

async function unlessUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ProviderUnavailable ? failed(503, 'PROVIDER_UNAVAILABLE') : error
  }
}

/**
 * The active user of this institution with this subject. The first sign-in of a user binds the subject of the provider
 * to the account that has its verified address; later the subject alone counts, whatever the address.
 */
async function userOf(
  { database, passwords, now }: SignOnDeps,
  firmId: string,
  { subject, email }: ProviderIdentity,
): Promise<string | null> {
  // Nobody knows it: a temporary password of the invitation must not open anything any more.
  const unknown = await passwords.hash(newToken('session'))
  return await database.transaction().execute(async (trx) => {
    const people = trx
      .selectFrom('person')
      .innerJoin('firm', 'firm.id', 'person.firm_id')
      .select(['person.id', 'first_login', 'provider_subject'])
      .where('firm_id', '=', firmId)
      .where('person.active', '=', 1)
      .where('firm.active', '=', 1)
    const bound = await people.where('provider_subject', '=', subject).executeTakeFirst()
    if (bound) return bound.id
    if (email === null || !(await isDomainOf(trx, firmId, email))) return null
    const person = await people
      .where('email', '=', normalizeEmail(email))
      .where('provider_subject', 'is', null)
      .executeTakeFirst()
    if (!person) return null
    await lockPersonRow(trx, person.id)
    const { numUpdatedRows } = await trx
      .updateTable('person')
      .set({ provider_subject: subject })
      .where('id', '=', person.id)
      .where('provider_subject', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    if (person.first_login === 1) await setPassword(trx, person.id, { hash: unknown, temporaryUntil: null })
    const event = { actor: person.id, action: 'providerSubjectBound', subject: person.id } as const
    await recordAuditEvent(trx, event, now())
    return person.id
  })
}

/** Whether a provider may speak for addresses of this domain. */
async function isDomainOf(trx: Transaction<Database>, firmId: string, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('sign_in_domain')
    .select('domain')
    .where('firm_id', '=', firmId)
    .where('domain', '=', domainOf(normalizeEmail(email)))
    .executeTakeFirst()
  return row !== undefined
}
