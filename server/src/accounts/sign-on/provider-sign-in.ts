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
import { newToken } from '../tokens.ts'
import { isKnownNetwork } from '../usual-networks.ts'
import { beginAttempt, type ProviderRedirect, redeemAttempt } from './provider-attempts.ts'
import type { ProviderClient, ProviderIdentity } from './provider-client.ts'
import {
  domainOf,
  lockProviderRow,
  ownerOfPerson,
  type ProviderIdentifiers,
  providerOfDomain,
} from './provider-rows.ts'

interface SignOnDeps {
  readonly database: Kysely<Database>
  readonly providers: ProviderClient
  readonly passwords: PasswordHasher
  readonly fingerprint: Fingerprint
  readonly limits: Pick<CallLimits, 'loginsPerNetwork'>
  readonly now: () => number
}

interface BegunLogin {
  /** Null if the domain of the address leads to no provider. */
  readonly redirect: ProviderRedirect | null
  /** Whether people of the domain may also have a password here. */
  readonly passwordAllowed: boolean
}

/**
 * Begins a sign-in at the provider to which the domain of an address leads. Nothing else of the address matters, so
 * that the reply reveals nothing about who has an account. Throws 503 if the provider does not answer.
 */
export async function beginProviderLogin(deps: SignOnDeps, given: string): Promise<BegunLogin> {
  const email = normalizeEmail(given)
  const provider = await providerOfDomain(deps.database, email)
  if (!provider) return { redirect: null, passwordAllowed: true }
  const redirect = await beginAttempt(deps, provider, { email, sessionHash: null })
  return { redirect, passwordAllowed: provider.othersAllowed }
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
  /** The provider that has signed the user in: the session is opened only if it is still the owner's. */
  readonly provider: ProviderIdentifiers
}

/**
 * Returns the user whom the provider has signed in. Throws the same 403 in all other cases, and 503 if the provider
 * does not answer. The attempt is used up by any of them.
 */
export async function completeProviderLogin(
  deps: SignOnDeps,
  { attempt, query, network }: ReturnedLogin,
): Promise<ProviderUser> {
  const { database, limits, now } = deps
  const networkHash = deps.fingerprint('network', network)
  if (!(await isKnownNetwork(database, networkHash, now()))) limits.loginsPerNetwork.check(network)
  const redeemed = await redeemAttempt(deps, { attempt, query, sessionHash: null })
  const userId = redeemed ? await userOf(deps, redeemed.provider, redeemed.identity) : null
  if (redeemed && userId) return { userId, sid: redeemed.identity.sid, provider: redeemed.provider }
  limits.loginsPerNetwork.charge(network)
  const failure = { actor: '', action: 'providerLoginFailed', subject: '', outcome: 'REFUSED' } as const
  await recordAuditEventAlone(database, { ...failure, details: { network: networkHash } }, now())
  throw failed(403, 'PROVIDER_REFUSED')
}

/**
 * The active user of this owner with this subject. The first sign-in of a user binds the subject of the provider to the
 * account that has its verified address; later the subject alone counts, whatever the address. A temporary password is
 * replaced by one that nobody knows.
 */
async function userOf(
  { database, passwords, now }: SignOnDeps,
  provider: ProviderIdentifiers,
  { subject, email }: ProviderIdentity,
): Promise<string | null> {
  const { ownerId } = provider
  const unknown = { hash: await passwords.hash(newToken('session')), temporaryUntil: null }
  return await database.transaction().execute(async (trx) => {
    if (!(await lockProviderRow(trx, provider))) return null
    const people = trx
      .selectFrom('person')
      .leftJoin('firm', 'firm.id', 'person.firm_id')
      .select(['person.id', 'first_login'])
      .where(ownerOfPerson, '=', ownerId)
      .where('person.active', '=', 1)
      .where(({ or, eb }) => or([eb('firm.active', 'is', null), eb('firm.active', '=', 1)]))
    const bound = await people.where('provider_subject', '=', subject).executeTakeFirst()
    if (bound) {
      if (bound.first_login === 1) await setPassword(trx, bound.id, unknown)
      return bound.id
    }
    if (email === null || !(await isDomainOf(trx, ownerId, email))) return null
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
    if (person.first_login === 1) await setPassword(trx, person.id, unknown)
    const event = { actor: person.id, action: 'providerSubjectBound', subject: person.id } as const
    await recordAuditEvent(trx, event, now())
    return person.id
  })
}

/** Whether a provider may speak for addresses of this domain. */
async function isDomainOf(trx: Transaction<Database>, ownerId: string, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('sign_in_domain')
    .select('domain')
    .where('owner_id', '=', ownerId)
    .where('domain', '=', domainOf(normalizeEmail(email)))
    .executeTakeFirst()
  return row !== undefined
}
