import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isUsableIssuer } from '../../accounts/sign-on/provider-client.ts'
import { encryptClientSecret } from '../../accounts/sign-on/provider-rows.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { findFirm, unknownFirm } from '../brokers.ts'
import { deletePendingLogins } from './user-sign-out.ts'

interface NewProvider {
  /** The institution, by its name. */
  readonly firm: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The domains of its people's addresses, which lead to the provider. */
  readonly domains: readonly string[]
  /** Whether its people may also sign in with a password or a passkey. */
  readonly othersAllowed?: boolean
  readonly reason: string
}

const domainForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const invalid = (message: string) => adminRefusal('INVALID', message)

/** Sets the sign-in provider of an institution, from the next sign-in. Replaces the one before, with all its values. */
export async function setProvider(admin: AdminContext, request: NewProvider): Promise<AdminReply> {
  const firm = await findFirm(admin, request.firm)
  if (!firm) return unknownFirm(request.firm)
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const { issuer, clientId, clientSecret, othersAllowed = false } = request
  if (!isUsableIssuer(issuer)) return invalid('An issuer is an https address without a query.')
  if (clientId === '' || clientSecret === '') return invalid('A provider needs a client id and a secret.')
  const domains = [...new Set(request.domains.map((domain) => domain.trim().toLowerCase()))]
  const wrong = domains.find((domain) => !domainForm.test(domain))
  if (wrong !== undefined || domains.length === 0)
    return invalid(`A domain is like alder.example${wrong === undefined ? '' : `, and not ${wrong}`}.`)
  const taken = await admin.db.transaction().execute(async (trx) => {
    const others = await trx
      .selectFrom('sign_in_domain')
      .select('domain')
      .where('domain', 'in', domains)
      .where('firm_id', '<>', firm.id)
      .executeTakeFirst()
    if (others) return others.domain
    const before = await trx
      .selectFrom('sign_in_provider')
      .select('issuer')
      .where('firm_id', '=', firm.id)
      .executeTakeFirst()
    const row = {
      issuer,
      client_id: clientId,
      client_secret: await encryptClientSecret(trx, firm.id, clientSecret),
      others_allowed: Number(othersAllowed),
    }
    await trx
      .insertInto('sign_in_provider')
      .values({ firm_id: firm.id, ...row })
      .onConflict((conflict) => conflict.column('firm_id').doUpdateSet(row))
      .execute()
    await trx.deleteFrom('sign_in_domain').where('firm_id', '=', firm.id).execute()
    await trx
      .insertInto('sign_in_domain')
      .values(domains.map((domain) => ({ domain, firm_id: firm.id })))
      .execute()
    const people = await trx.selectFrom('person').select('id').where('firm_id', '=', firm.id).execute()
    await deletePendingLogins(
      trx,
      people.map(({ id }) => id),
    )
    // A subject means somebody else at another issuer.
    if (before && before.issuer !== issuer)
      await trx.updateTable('person').set({ provider_subject: null }).where('firm_id', '=', firm.id).execute()
    const details = { issuer, clientId, domains, othersAllowed }
    await recordAdminEvent(trx, admin, { action: 'signOnSet', subject: firm.id, reason, details })
    return null
  })
  if (taken !== null) return adminRefusal('DOMAIN_TAKEN', `${taken} leads to another institution's provider.`)
  return adminResult({ firm: firm.name, issuer, clientId, domains, othersAllowed })
}

/** The provider of an institution as it is listed, without its secret. */
export interface PrintedProvider {
  readonly firm: string
  readonly issuer: string
  readonly clientId: string
  readonly domains: readonly string[]
  readonly othersAllowed: boolean
}

/** The sign-in providers, by institution. */
export async function listProviders({ db }: AdminContext): Promise<AdminReply> {
  const rows = await db
    .selectFrom('sign_in_provider')
    .innerJoin('firm', 'firm.id', 'sign_in_provider.firm_id')
    .select(['firm.id', 'firm.name', 'issuer', 'client_id', 'others_allowed'])
    .orderBy('firm.name')
    .execute()
  const domains = await db.selectFrom('sign_in_domain').selectAll().orderBy('domain').execute()
  return adminResult(
    rows.map(
      ({ id, name, issuer, client_id, others_allowed }): PrintedProvider => ({
        firm: name,
        issuer,
        clientId: client_id,
        domains: domains.filter(({ firm_id }) => firm_id === id).map(({ domain }) => domain),
        othersAllowed: others_allowed === 1,
      }),
    ),
  )
}

interface ProviderRequest {
  readonly firm: string
  readonly reason: string
}

/** Removes the provider of an institution: its people sign in with passwords and passkeys again. */
export async function removeProvider(admin: AdminContext, request: ProviderRequest): Promise<AdminReply> {
  const firm = await findFirm(admin, request.firm)
  if (!firm) return unknownFirm(request.firm)
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const changed = await admin.db.transaction().execute(async (trx) => {
    for (const table of ['sign_in_domain', 'provider_login'] as const)
      await trx.deleteFrom(table).where('firm_id', '=', firm.id).execute()
    const { numDeletedRows } = await trx
      .deleteFrom('sign_in_provider')
      .where('firm_id', '=', firm.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await trx.updateTable('person').set({ provider_subject: null }).where('firm_id', '=', firm.id).execute()
    await recordAdminEvent(trx, admin, { action: 'signOnRemoved', subject: firm.id, reason })
    return true
  })
  return adminResult({ firm: firm.name, changed })
}
