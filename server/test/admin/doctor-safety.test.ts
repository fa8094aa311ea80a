import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { takeBackup } from '../../src/admin/backup/backup.ts'
import { backupDueMs } from '../../src/admin/backup/last-backup.ts'
import { databaseDisk, safetyChecks, standby } from '../../src/admin/doctor/database-checks.ts'
import { disk } from '../../src/admin/doctor/machine-checks.ts'
import { recordAuditEventAlone } from '../../src/database/audit-events.ts'
import { databaseSize, isBackendOfThisMachine } from '../../src/database/database-size.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { temporaryFolder, testDatabases } from '../support/test-databases.ts'

const [sqlite, postgres] = testDatabases
const testOnPostgres = test.runIf(postgres)
const gib = 1_024 ** 3
const encrypted = { demo: false, backupRecipients: ['age1…'] }

async function opened(database: typeof sqlite) {
  if (!database) throw new Error('there is no such database')
  const found = await openDatabase(await database.newLocation())
  onTestFinished(() => found.close())
  return found.db
}

test('the doctor says how old the newest backup is, and warns once the nightly one is missing', async () => {
  const db = await opened(sqlite)
  const clock = { at: Date.now() }
  const admin = adminContextOn(db, { now: () => clock.at })
  const backup = async () => (await safetyChecks(admin, encrypted)).find(({ name }) => name === 'backup')
  expect(await backup()).toMatchObject({ health: 'ok', says: 'There is none.' })

  await recordAuditEventAlone(db, { actor: 'system', action: 'loginFailed' }, clock.at)
  clock.at += backupDueMs
  expect(await backup()).toMatchObject({ health: 'ok', says: 'There is none.' })
  clock.at += 1
  expect(await backup()).toMatchObject({
    health: 'warn',
    says: 'There is none.',
    todo: expect.stringContaining('aitai backup'),
  })

  await takeBackup(admin, { to: temporaryFolder() })
  clock.at += 5 * 60_000
  expect(await backup()).toMatchObject({ health: 'ok', says: 'The newest is 5 minutes old.' })
  for (const [of, health] of [
    [{ demo: false, backupRecipients: [] }, 'warn'],
    [{ demo: true, backupRecipients: [] }, 'ok'],
  ] as const) {
    const [check] = await safetyChecks(admin, of)
    expect(check).toMatchObject({ health })
    if (health === 'warn') expect(check?.todo).toContain('BACKUP_RECIPIENT')
  }
  clock.at += backupDueMs
  expect(await backup()).toMatchObject({ health: 'warn', says: 'The newest is 26 hours old.' })
})

testOnPostgres('a PostgreSQL has no backup that the doctor could know of, but a size', async () => {
  const admin = adminContextOn(await opened(postgres))
  const checks = await safetyChecks(admin, encrypted)

  expect(checks.map(({ name }) => name)).toEqual(['standby', 'archive', 'database disk'])
  expect(checks.at(-1)?.says).toMatch(/^The database has \d+ MiB/)
})

test('the doctor warns of a standby that has applied nothing for more than 30 seconds', () => {
  const health = (lagSeconds: number | null) => ({
    waitsFor: 'db2',
    standbys: [{ name: 'db2', isSynchronous: true, lagSeconds }],
    maySee: true,
    isArchiving: true,
    isArchiveFailing: false,
    lastArchivedAt: null,
    waiting: 0,
    now: 0,
  })

  expect(standby(health(30))).toMatchObject({ health: 'ok' })
  expect(standby(health(null))).toMatchObject({ health: 'ok' })
  expect(standby(health(31.5))).toMatchObject({
    health: 'warn',
    says: 'db2 has applied nothing for 31 s of what it has received.',
    todo: expect.stringContaining('#a-standby-is-behind'),
  })
})

testOnPostgres('a role without pg_monitor sees the size of its database alone', async () => {
  const db = await opened(postgres)
  const size = await db.connection().execute(async (connection) => {
    // A role that every PostgreSQL has.
    await sql`set role pg_signal_backend`.execute(connection)
    return databaseSize(connection).finally(() => sql`reset role`.execute(connection))
  })

  expect(size).toEqual({ database: expect.any(Number), log: null, disk: null })
})

test('the disk of PostgreSQL is checked where it can be read, and otherwise reported as unknown', () => {
  const sizes = { database: 300 * 1_024 ** 2, log: 2 * gib }
  const has = 'The database has 300 MiB, its log 2.0 GiB'

  expect(databaseDisk({ ...sizes, disk: { free: 50 * gib, total: 100 * gib } })).toMatchObject({
    health: 'ok',
    says: `${has}; 50.0 GiB free, 50 %.`,
  })
  expect(databaseDisk({ ...sizes, disk: { free: 5 * gib, total: 100 * gib } }).health).toBe('warn')
  expect(databaseDisk({ ...sizes, disk: { free: gib / 2, total: gib } }).health).toBe('fail')
  expect(databaseDisk({ ...sizes, disk: null })).toMatchObject({
    health: 'ok',
    says: `${has}. What its disk has left cannot be seen from this machine: watch it on its own.`,
  })
  expect(databaseDisk({ ...sizes, log: null, disk: null })).toMatchObject({
    health: 'warn',
    todo: expect.stringContaining('pg_monitor'),
  })
})

test('a process of this machine with the number of a backend is not taken for PostgreSQL', async () => {
  expect(await isBackendOfThisMachine(process.pid, 5_432)).toBe(false)
  expect(await isBackendOfThisMachine(2 ** 30, 5_432)).toBe(false)
})

test('with PostgreSQL the disk of the data folder, which has the log, is checked as well', async () => {
  const dataDir = temporaryFolder()
  const databaseUrl = 'postgres://aitai@db1/aitai'
  const full = { failBytes: Number.POSITIVE_INFINITY, warnShare: 0 }

  expect(await disk({ dataDir, databaseUrl }, full)).toMatchObject({ name: 'disk', health: 'fail' })
  expect(await disk({ dataDir: `${dataDir}/none`, databaseUrl }, full)).toMatchObject({
    health: 'ok',
    says: 'There is no data folder.',
  })
  expect((await disk({ dataDir: `${dataDir}/none`, databaseUrl: null }, full)).health).toBe('fail')
})
