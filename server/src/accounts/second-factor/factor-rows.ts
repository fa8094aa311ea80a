import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/** Whether a user has an authenticator app, or a passkey. */
export async function hasFactor(
  database: Kysely<Database>,
  table: 'authenticator' | 'passkey',
  userId: string,
): Promise<boolean> {
  const row = await database.selectFrom(table).select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** The authenticator apps or the passkeys of a user, the oldest first, without keys. Times in milliseconds UTC. */
export async function listFactors(
  database: Kysely<Database>,
  table: 'authenticator' | 'passkey',
  userId: string,
) {
  const rows = await database
    .selectFrom(table)
    .select(['id', 'name', 'added_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, added_at, used_at }) => ({ id, name, addedAt: added_at, usedAt: used_at }))
}

/** Removes the recovery codes of a user who has neither an authenticator app nor a passkey any more. */
export async function deleteUselessRecoveryCodes(trx: Transaction<Database>, userId: string): Promise<void> {
  for (const table of ['authenticator', 'passkey'] as const) if (await hasFactor(trx, table, userId)) return
  await deleteRecoveryCodes(trx, userId)
}
