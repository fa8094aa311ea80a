import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { sql, type Transaction } from 'kysely'
import { setPassword } from '../../accounts/password-update.ts'
import type { EndedSession } from '../../accounts/session-rows.ts'
import { issuerFault } from '../../accounts/sign-on/provider-client.ts'
import {
  encryptClientSecret,
  lockProviderRow,
  ownerOfPerson,
  type ProviderIdentifiers,
  staffOwner,
} from '../../accounts/sign-on/provider-rows.ts'
import { markProviderSessionsEnded } from '../../accounts/sign-on/provider-sessions.ts'
import { newToken } from '../../accounts/tokens.ts'
import type { Database } from '../../database/schema.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { notifyCompliance } from '../approvals/break-glass-mail.ts'
import { findBroker, findFirm, unknownBroker, unknownFirm } from '../brokers.ts'
import { serverOnOtherMachine } from '../journal/journal-commands.ts'
import { DomainTaken, unlessDomainTaken } from './address-domain.ts'
import { deletePendingLogins, followEnds } from './user-sign-out.ts'

/** Whose people: of an institution, by its name; of a broker, by its short name; or staff. */
export interface OwnerRequest {
  readonly firm?: string
  readonly broker?: string
  readonly staff?: boolean
}

interface NewProvider extends OwnerRequest {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The domains of its people's addresses, which lead to the provider. */
  readonly domains: readonly string[]
  /** Whether its people may also sign in with a password or a passkey. */
  readonly othersAllowed?: boolean
  /** Whether addresses of these domains count as verified although the provider does not say so. */
  readonly addressesTrusted?: boolean
  readonly reason: string
}

export interface ProviderOwner {
  readonly id: string
  /** As it is listed. */
  readonly name: string
}

const domainForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const invalid = (message: string) => adminRefusal('INVALID', message)

/** The one owner that a request names, or a refusal. */
export async function findOwner(
  admin: AdminContext,
  { firm: firmName, broker: shortName, staff = false }: OwnerRequest,
): Promise<ProviderOwner | { readonly refusal: AdminRefusal }> {
  if ([firmName !== undefined, shortName !== undefined, staff].filter(Boolean).length !== 1)
    return invalid('A provider is of an institution, of a broker, or of staff.')
  if (firmName !== undefined) return (await findFirm(admin, firmName)) ?? unknownFirm(firmName)
  if (shortName === undefined) return { id: staffOwner, name: 'staff' }
  const broker = await findBroker(admin, shortName)
  return broker ? { id: broker.id, name: shortName } : unknownBroker(shortName)
}

/** What is wrong with the values of a provider, or the domains as they are stored. */
function checkedDomains({ issuer, clientId, clientSecret, domains: given }: NewProvider): string | string[] {
  const fault = issuerFault(issuer)
  if (fault !== null) return fault
  if (clientId === '' || clientSecret === '') return 'A provider needs a client id and a secret.'
  const domains = [...new Set(given.map((domain) => domain.trim().toLowerCase()))]
  const wrong = domains.find((domain) => !domainForm.test(domain))
  if (wrong === undefined && domains.length > 0) return domains
  return `A domain is like alder.example${wrong === undefined ? '' : `, and not ${wrong}`}.`
}

/**
 * Sets the sign-in provider of an institution, of a broker or of staff, from the next sign-in. Replaces the one before,
 * with all its values; sessions that another issuer or client has opened end at once. Where it is the only way to sign
 * in, temporary passwords that are out become invalid.
 */
export async function setProvider(admin: AdminContext, request: NewProvider): Promise<AdminReply> {
  if (admin.running === 'elsewhere') return { refusal: serverOnOtherMachine }
  const owner = await findOwner(admin, request)
  if ('refusal' in owner) return owner
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const domains = checkedDomains(request)
  if (typeof domains === 'string') return invalid(domains)
  const { issuer, clientId, clientSecret, othersAllowed = false, addressesTrusted = false } = request
  // Nobody knows it.
  const unknown = { hash: await admin.passwords.hash(newToken('session')), temporaryUntil: null }
  const write = admin.db.transaction().execute(async (trx) => {
    const ended = await endProviderBefore(trx, admin, { ownerId: owner.id, issuer, clientId })
    const values = { issuer, clientId, domains, othersAllowed, addressesTrusted }
    const details = ended.length === 0 ? values : { ...values, sessionsEnded: ended.length }
    await recordAdminEvent(trx, admin, { action: 'signOnSet', subject: owner.id, reason, details })
    // After the event, for the same reason as `requireAddress`.
    const others = await trx
      .selectFrom('sign_in_domain')
      .select('domain')
      .where('domain', 'in', domains)
      .where('owner_id', '<>', owner.id)
      .executeTakeFirst()
    if (others) throw new DomainTaken(`${others.domain} leads to another provider.`)
    const row = {
      issuer,
      client_id: clientId,
      client_secret: await encryptClientSecret(trx, owner.id, clientSecret),
      others_allowed: Number(othersAllowed),
      addresses_trusted: Number(addressesTrusted),
    }
    await trx
      .insertInto('sign_in_provider')
      .values({ owner_id: owner.id, ...row })
      .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(row))
      .execute()
    await trx.deleteFrom('sign_in_domain').where('owner_id', '=', owner.id).execute()
    await trx
      .insertInto('sign_in_domain')
      .values(domains.map((domain) => ({ domain, owner_id: owner.id })))
      .execute()
    const people = await trx
      .selectFrom('person')
      .select(['id', 'first_login'])
      .where(ownerOfPerson, '=', owner.id)
      .execute()
    await deletePendingLogins(
      trx,
      people.map(({ id }) => id),
    )
    for (const { id, first_login } of people)
      if (first_login === 1 && !othersAllowed) await setPassword(trx, id, unknown)
    const strangers = await domainOfOthers(trx, domains, owner)
    if (strangers !== null)
      throw new DomainTaken(`People who are not of ${owner.name} have addresses of ${strangers}.`)
    await notifyCompliance(trx, admin, 'sign-on set', 'access')
    return { ended, result: { owner: owner.name, ...values, sessionsEnded: ended.length } }
  })
  const written = await unlessDomainTaken(write)
  if ('refusal' in written) return written
  await followEnds(admin, written.ended)
  return adminResult(written.result)
}

/**
 * Ends what another issuer or client has begun for this owner's people: their sessions, which are returned, and
 * sign-ins whose code is not for the new one.
 */
async function endProviderBefore(
  trx: Transaction<Database>,
  { now }: AdminContext,
  next: ProviderIdentifiers,
): Promise<EndedSession[]> {
  if (await lockProviderRow(trx, next)) return []
  const of = next.ownerId
  const before = await trx
    .selectFrom('sign_in_provider')
    .select('issuer')
    .where('owner_id', '=', of)
    .executeTakeFirst()
  await trx.deleteFrom('provider_login').where('owner_id', '=', of).execute()
  // A subject means somebody else at another issuer.
  if (before && before.issuer !== next.issuer) await forgetSubjects(trx, of)
  return await markProviderSessionsEnded(trx, of, now())
}

/** The domain that people of somebody else have, whose sign-ins would lead to this owner's provider; or null. */
async function domainOfOthers(
  trx: Transaction<Database>,
  domains: readonly string[],
  { id }: ProviderOwner,
): Promise<string | null> {
  for (const domain of domains) {
    const found = await trx
      .selectFrom('person')
      .select('id')
      .where(ownerOfPerson, '<>', id)
      .where(sql<string>`lower(email)`, 'like', `%@${domain}`)
      .executeTakeFirst()
    if (found) return domain
  }
  return null
}

/** Forgets who was who at the provider: the next sign-in there binds an account again. */
const forgetSubjects = (trx: Transaction<Database>, ownerId: string) =>
  trx.updateTable('person').set({ provider_subject: null }).where(ownerOfPerson, '=', ownerId).execute()

/** A provider as it is listed, without its secret. */
export interface PrintedProvider {
  /** The name of its institution, the short name of its broker, or `staff`. */
  readonly owner: string
  readonly issuer: string
  readonly clientId: string
  readonly domains: readonly string[]
  readonly othersAllowed: boolean
  readonly addressesTrusted: boolean
}

/** The sign-in providers, by whose they are. */
export async function listProviders({ db }: AdminContext): Promise<AdminReply> {
  const rows = await db
    .selectFrom('sign_in_provider')
    .leftJoin('firm', 'firm.id', 'owner_id')
    .leftJoin('broker', 'broker.id', 'owner_id')
    .select(['owner_id', 'firm.name', 'broker.short_name', 'issuer', 'client_id'])
    .select(['others_allowed', 'addresses_trusted'])
    .execute()
  const domains = await db.selectFrom('sign_in_domain').selectAll().orderBy('domain').execute()
  const printed = rows.map(
    (row): PrintedProvider => ({
      owner: row.name ?? row.short_name ?? 'staff',
      issuer: row.issuer,
      clientId: row.client_id,
      domains: domains.filter(({ owner_id }) => owner_id === row.owner_id).map(({ domain }) => domain),
      othersAllowed: row.others_allowed === 1,
      addressesTrusted: row.addresses_trusted === 1,
    }),
  )
  return adminResult(printed.toSorted((a, b) => a.owner.localeCompare(b.owner, 'en')))
}

interface ProviderRequest extends OwnerRequest {
  readonly reason: string
}

/**
 * Removes a provider: its people sign in with passwords and passkeys again, and the sessions that it has opened end at
 * once.
 */
export async function removeProvider(admin: AdminContext, request: ProviderRequest): Promise<AdminReply> {
  if (admin.running === 'elsewhere') return { refusal: serverOnOtherMachine }
  const owner = await findOwner(admin, request)
  if ('refusal' in owner) return owner
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const ended = await admin.db.transaction().execute(async (trx) => {
    // First, because a sign-in that is about to open a session has locked it: that session ends with the others.
    const { numDeletedRows } = await trx
      .deleteFrom('sign_in_provider')
      .where('owner_id', '=', owner.id)
      .executeTakeFirst()
    for (const table of ['sign_in_domain', 'provider_login'] as const)
      await trx.deleteFrom(table).where('owner_id', '=', owner.id).execute()
    if (numDeletedRows === 0n) return null
    await forgetSubjects(trx, owner.id)
    const sessions = await markProviderSessionsEnded(trx, owner.id, admin.now())
    const details = { sessionsEnded: sessions.length }
    await recordAdminEvent(trx, admin, { action: 'signOnRemoved', subject: owner.id, reason, details })
    return sessions
  })
  await followEnds(admin, ended ?? [])
  return adminResult({ owner: owner.name, changed: ended !== null, sessionsEnded: ended?.length ?? 0 })
}
