import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'

interface NewPassword {
  readonly hash: string
  /** When a temporary password expires, in milliseconds UTC; null for a password that the user chose. */
  readonly temporaryUntil: number | null
}

/**
 * Sets a user's password and deletes what began with the old one: log-ins that wait for a code, and reset
 * links. `Sessions.endAll` ends the sessions in the same transaction. All writers of these tables use this
 * order, so that two transactions cannot deadlock.
 */
export async function setPassword(
  trx: Transaction<Database>,
  userId: string,
  { hash, temporaryUntil }: NewPassword,
): Promise<void> {
  await trx.deleteFrom('password_reset').where('user_id', '=', userId).execute()
  await trx.deleteFrom('login_attempt').where('user_id', '=', userId).execute()
  await trx
    .updateTable('person')
    .set({
      password_hash: hash,
      temporary_until: temporaryUntil,
      first_login: Number(temporaryUntil !== null),
    })
    .where('id', '=', userId)
    .execute()
}
