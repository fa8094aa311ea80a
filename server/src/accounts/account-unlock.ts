import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { CallLimits } from '../http/call-limits.ts'

/**
 * Lets a user in again after too many wrong codes (quality 2.3). Takes a transaction as well, so that it is
 * written with who did it and why. Gives how many there were.
 *
 * The limits of failed log-ins are counted in the memory of the server: `forgetLogIns` clears them there, and
 * so does a restart; no other process can, and they pass by themselves in ten minutes.
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

/** Forgets the failed log-ins for an address, from every network, in the server that runs. */
export function clearLoginLimits(
  limits: Pick<CallLimits, 'loginsPerAccount' | 'loginsPerAccountAnywhere'>,
  email: string,
): void {
  limits.loginsPerAccount.forget(email)
  limits.loginsPerAccountAnywhere.forget(email)
}
