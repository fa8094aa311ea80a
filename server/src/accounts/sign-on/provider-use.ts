import type { ProviderUse } from '@aitai/contract/codes.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { failed } from '../../http/failures.ts'
import { ownerOfPerson } from './provider-rows.ts'

/** How a user signs in with a provider: with it alone, or beside other ways; null for a user who does not. */
export async function providerUseOf(database: Kysely<Database>, userId: string): Promise<ProviderUse | null> {
  const row = await database
    .selectFrom('person')
    .innerJoin('sign_in_provider', (join) => join.on('sign_in_provider.owner_id', '=', ownerOfPerson))
    .select(['others_allowed', 'provider_subject'])
    .where('person.id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  if (row.others_allowed === 0) return 'ONLY'
  return row.provider_subject === null ? null : 'ALSO'
}

/** Whether those whose provider this would be sign in with it alone, so that no password of theirs opens anything. */
export async function isProviderAlone(database: Kysely<Database>, ownerId: string): Promise<boolean> {
  const row = await database
    .selectFrom('sign_in_provider')
    .select('others_allowed')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row?.others_allowed === 0
}

/**
 * Throws 409 for a user who signs in with a provider alone: the password, passkeys and apps that such a user may still
 * have here open nothing, and confirm nothing.
 */
export async function requireOwnCredentials(database: Kysely<Database>, userId: string): Promise<void> {
  if ((await providerUseOf(database, userId)) === 'ONLY') throw failed(409, 'MANAGED_BY_PROVIDER')
}
