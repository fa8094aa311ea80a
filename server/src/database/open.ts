import { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { DialectName } from './dialect.ts'
import { migrate } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import type { Database } from './schema.ts'
import { EmbeddedDialect, openEmbedded } from './sqlite.ts'

export type { DialectName } from './dialect.ts'
export { joinPostgres } from './postgres.ts'
export { DatabaseLocked, UnsafeDatabase } from './refused.ts'

export interface OpenDatabase {
  readonly db: Kysely<Database>
  readonly dialect: DialectName
  /** Gives up the lock, too. Nothing may be asked of `db` afterwards. */
  close(): Promise<void>
}

/**
 * Opens the database as its only writer and brings it up to today's schema: PostgreSQL where a URL is
 * configured, else the embedded SQLite in the data folder. Throws DatabaseLocked when another process has it,
 * UnsafeDatabase when it may forget what it acknowledged.
 */
export async function openDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<OpenDatabase> {
  const opened = config.databaseUrl ? await openPostgres(config.databaseUrl) : embedded(config.dataDir)
  try {
    await migrate(opened.db, opened.dialect)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

function embedded(dataDir: string): OpenDatabase {
  const database = openEmbedded(dataDir)
  const db = new Kysely<Database>({ dialect: new EmbeddedDialect(database) })
  const close = async (): Promise<void> => {
    await db.destroy()
    // Kysely closes only what it has used.
    if (database.isOpen) database.close()
  }
  return { db, dialect: 'sqlite', close }
}
