import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { DialectName } from './dialect.ts'
import { initialSchema } from './migrations/migration-0001.ts'
import type { Database } from './schema.ts'

/** In order of their names. Never change one that was released; add another. */
const migrations = (dialect: DialectName): Record<string, Migration> => ({
  '0001-first': inSteps(initialSchema(dialect)),
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
