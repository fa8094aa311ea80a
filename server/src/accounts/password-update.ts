import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'

/** A password as it is stored, and until when it opens a first session, if it is a temporary one. */
export interface NewPassword {
  readonly hash: string
  /** Milliseconds UTC; null for the user's own. */
  readonly temporaryUntil: number | null
}

/**
 * Gives a user another password, and ends what was begun with the one before: log-ins that wait for their
 * code, and links to a new password. Sessions are ended by `Sessions.endAll`, in the same transaction. The
 * order is that of all who write these tables, so that two never wait for each other.
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
