import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { DialectName } from './dialect.ts'
import { initialSchema } from './migrations/migration-0001.ts'
import { accountsAndAuditSchema } from './migrations/migration-0002.ts'
import { venueSettingsAndSizesSchema } from './migrations/migration-0003.ts'
import { severalProcessesSchema } from './migrations/migration-0004.ts'
import { newestNotificationsSchema } from './migrations/migration-0005.ts'
import { barSchema } from './migrations/migration-0006.ts'
import { ownHistorySchema } from './migrations/migration-0007.ts'
import { watchlistSchema } from './migrations/migration-0008.ts'
import { deskHeadSchema } from './migrations/migration-0009.ts'
import { dayVolumeSchema } from './migrations/migration-0010.ts'
import type { Database } from './schema.ts'

/** In order of their names. Never change one that was released; add another. */
const migrations = (dialect: DialectName): Record<string, Migration> => ({
  '0001-first': inSteps(initialSchema(dialect)),
  '0002-accounts-and-operators': inSteps(accountsAndAuditSchema(dialect)),
  '0003-venue-settings-and-sizes': inSteps(venueSettingsAndSizesSchema(dialect)),
  '0004-several-processes': inSteps(severalProcessesSchema(dialect)),
  '0005-newest-notifications': inSteps(newestNotificationsSchema(dialect)),
  '0006-bars': inSteps(barSchema(dialect)),
  '0007-own-history': inSteps(ownHistorySchema(dialect)),
  '0008-watchlists': inSteps(watchlistSchema),
  '0009-desk-heads': inSteps(deskHeadSchema(dialect)),
  '0010-day-volumes': inSteps(dayVolumeSchema(dialect)),
})

const inSteps = (statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/** Migrates the schema to the current version. Throws if a migration fails, which leaves nothing behind. */
export async function migrate(db: Kysely<Database>, dialect: DialectName): Promise<void> {
  const provider = { getMigrations: async () => migrations(dialect) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
}

/** The newest migration that was applied to a database; empty if none was. */
export async function schemaOf(db: Kysely<Database>): Promise<string> {
  const newest = sql<{ name: string | null }>`select max(name) as name from kysely_migration`
  return (await newest.execute(db)).rows[0]?.name ?? ''
}

/** The newest migration of this version. */
export const schemaOfThisVersion = (): string => Object.keys(migrations('sqlite')).at(-1) ?? ''
