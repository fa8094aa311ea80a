import type { Config } from '@aitai/server/config.ts'
import { withDataFolder, withPostgresDatabase } from '../test-accounts.ts'

/** A database for one measurement, removed afterwards. */
export type BenchDatabase =
  | { readonly name: 'SQLite' }
  /** A PostgreSQL server on which databases can be created. */
  | { readonly name: 'PostgreSQL'; readonly url: string }

export type DatabaseLocation = Pick<Config, 'dataDir' | 'databaseUrl'>

/** SQLite always; PostgreSQL as well if TEST_DATABASE_URL names a server. */
export const benchDatabases: readonly BenchDatabase[] = process.env.TEST_DATABASE_URL
  ? [{ name: 'SQLite' }, { name: 'PostgreSQL', url: process.env.TEST_DATABASE_URL }]
  : [{ name: 'SQLite' }]

export const withBenchDatabase = <T>(
  database: BenchDatabase,
  work: (location: DatabaseLocation) => Promise<T>,
): Promise<T> =>
  withDataFolder((dataDir) =>
    database.name === 'SQLite'
      ? work({ dataDir, databaseUrl: null })
      : withPostgresDatabase(database.url, (databaseUrl) => work({ dataDir, databaseUrl })),
  )
