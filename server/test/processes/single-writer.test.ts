import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseLocked, openDatabase, UnsafeDatabase } from '../../src/database/open-database.ts'
import { createJournal } from '../../src/market/journal.ts'
import { type DatabaseLocation, testDatabases } from '../support/test-databases.ts'
import { openTestMarket } from '../support/test-market.ts'

const program = fileURLToPath(new URL('./writer-process.ts', import.meta.url))

interface Holder {
  readonly child: ChildProcess
  /** Its output so far. */
  readonly lines: string[]
  readonly complaint: () => string
  /** Waits for this many lines; false if it ended before. */
  says(count: number): Promise<boolean>
  /** Ends the process as a power cut would, and waits for its whole output. */
  kill(): Promise<void>
}

/** A process that opens the database and drafts adverts for alder. */
function holderOf(place: DatabaseLocation): Holder {
  const child = spawn(process.execPath, [program, place.dataDir, place.databaseUrl ?? '', 'alder'])
  const lines: string[] = []
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const reading = createInterface(child.stdout)
  let notify = (): void => {}
  reading.on('line', (line) => {
    lines.push(line)
    notify()
  })
  const ended = once(child, 'close')
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const says = (count: number): Promise<boolean> =>
    Promise.race([
      ended.then(() => lines.length >= count),
      new Promise<boolean>((resolve) => {
        notify = () => lines.length >= count && resolve(true)
        notify()
      }),
    ])
  return { child, lines, complaint: () => complaint, says, kill }
}

const seeded = async (place: DatabaseLocation): Promise<void> => (await openTestMarket(place)).stop()

describe.each(testDatabases)('a process that holds the data in $name', (store) => {
  test('locks every other process out with one clear line, until it is killed', async () => {
    const place = await store.newLocation()
    await seeded(place)
    const first = holderOf(place)
    expect(await first.says(1), first.complaint()).toBe(true)

    const second = holderOf(place)
    const [exitCode] = await once(second.child, 'close')
    expect(exitCode).toBe(1)
    expect(second.complaint()).toMatch(/^Another process is using the data in .+\n$/)
    expect(second.lines).toEqual([])
    await expect(openDatabase(place)).rejects.toBeInstanceOf(DatabaseLocked)

    await first.kill()
    const third = holderOf(place)
    expect(await third.says(1), third.complaint()).toBe(true)
  })

  test('loses nothing that it acknowledged when it is killed', async () => {
    const place = await store.newLocation()
    await seeded(place)
    const acknowledged: string[] = []
    for (const [round, acks] of [1, 7, 19, 40].entries()) {
      const holder = holderOf(place)
      expect(await holder.says(1 + acks), holder.complaint()).toBe(true)
      await holder.kill()
      acknowledged.push(...holder.lines.slice(1))

      const { db, close } = await openDatabase(place)
      const journal = createJournal(db)
      const { state, seq } = await journal.fold()
      const result = await journal.verify()
      await close()

      expect(result).toMatchObject({ whole: true, seq })
      const kept = [...state.adverts.keys()]
      expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([])
      // In each round at most one command was in flight: written, and not yet acknowledged.
      expect(kept.length - acknowledged.length).toBeLessThanOrEqual(round + 1)
    }
  })
})

test('the files of the embedded database, and its secrets, are readable by their owner only', async () => {
  const [sqlite] = testDatabases
  if (!sqlite) throw new Error('SQLite is always there')
  const place = await sqlite.newLocation()
  const venue = await openTestMarket(place)

  const files = readdirSync(place.dataDir)
  expect(files.toSorted()).toEqual(['aitai.db', 'aitai.db-wal', 'secrets.env'])
  for (const file of files) expect(statSync(join(place.dataDir, file)).mode & 0o777).toBe(0o600)
  await venue.stop()
})

test('a second opening in the same process is refused as well', async () => {
  const [sqlite] = testDatabases
  if (!sqlite) throw new Error('SQLite is always there')
  const place = await sqlite.newLocation()
  const { close } = await openDatabase(place)
  await expect(openDatabase(place)).rejects.toBeInstanceOf(DatabaseLocked)
  await close()
  await (await openDatabase(place)).close()
})

test.runIf(testDatabases.length > 1)('a PostgreSQL that may lose commits is refused', async () => {
  const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
  const place = await postgres?.newLocation()
  if (!place?.databaseUrl) throw new Error('there is no PostgreSQL')
  const { db, close } = await openDatabase(place)
  const name = new URL(place.databaseUrl).pathname.slice(1)
  await sql.raw(`alter database ${name} set synchronous_commit = off`).execute(db)
  await close()

  const refused = await openDatabase(place).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UnsafeDatabase)
  expect(String(refused)).toContain('synchronous_commit=off')
})
