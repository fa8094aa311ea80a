import type { Transaction } from 'kysely'
import { markSessionsEnded } from '../../accounts/session-rows.ts'
import type { Database } from '../../database/schema.ts'
import type { AdminContext, AdminRefusal } from '../admin-context.ts'
import { submitToJournal } from '../journal/journal-commands.ts'

/** Whose session ends: a trader also leaves the market. */
export interface SignedOutUser {
  readonly id: string
  readonly role: string
}

/**
 * Makes worthless what could still let them in without a new log-in: codes under way and links to set a
 * password. In the transaction of the cause.
 */
export async function deletePendingLogins(
  trx: Transaction<Database>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await trx.deleteFrom('login_attempt').where('user_id', 'in', userIds).execute()
  await trx.deleteFrom('password_reset').where('user_id', 'in', userIds).execute()
}

/** What else is written, in one transaction with the end of a session. */
export type WriteInTransaction = (trx: Transaction<Database>) => Promise<void>

/**
 * Ends the sessions of these users: out of the market first, then signed out, then told (rules 16). Adverts
 * are paused even if nobody is signed in. `within` is written with the end of each, or neither is. Gives how
 * many sessions ended, or why none did.
 */
export async function signOut(
  office: AdminContext,
  leavers: readonly SignedOutUser[],
  within: WriteInTransaction = async () => {},
): Promise<{ ended: number } | { refusal: AdminRefusal }> {
  const traders = leavers.filter(({ role }) => role === 'TRADER')
  const refusal = await submitToJournal(
    office,
    ...traders.map(({ id }) => ({ type: 'endSession', traderId: id, reason: 'LOGGED_OUT' }) as const),
  )
  if (refusal) return { refusal }
  let ended = 0
  for (const { id } of leavers) ended += await endSessions(office, id, within)
  return { ended }
}

/**
 * By the running server, which also tells and closes the sockets; else in the table, where nobody is
 * connected.
 */
async function endSessions(
  office: AdminContext,
  userId: string,
  within: WriteInTransaction,
): Promise<number> {
  const { db, now, running } = office
  if (running !== null && running !== 'elsewhere')
    return await running.sessions.endAll(userId, 'LOGGED_OUT', null, within)
  return await db.transaction().execute(async (trx) => {
    await within(trx)
    return (await markSessionsEnded(trx, userId, null, 'LOGGED_OUT', now())).length
  })
}
