import type { Kysely, Selectable, Transaction } from 'kysely'
import { domainOf, staffOwner } from '../../accounts/sign-on/provider-rows.ts'
import type { Database, PersonTable } from '../../database/schema.ts'
import { type AdminRefusal, adminRefusal } from '../admin-context.ts'

/** Rolls a transaction back in which the domain of an address would lead to a provider of others. */
export class DomainTaken extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DomainTaken'
  }
}

type Owned = Pick<Selectable<PersonTable>, 'firm_id' | 'broker_id' | 'email'>

/** Why nobody of this owner may have the address: the user would be led to a provider that refuses the sign-in. */
export async function addressFault(
  db: Kysely<Database>,
  { firm_id, broker_id, email }: Owned,
): Promise<{ readonly refusal: AdminRefusal } | null> {
  const domain = domainOf(email)
  const owner = firm_id ?? broker_id ?? staffOwner
  const taken = await db
    .selectFrom('sign_in_domain')
    .select('domain')
    .where('domain', '=', domain)
    .where('owner_id', '<>', owner)
    .executeTakeFirst()
  return taken ? domainTaken(`Addresses of ${domain} lead to the sign-in provider of others.`) : null
}

export const domainTaken = (message: string) => adminRefusal('DOMAIN_TAKEN', message)

/**
 * Throws DomainTaken for an address that its user may not have. To be called after the audit event: its lock lets one
 * address or provider after the other be written, so that each sees the one before.
 */
export async function requireAddress(trx: Transaction<Database>, user: Owned): Promise<void> {
  const fault = await addressFault(trx, user)
  if (fault) throw new DomainTaken(fault.refusal.message)
}

/** The result of a write, or the refusal of its domain. */
export async function unlessDomainTaken<T>(
  write: Promise<T>,
): Promise<T | { readonly refusal: AdminRefusal }> {
  try {
    return await write
  } catch (error) {
    if (error instanceof DomainTaken) return domainTaken(error.message)
    throw error
  }
}
