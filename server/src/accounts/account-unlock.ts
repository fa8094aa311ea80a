import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { CallLimits } from '../http/call-limits.ts'

/**
 * Unlocks an account that had too many wrong two-factor codes, and returns how many there were. Also accepts
 * a transaction, so that the audit event (who and why) is written together with it.
 *
 * The limits of failed log-ins live in the server's memory. `clearLoginLimits` clears them in the running
 * server, and so does a restart; otherwise they expire after ten minutes.
 */
export async function resetWrongCodes(db: Kysely<Database>, userId: string): Promise<number> {
  const before = await db
    .selectFrom('person')
    .select('wrong_codes')
    .where('id', '=', userId)
    .executeTakeFirst()
  await db.updateTable('person').set({ wrong_codes: 0 }).where('id', '=', userId).execute()
  return before?.wrong_codes ?? 0
}

/** Clears the counts of failed log-ins for an e-mail address, from every network, in this process. */
export function clearLoginLimits(
  limits: Pick<CallLimits, 'loginsPerAccount' | 'loginsPerAccountAnywhere'>,
  email: string,
): void {
  limits.loginsPerAccount.forget(email)
  limits.loginsPerAccountAnywhere.forget(email)
}
