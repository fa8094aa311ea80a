import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { newSecrets, useInstallationSecrets } from '../../src/accounts/installation-secrets.ts'
import type { Config } from '../../src/config.ts'
import { dataKeysOf } from '../../src/database/encryption/data-keys.ts'
import type { Database } from '../../src/database/schema.ts'
import { until } from './until.ts'

/**
 * Where a test stores its data: a folder or a PostgreSQL database of its own, deleted when the test has
 * ended.
 */
export type DatabaseLocation = Pick<Config, 'dataDir' | 'databaseUrl'>

/** An empty folder, deleted when the test has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface TestDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  newLocation(): Promise<DatabaseLocation>
}

const sqlite: TestDatabase = {
  name: 'SQLite',
  async newLocation() {
    return { dataDir: temporaryFolder(), databaseUrl: null }
  },
}

const postgres = (url: string): TestDatabase => ({
  name: 'PostgreSQL',
  async newLocation() {
    const name = `aitai_${randomBytes(8).toString('hex')}`
    await execute(url, `create database ${name}`)
    onTestFinished(() => execute(url, `drop database if exists ${name} with (force)`))
    const own = new URL(url)
    own.pathname = `/${name}`
    return { dataDir: '', databaseUrl: own.href }
  },
})

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/**
 * SQLite always; PostgreSQL as well if TEST_DATABASE_URL names a server on which databases can be created.
 */
export const testDatabases: readonly TestDatabase[] = process.env.TEST_DATABASE_URL
  ? [sqlite, postgres(process.env.TEST_DATABASE_URL)]
  : [sqlite]

/** Waits until so many connections to a PostgreSQL database wait for a lock. */
export const untilLocked = (db: Kysely<Database>, count: number) =>
  until(`${count} connections to wait for a lock`, async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.waiting === count
  })

const secrets = newSecrets()

/** The variables that every process on a PostgreSQL has to be given; none for an embedded database. */
export const sharedSecrets = (databaseUrl: string | null | undefined): Readonly<Record<string, string>> =>
  databaseUrl ? secrets : {}

/** Gives a database that a test has opened itself the secrets that a server on it would have. */
export async function useTestSecrets(
  db: Kysely<Database>,
  { dataDir, databaseUrl }: DatabaseLocation,
): Promise<void> {
  const secretsFile = join(dataDir, 'secrets.env')
  useInstallationSecrets(db, { databaseUrl, secretsFile, secrets: sharedSecrets(databaseUrl) })
  await dataKeysOf(db)
}
