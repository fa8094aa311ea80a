import type { Kysely } from 'kysely'
import { dataKeysOf } from '../../database/encryption/data-keys.ts'
import { decryptValue, encryptValue } from '../../database/encryption/encrypted-columns.ts'
import type { Database } from '../../database/schema.ts'

/** The provider of an institution, with which its people sign in (docs/decisions/0157-single-sign-on.md). */
export interface SignInProvider {
  readonly firmId: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const position = (firmId: string) => ({ column: 'sign_in_provider.client_secret', row: firmId }) as const

/** A client secret as it is stored. */
export const encryptClientSecret = async (
  db: Kysely<Database>,
  firmId: string,
  secret: string,
): Promise<string> => encryptValue(await dataKeysOf(db), secret, position(firmId))

interface ProviderRow {
  readonly firm_id: string
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
}

export const columnsOfProvider = ['firm_id', 'issuer', 'client_id', 'client_secret'] as const

/** The provider of a row; null if the key of its secret is lost. */
export async function providerOf(db: Kysely<Database>, row: ProviderRow): Promise<SignInProvider | null> {
  const { firm_id: firmId, issuer, client_id: clientId } = row
  const clientSecret = decryptValue(await dataKeysOf(db), row.client_secret, position(firmId))
  return clientSecret === null ? null : { firmId, issuer, clientId, clientSecret }
}

/** The provider to which the domain of an address leads, whether or not anybody has the address. */
export async function providerOfDomain(db: Kysely<Database>, email: string): Promise<SignInProvider | null> {
  const row = await db
    .selectFrom('sign_in_domain')
    .innerJoin('sign_in_provider', 'sign_in_provider.firm_id', 'sign_in_domain.firm_id')
    .select(['sign_in_provider.firm_id', 'issuer', 'client_id', 'client_secret'])
    .where('domain', '=', domainOf(email))
    .executeTakeFirst()
  return row ? await providerOf(db, row) : null
}

export async function providerOfFirm(db: Kysely<Database>, firmId: string): Promise<SignInProvider | null> {
  const row = await db
    .selectFrom('sign_in_provider')
    .select(columnsOfProvider)
    .where('firm_id', '=', firmId)
    .executeTakeFirst()
  return row ? await providerOf(db, row) : null
}

/** The domain of an address; empty if it has none. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
