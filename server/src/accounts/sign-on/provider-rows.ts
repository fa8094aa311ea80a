import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { dataKeysOf } from '../../database/encryption/data-keys.ts'
import { decryptValue, encryptValue } from '../../database/encryption/encrypted-columns.ts'
import type { Database } from '../../database/schema.ts'
import type { SignInProviderTable } from '../../database/sign-in-tables.ts'

/** The provider with which people sign in (docs/decisions/0157-single-sign-on.md). */
export interface SignInProvider {
  /** Whose people: the id of an institution or a broker, or `staffOwner`. */
  readonly ownerId: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whether its people may also use passwords and passkeys. */
  readonly othersAllowed: boolean
  /** Whether addresses of its domains count as verified although it does not say so. */
  readonly trustsAddresses: boolean
}

/** The owner of the provider of staff; no id is like it. */
export const staffOwner = 'STAFF'

/** Whose provider a user would have, in a query about `person`: as in the unique index of subjects. */
export const ownerOfPerson = sql<string>`coalesce(person.firm_id, person.broker_id, ${sql.lit(staffOwner)})`

const position = (ownerId: string) => ({ column: 'sign_in_provider.client_secret', row: ownerId }) as const

/** A client secret as it is stored. */
export const encryptClientSecret = async (
  db: Kysely<Database>,
  ownerId: string,
  secret: string,
): Promise<string> => encryptValue(await dataKeysOf(db), secret, position(ownerId))

export const columnsOfProvider = [
  'sign_in_provider.owner_id',
  'issuer',
  'client_id',
  'client_secret',
  'others_allowed',
  'addresses_trusted',
] as const

/** The provider of a row; null if the key of its secret is lost. */
export async function providerOf(
  db: Kysely<Database>,
  row: Selectable<SignInProviderTable>,
): Promise<SignInProvider | null> {
  const { owner_id: ownerId, issuer, client_id: clientId } = row
  const clientSecret = decryptValue(await dataKeysOf(db), row.client_secret, position(ownerId))
  const [othersAllowed, trustsAddresses] = [row.others_allowed === 1, row.addresses_trusted === 1]
  return clientSecret === null
    ? null
    : { ownerId, issuer, clientId, clientSecret, othersAllowed, trustsAddresses }
}

/** The provider to which the domain of an address leads, whether or not anybody has the address. */
export async function providerOfDomain(db: Kysely<Database>, email: string): Promise<SignInProvider | null> {
  const row = await db
    .selectFrom('sign_in_domain')
    .innerJoin('sign_in_provider', 'sign_in_provider.owner_id', 'sign_in_domain.owner_id')
    .select(columnsOfProvider)
    .where('domain', '=', domainOf(email))
    .executeTakeFirst()
  return row ? await providerOf(db, row) : null
}

export async function providerOfOwner(db: Kysely<Database>, ownerId: string): Promise<SignInProvider | null> {
  const row = await db
    .selectFrom('sign_in_provider')
    .select(columnsOfProvider)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row ? await providerOf(db, row) : null
}

/** The domain of an address; empty if it has none. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Which provider has signed somebody in. The secret may be replaced meanwhile; another client is another provider. */
export type ProviderIdentifiers = Pick<SignInProvider, 'ownerId' | 'issuer' | 'clientId'>

/**
 * Whether an owner still has this provider. Locks its row on PostgreSQL, so that the provider cannot be removed before
 * what it has signed in is written. To be called before the row of a person is locked.
 */
export async function lockProviderRow(
  trx: Transaction<Database>,
  { ownerId, issuer, clientId }: ProviderIdentifiers,
): Promise<boolean> {
  const row = await trx
    .updateTable('sign_in_provider')
    .set((columns) => ({ issuer: columns.ref('issuer') }))
    .where('owner_id', '=', ownerId)
    .returning(['issuer', 'client_id'])
    .executeTakeFirst()
  return row?.issuer === issuer && row.client_id === clientId
}
