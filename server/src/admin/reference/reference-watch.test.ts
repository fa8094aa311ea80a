import { expect, onTestFinished, test, vi } from 'vitest'
import { adminContextOn } from '../../../test/support/admin-context.ts'
import { testDatabases } from '../../../test/support/test-databases.ts'
import { openDatabase } from '../../database/open-database.ts'
import { connectPostgres } from '../../database/postgres.ts'
import { addFirm } from '../firms.ts'
import { watchReference } from './reference-watch.ts'

test.each(testDatabases)(
  'a change by another process is noticed, and nothing else is ($name)',
  async (store) => {
    const place = await store.newLocation()
    const writer = await openDatabase(place)
    const beside = place.databaseUrl ? connectPostgres(place.databaseUrl) : writer
    let refreshes = 0
    const refresh = async (): Promise<void> => {
      refreshes += 1
    }
    const reads = countReads(writer.db)
    const stop = watchReference(reads.db, refresh, expect.fail, 5)
    onTestFinished(async () => {
      stop()
      if (beside !== writer) await beside.close()
      await writer.close()
    })
    await vi.waitUntil(() => refreshes === 1)

    await addFirm(adminContextOn(beside.db), { name: 'Alder' })
    await vi.waitUntil(() => refreshes === 2)
    const seen = reads.count()
    await vi.waitUntil(() => reads.count() > seen + 5)

    expect(refreshes).toBe(2)
  },
)

/** The same database, counting its queries. */
function countReads(db: Awaited<ReturnType<typeof openDatabase>>['db']) {
  let count = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: counted, count: () => count }
}
