import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import { NotWriter } from '../errors.ts'
import { BrokenJournal } from '../market/journal-chain.ts'
import type { NotificationStore } from '../market/notification-store.ts'

/** Another process has become the writer: nothing may be appended any more, and nothing was. */
export class Deposed extends NotWriter {
  override readonly name: string = 'Deposed'

  constructor() {
    super('another process has become the writer')
  }
}

/**
 * Refuses an append once a later epoch has begun. The lock on the row is shared until the append has been committed,
 * and a new epoch waits for it (writer-election.ts). So a writer that was stopped, and woken after it had been
 * replaced, adds nothing to the journal. The key of the journal's rows would stop it too, but only once its successor
 * has written something.
 */
async function checkEpoch(trx: Transaction<Database>, epoch: number): Promise<void> {
  const { rows } = await sql`select 1 from writer where epoch = ${epoch} for key share`.execute(trx)
  if (rows.length === 0) throw new Deposed()
}

/**
 * Throws Deposed once a later epoch has begun. What a command without events was answered by may be out of date then,
 * and no append shows it: a process learns a moment late that it was replaced.
 */
export async function confirmEpoch(db: Kysely<Database>, epoch: number): Promise<void> {
  const { rows } = await sql`select 1 from writer where epoch = ${epoch}`.execute(db)
  if (rows.length === 0) throw new Deposed()
}

/** Refuses an append that would leave a gap, because a standby that lacks entries has been promoted. */
async function checkContinuity(trx: Transaction<Database>, first: number): Promise<void> {
  if (first === 1) return
  const before = await trx
    .selectFrom('journal')
    .select('seq')
    .where('seq', '=', first - 1)
    .executeTakeFirst()
  if (!before) throw new BrokenJournal(first - 1, 'is missing')
}

/** A store of notifications whose writes, and the append that they belong to, are refused after the epoch. */
export const fencedNotifications = (store: NotificationStore, epoch: number): NotificationStore => ({
  ...store,
  async store(trx, stored, drafts) {
    await checkEpoch(trx, epoch)
    await checkContinuity(trx, stored[0]?.seq ?? 1)
    return await store.store(trx, stored, drafts)
  },
})
