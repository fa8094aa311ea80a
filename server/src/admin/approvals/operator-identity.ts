import type { Role, StaffGrant } from '@aitai/contract/codes.ts'
import type { Kysely } from 'kysely'
import { readGrants } from '../../accounts/staff-grants.ts'
import { hashOfToken } from '../../accounts/tokens.ts'
import type { Database } from '../../database/schema.ts'
import { type AdminContext, type AdminRefusal, adminRefusal } from '../admin-context.ts'
import type { AdminCommandName } from '../command-arguments.ts'
import { recordRefusedCommand } from './refused-commands.ts'

/** Who gives a command at the command line: the holder of a credential, or a name that was typed. */
export interface GivenOperator {
  readonly by: string
  readonly credential?: string
}

/**
 * The identity of a command's operator: the user of the credential, or else the typed name, with which `admitCommand`
 * accepts less. A credential that is not valid is refused, so that nobody works under another name by mistake, and
 * recorded, with whose it was. The id of a user is refused as a name: journal and audit trail would say that the user
 * did it.
 */
export async function identifyOperator(
  admin: Pick<AdminContext, 'db' | 'now' | 'running'>,
  command: AdminCommandName,
  { by, credential }: GivenOperator,
): Promise<Pick<AdminContext, 'by' | 'userId'> | { readonly refusal: AdminRefusal }> {
  if (credential === undefined) return (await isUserId(admin.db, by)) ? userIdAsName : { by, userId: null }
  const userId = await operatorOf(admin.db, credential)
  if (userId !== null) return { by: userId, userId }
  const named = (await isUserId(admin.db, by)) ? 'unknown' : by
  const holder = await holderOf(admin.db, credential)
  await recordRefusedCommand({ ...admin, by: named, userId: holder }, command, 'CREDENTIAL_UNKNOWN')
  return adminRefusal('CREDENTIAL_UNKNOWN', 'Your credential is not valid: it was revoked, or mistyped.')
}

/** Whose credential for the command line this is or was; null if it never was one. */
async function holderOf(db: Kysely<Database>, secret: string): Promise<string | null> {
  const found = await staffCredentials(db)
    .innerJoin('credential_user', 'credential_user.credential_id', 'credential.id')
    .select('credential_user.user_id')
    .where('secret_hash', '=', hashOfToken(secret))
    .executeTakeFirst()
  return found?.user_id ?? null
}

const userIdAsName = adminRefusal(
  'INVALID',
  'OPERATOR is the id of a user. Set it to your name, or use the credential of that user.',
)

const isUserId = async (db: Kysely<Database>, id: string): Promise<boolean> =>
  (await db.selectFrom('person').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The credentials of users of staff that are valid: neither revoked, nor of somebody who is disabled. */
const validCredentials = (db: Kysely<Database>) =>
  db
    .selectFrom('credential')
    .innerJoin('credential_user', 'credential_user.credential_id', 'credential.id')
    .innerJoin('person', 'person.id', 'credential_user.user_id')
    .select('person.id')
    .where('credential.firm_id', 'is', null)
    .where('credential.broker_id', 'is', null)
    .where('credential.revoked_at', 'is', null)
    .where('person.active', '=', 1)
    .where('person.role', '=', 'STAFF')

/** The id of the user of staff whose credential for the command line this is; null if it is not valid. */
export async function operatorOf(db: Kysely<Database>, secret: string): Promise<string | null> {
  const found = await validCredentials(db).where('secret_hash', '=', hashOfToken(secret)).executeTakeFirst()
  return found?.id ?? null
}

const staffCredentials = (db: Kysely<Database>) =>
  db
    .selectFrom('credential')
    .select('credential.id')
    .where('credential.firm_id', 'is', null)
    .where('credential.broker_id', 'is', null)

/** The grants of those who can use a credential for the command line now. */
export async function grantsAtCommandLine(db: Kysely<Database>): Promise<ReadonlySet<StaffGrant>> {
  const holders = new Set((await validCredentials(db).execute()).map(({ id }) => id))
  const grants = [...(await readGrants(db))].filter(([userId]) => holders.has(userId))
  return new Set(grants.flatMap(([, names]) => names))
}

/**
 * Whether anybody ever had a credential for the command line: a name that somebody types is then no identity. Revoked
 * ones count, since otherwise whoever revokes the last may do everything under any name.
 */
export const operatorCredentialIssued = async (db: Kysely<Database>): Promise<boolean> =>
  (await staffCredentials(db).limit(1).executeTakeFirst()) !== undefined

/** The role of those whom a credential names; undefined if there is no such credential. */
export async function roleOfCredential(db: Kysely<Database>, id: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('credential')
    .select(['firm_id', 'broker_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.firm_id !== null) return 'TRADER'
  return row.broker_id === null ? 'STAFF' : 'BROKER'
}
