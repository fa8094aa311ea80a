import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Deposed, fencedNotifications } from '../../src/cluster/fence.ts'
import { JournalHead, LostEntries } from '../../src/cluster/journal-head.ts'
import { connectPostgres } from '../../src/database/postgres.ts'
import { createJournal, type Entry } from '../../src/market/journal.ts'
import { BrokenJournal } from '../../src/market/journal-chain.ts'
import { createNotificationStore } from '../../src/market/notification-store.ts'
import { temporaryFolder, testDatabases } from '../support/test-databases.ts'
import { draftAndSubmit, openTestMarket } from '../support/test-market.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
const testOnPostgres = test.runIf(postgres)
const unexpected = (error: unknown): never => {
  throw error
}

/** A database with a journal, on which two processes believe that they write. */
async function twoWriters() {
  const place = await postgres?.newLocation()
  if (!place) throw new Error('there is no PostgreSQL')
  const venue = await openTestMarket(place)
  await draftAndSubmit(venue, 'alder', 'BUY')
  await venue.stop()
  const { db, close } = connectPostgres(place.databaseUrl ?? '')
  onTestFinished(close)
  const store = createNotificationStore(db)
  const begins = (epoch: number) =>
    sql`insert into writer (id, epoch, process_id, renewed_at) values (1, ${epoch}, 'a', 0)
      on conflict (id) do update set epoch = ${epoch}`.execute(db)
  const appends = async (epoch: number): Promise<void> => {
    const journal = createJournal(db)
    await journal.fold()
    const notificationStore = fencedNotifications(store, epoch)
    await journal.append([entry], async (trx, stored) => {
      await notificationStore.store(trx, stored, [[]])
    })
  }
  const rows = async (): Promise<number> => (await db.selectFrom('journal').selectAll().execute()).length
  return { db, begins, appends, rows }
}

const entry: Entry = {
  at: Date.UTC(2026, 10, 20, 2),
  command: { type: 'setPresence', at: Date.UTC(2026, 10, 20, 2), traderId: 'alder', present: false },
  events: [],
}

testOnPostgres('an append of an earlier epoch is refused, even if nobody has written since', async () => {
  const { begins, appends, rows } = await twoWriters()
  await begins(1)
  await appends(1)
  const before = await rows()
  await begins(2)
  await expect(appends(1)).rejects.toBeInstanceOf(Deposed)
  expect(await rows()).toBe(before)
  await appends(2)
  expect(await rows()).toBe(before + 1)
})

testOnPostgres('a new epoch waits for an append of the one before', async () => {
  const { db, begins, appends, rows } = await twoWriters()
  await begins(1)
  const before = await rows()
  let next: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    await sql`select 1 from writer where epoch = 1 for key share`.execute(trx)
    next = db.transaction().execute(async (later) => {
      await sql`select 1 from writer for update`.execute(later)
      await sql`update writer set epoch = 2`.execute(later)
    })
    await appends(1)
  })
  await next
  expect(await rows()).toBe(before + 1)
  await expect(appends(1)).rejects.toBeInstanceOf(Deposed)
})

testOnPostgres(
  'an append that would leave a gap is refused: a standby without entries was promoted',
  async () => {
    const { db, begins, rows } = await twoWriters()
    await begins(1)
    const journal = createJournal(db)
    const { seq, hash } = await journal.fold()
    journal.continueFrom({ seq: seq + 1, hash })
    const notificationStore = fencedNotifications(createNotificationStore(db), 1)
    const before = await rows()
    await expect(
      journal.append([entry], async (trx, stored) => {
        await notificationStore.store(trx, stored, [[]])
      }),
    ).rejects.toBeInstanceOf(BrokenJournal)
    expect(await rows()).toBe(before)
  },
)

testOnPostgres('a database without an entry that this machine has seen is refused', async () => {
  const { db, begins, appends } = await twoWriters()
  const folder = temporaryFolder()
  await new JournalHead(folder, unexpected).update(db)
  await begins(1)
  await appends(1)
  await new JournalHead(folder, unexpected).update(db)

  const newest = db.selectFrom('journal').select(({ fn }) => fn.max('seq').as('seq'))
  const { seq } = await newest.executeTakeFirstOrThrow()
  await db.deleteFrom('journal').where('seq', '=', seq).execute()
  await expect(new JournalHead(folder, unexpected).update(db)).rejects.toBeInstanceOf(LostEntries)
  // Another entry under the same number is not the one that was acknowledged.
  await appends(1)
  await db
    .updateTable('journal')
    .set({ hash: 'f'.repeat(64) })
    .where('seq', '=', seq)
    .execute()
  await expect(new JournalHead(folder, unexpected).update(db)).rejects.toBeInstanceOf(LostEntries)
})
