import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** The nightly backup, and two hours for it to be late. */
export const backupDueMs = 26 * 3_600_000

/** When a backup of the embedded database was written last, by its audit trail. Milliseconds UTC. */
export interface LastBackup {
  /** Null if there is none. */
  readonly at: number | null
  /** Since when something is without a backup: the last one, or the first audit event. Null if nothing happened yet. */
  readonly unsavedSince: number | null
}

export async function lastBackup(db: Kysely<Database>): Promise<LastBackup> {
  const events = db.selectFrom('audit').select('at')
  // With its subject, which is empty, the index finds it among any number of others.
  const written = await events
    .where('subject', '=', '')
    .where('action', '=', 'backupWritten')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (written) return { at: written.at, unsavedSince: written.at }
  const first = await events.orderBy('seq').limit(1).executeTakeFirst()
  return { at: null, unsavedSince: first?.at ?? null }
}
