import type { Transaction } from 'kysely'
import { type EndedSession, markSessionsEnded } from '../../accounts/session-rows.ts'
import type { Database } from '../../database/schema.ts'
import type { AdminContext, AdminRefusal } from '../admin-context.ts'
import { submitToJournal } from '../journal/journal-commands.ts'

/** A user to sign out; a trader also leaves the market. */
export interface SignedOutUser {
  readonly id: string
  readonly role: string
}

/** Deletes the pending codes and reset links of these users, in the caller's transaction. */
export async function deletePendingLogins(
  trx: Transaction<Database>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  // In the order of `setPassword`, so that two transactions cannot deadlock.
  await trx.deleteFrom('password_reset').where('user_id', 'in', userIds).execute()
  await trx.deleteFrom('login_attempt').where('user_id', 'in', userIds).execute()
}

/** Writes in the same transaction in which sessions end. */
type WriteInTransaction = (trx: Transaction<Database>) => Promise<void>

/**
 * Signs these users out: they leave the market, their sessions end, then their sockets are notified. Adverts are
 * paused even if a user is not signed in. `within` runs in the transaction that ends each user's sessions.
 * Returns the number of sessions that ended, or a refusal.
 */
export async function signOut(
  admin: AdminContext,
  users: readonly SignedOutUser[],
  within: WriteInTransaction = async () => {},
): Promise<{ ended: number } | { refusal: AdminRefusal }> {
  const traders = users.filter(({ role }) => role === 'TRADER')
  const refusal = await submitToJournal(
    admin,
    ...traders.map(({ id }) => ({ type: 'endSession', traderId: id, reason: 'LOGGED_OUT' }) as const),
  )
  if (refusal) return { refusal }
  let ended = 0
  for (const { id } of users) ended += await endSessions(admin, id, within)
  return { ended }
}

/** Uses the running server, which also closes the sockets; without one, writes to the table. */
async function endSessions(admin: AdminContext, userId: string, within: WriteInTransaction): Promise<number> {
  const { db, now, running } = admin
  if (running !== null && running !== 'elsewhere') return await running.sessions.endAll(userId, within)
  return await db.transaction().execute(async (trx) => {
    await within(trx)
    return (await markSessionsEnded(trx, userId, null, 'LOGGED_OUT', now())).length
  })
}

/**
 * What follows the ends of sessions that are written: sockets close, and traders leave the market; on the data of a
 * stopped server there are no sockets.
 */
export async function followEnds(admin: AdminContext, ended: readonly EndedSession[]): Promise<void> {
  const { running } = admin
  if (running !== null && running !== 'elsewhere') return await running.sessions.followEnds(ended)
  const leaving = ended.filter(({ leavesMarket }) => leavesMarket)
  await submitToJournal(
    admin,
    ...leaving.map(({ userId }) => ({ type: 'endSession', traderId: userId, reason: 'LOGGED_OUT' }) as const),
  )
}
