import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { examine } from '../../src/admin/doctor/doctor.ts'
import { showStatus } from '../../src/admin/installation-status.ts'
import { DatabaseClock, isRightClock } from '../../src/cluster/database-clock.ts'
import { electionTimes, WriterElection } from '../../src/cluster/writer-election.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { connectPostgres, writerLock } from '../../src/database/postgres.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { sharedSecrets, testDatabases, useTestSecrets } from '../support/test-databases.ts'
import { until } from '../support/until.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
const testOnPostgres = test.runIf(postgres)

async function newDatabase() {
  const location = await (postgres as NonNullable<typeof postgres>).newLocation()
  const databaseUrl = location.databaseUrl ?? ''
  // With the schema, and without the lock that whoever opens it holds.
  await (await openDatabase(location)).close()
  const { db, close } = connectPostgres(databaseUrl)
  onTestFinished(close)
  return { db, databaseUrl }
}

/** A candidate whose clock is ahead of this machine's, and so of the database's. */
function candidate(databaseUrl: string, processId: string, aheadMs: number) {
  const clock = { aheadMs, comparisons: 0, isWriter: false }
  const warnings: string[] = []
  const own = new DatabaseClock(() => Date.now() + clock.aheadMs)
  const election = new WriterElection({
    databaseUrl,
    processId,
    times: { ...electionTimes, tryEveryMs: 10, renewEveryMs: 20 },
    async isClockRight(read) {
      clock.comparisons += 1
      return isRightClock(await own.compare(read))
    },
    async elected() {
      clock.isWriter = true
    },
    async deposed() {
      clock.isWriter = false
    },
    onWarning: (warning) => void warnings.push(warning),
    onError: () => {},
  })
  election.start()
  onTestFinished(() => election.stop())
  return { clock, election, warnings }
}

testOnPostgres.each([30_000, -30_000])(
  'a process whose clock is %i ms ahead does not become the writer until it is right',
  async (aheadMs) => {
    const { databaseUrl } = await newDatabase()
    const wrong = candidate(databaseUrl, 'wrong', aheadMs)
    await until('some attempts', async () => wrong.clock.comparisons > 5)
    const right = candidate(databaseUrl, 'right', 0)
    await until('a writer', async () => right.clock.isWriter)
    await right.election.stop()
    const before = wrong.clock.comparisons
    await until('more attempts', async () => wrong.clock.comparisons > before + 5)

    expect(wrong.clock.isWriter).toBe(false)
    wrong.clock.aheadMs = 0
    await until('the other writer', async () => wrong.clock.isWriter)
  },
)

testOnPostgres('on a new database nobody is taken for a writer that has fallen silent', async () => {
  const { db, databaseUrl } = await newDatabase()

  await db.insertInto('writer').values({ id: 1, epoch: 0, process_id: '', renewed_at: 0 }).execute()
  const waiting = await db.connection().execute(async (connection) => {
    // Another process has just taken the lock, and has not written its name yet.
    await sql`select pg_advisory_lock(${writerLock})`.execute(connection)
    const started = candidate(databaseUrl, 'second', 0)
    await wait(300)
    await sql`select pg_advisory_unlock(${writerLock})`.execute(connection)
    return started
  })
  await until('a writer', async () => waiting.clock.isWriter)

  expect(waiting.warnings).toEqual([])
})

testOnPostgres('doctor and status say which server has a wrong clock or other secrets', async () => {
  const { db, databaseUrl } = await newDatabase()
  const dates = { started_at: Date.now(), seen_at: Date.now() }
  const row = {
    id: 'odd',
    address: 'http://192.0.2.12:8090',
    seq: 0,
    clock_difference: -30_000,
    secrets_id: 'other',
  }
  await db
    .insertInto('process')
    .values({ ...row, ...dates })
    .execute()
  await useTestSecrets(db, { dataDir: '', databaseUrl })
  const admin = adminContextOn(db)
  const secrets = sharedSecrets(databaseUrl)
  const peer = { PEER_URL: 'http://192.0.2.11:8090' }
  const { lines } = await examine(admin, readConfig({ DATABASE_URL: databaseUrl, ...secrets, ...peer }))
  const reply = await showStatus(admin)

  const why = "the clock is 30.0 s behind the database's: this process does not become the writer"
  const says = (name: string) =>
    lines.filter((line) => line.name === name).map((line) => `${line.health} ${line.says}`)
  expect(says('clock')).toEqual([expect.stringContaining(`fail At http://192.0.2.12:8090 ${why}`)])
  expect(says('secrets')).toEqual([
    'fail http://192.0.2.12:8090 has other secrets.',
    'warn PEER_URL is http: tokens of users travel in the clear.',
  ])
  expect(reply).toMatchObject({
    result: {
      processes: [{ role: 'follower', clockDifferenceMs: -30_000, why: expect.stringContaining(why) }],
    },
  })
})
