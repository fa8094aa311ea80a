import { listenToDatabase } from '@aitai/server/cluster/database-signals.ts'
import { JournalFollower } from '@aitai/server/cluster/journal-follower.ts'
import { connectPostgres } from '@aitai/server/database/postgres.ts'
import { createJournal } from '@aitai/server/market/journal.ts'
import { createNotificationStore } from '@aitai/server/market/notification-store.ts'
import { type EntryTime, preciseNow } from './replica-lag.ts'

/** `replica-lag-follower.main.ts DATABASE_URL`: follows a journal until the entry that its parent names. */
const databaseUrl = process.argv[2] ?? ''
const { db } = connectPostgres(databaseUrl)
const folded: EntryTime[] = []
const onError = (error: unknown): never => {
  throw error
}
const follower = new JournalFollower(
  {
    database: db,
    notificationStore: createNotificationStore(db),
    notify: () => folded.push({ seq: follower.seq, at: preciseNow() }),
    onLostEntries: () => onError(new Error('entries were lost')),
    onLaterVersion: onError,
    onError,
  },
  await createJournal(db).fold(),
)
listenToDatabase({
  databaseUrl,
  processId: 'bench',
  onEntries: () => follower.wake(),
  onSessionEnd: () => {},
  onError,
})
process.once('message', async (seq: number) => {
  await follower.reached(seq)
  process.send?.(folded, () => process.exit(0))
})
process.send?.('ready')
