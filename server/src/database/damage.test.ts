import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { noSizeLimits } from '@aitai/engine/model/reference-data.ts'
import { expect, test } from 'vitest'
import { testDatabases } from '../../test/support/test-databases.ts'
import { createJournal } from '../market/journal.ts'
import { chainStart, checkJournalChain } from '../market/journal-chain.ts'
import { databaseFileFaults } from './damage.ts'
import { DamagedDatabase, openDatabase, UnknownSchema } from './open-database.ts'

const page = 4_096

/** A data folder with a journal of this many large entries. */
async function written(entries: number) {
  const [sqlite] = testDatabases
  if (!sqlite) throw new Error('there is no store')
  const place = await sqlite.newLocation()
  const { db, close } = await openDatabase(place)
  const journal = createJournal(db)
  await journal.fold()
  const firm = { firmId: 'x'.repeat(2_000), affiliateGroup: null, brokerIds: [], ...noSizeLimits }
  const reference = { firms: [firm] }
  for (let at = 1; at <= entries; at += 1) {
    const command = { type: 'changeReference', at, reference } as const
    await journal.append([{ at, command, events: [{ type: 'referenceChanged', at, reference }] }])
  }
  await close()
  return { place, file: join(place.dataDir, 'aitai.db') }
}

async function overwrite(file: string, place: number, bytes: Buffer): Promise<void> {
  const opened = await open(file, 'r+')
  await opened.write(bytes, 0, bytes.length, place)
  await opened.close()
}

const failure = (opening: Promise<unknown>): Promise<unknown> =>
  opening.then(
    () => null,
    (error: unknown) => error,
  )

test('a file that is not a database is reported as damaged, in one line', async () => {
  const { place, file } = await written(1)
  await overwrite(file, 0, Buffer.from('%PDF-1.7'))

  const error = await failure(openDatabase(place))

  expect(error).toBeInstanceOf(DamagedDatabase)
  expect(String(error)).toContain(`The data in ${place.dataDir} is damaged (file is not a database)`)
})

test('a truncated file is detected wherever it ends', async () => {
  for (const pages of [1, 2, 10, 40]) {
    const { place, file } = await written(40)
    const opened = await open(file, 'r+')
    await opened.truncate(pages * page)
    await opened.close()

    expect(await failure(openDatabase(place))).toBeInstanceOf(DamagedDatabase)
  }
})

test('a page of zeros is detected, and the first unreadable entry is named', async () => {
  // So many that the second half of the file has nothing but entries.
  const entries = 400
  const { place, file } = await written(entries)
  const { size } = await stat(file)
  for (let at = page * Math.floor(size / page / 2); at < size; at += page)
    await overwrite(file, at, Buffer.alloc(page))

  const { db, close } = await openDatabase(place)
  const [faults, chain] = [await databaseFileFaults(db), await checkJournalChain(db)]
  await close()

  expect(faults.length).toBeGreaterThan(0)
  expect(chain).toMatchObject({ whole: false, why: expect.stringMatching(/^entry \d+ of the journal /) })
  if (!chain.whole) expect(chain.seq).toBeLessThanOrEqual(entries)
})

test('an intact file has no faults', async () => {
  const { place } = await written(3)
  const { db, close } = await openDatabase(place)

  expect(await databaseFileFaults(db)).toEqual([])
  expect(await checkJournalChain(db, chainStart)).toMatchObject({ whole: true, seq: 3 })
  await close()
})

test('a schema of an unknown version is refused in one line', async () => {
  const { place } = await written(1)
  const { db, close } = await openDatabase(place)
  await db.schema.dropTable('kysely_migration').execute()
  await close()

  const error = await failure(openDatabase(place))

  expect(error).toBeInstanceOf(UnknownSchema)
  expect(String(error)).not.toContain('\n')
})
