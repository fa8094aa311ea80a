import { randomBytes } from 'node:crypto'
import { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import { databaseDamageOf, schemaFaultOf } from './damage.ts'
import { DamagedDatabase, UnknownSchema } from './database-errors.ts'
import type { OpenDatabase } from './dialect.ts'
import { migrate } from './migrations.ts'
import type { Database } from './schema.ts'
import { EmbeddedDialect, openEmbedded } from './sqlite.ts'
import { checkTlsFiles } from './tls-files.ts'

export { DamagedDatabase, DatabaseLocked, UnknownSchema, UnsafeDatabase } from './database-errors.ts'
export type { OpenDatabase } from './dialect.ts'

/**
 * Opens the database as its only writer and migrates it to the current schema: PostgreSQL if a URL is
 * configured, otherwise the embedded SQLite in the data folder. Throws DatabaseLocked if another process has
 * it, UnsafeDatabase if it may lose committed data, DamagedDatabase or UnknownSchema if it cannot be read.
 */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) checkTlsFiles(config.databaseUrl)
  return await withClearErrors(config, () => openMigrated(config))
}

async function withClearErrors<T>(config: DatabaseConfig, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const where = databaseLocation(config)
    const damage = databaseDamageOf(error)
    if (damage !== null) throw new DamagedDatabase(where, damage)
    const fault = schemaFaultOf(error)
    throw fault === null ? error : new UnknownSchema(where, fault)
  }
}

type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl'>

/** Where the data is, for messages to operators. Omits the URL, which may contain a password. */
export const databaseLocation = ({ dataDir, databaseUrl }: DatabaseConfig): string =>
  databaseUrl ? 'the database' : dataDir

/** A database as a server uses it. */
export interface OpenServerDatabase extends OpenDatabase {
  /** What the connections of this process are called, if several processes may use the database. */
  readonly processId: string
  /** Runs `act` while no other process that starts runs it. */
  runAlone<T>(act: () => Promise<T>): Promise<T>
}

/**
 * Opens the database for a server, and migrates it: the embedded one as its only process, PostgreSQL beside other
 * processes, one of which is elected to write. Throws like `openDatabase`.
 */
export async function openServerDatabase(config: DatabaseConfig): Promise<OpenServerDatabase> {
  const processId = randomBytes(8).toString('hex')
  if (config.databaseUrl === null)
    return { ...(await openDatabase(config)), processId, runAlone: async (act) => await act() }
  const { runAlone, checkDatabase, connectPostgres, nameOf } = await import('./postgres.ts')
  const url = config.databaseUrl
  checkTlsFiles(url)
  return await withClearErrors(config, async () => {
    await checkDatabase(url)
    const opened = connectPostgres(url, nameOf(processId))
    try {
      await migrate(opened.db, opened.dialect)
    } catch (error) {
      await opened.close()
      throw error
    }
    return { ...opened, processId, runAlone: (act) => runAlone(url, act) }
  })
}

async function openMigrated({ dataDir, databaseUrl }: DatabaseConfig): Promise<OpenDatabase> {
  const opened = databaseUrl ? await openPostgres(databaseUrl) : embedded(dataDir)
  try {
    await migrate(opened.db, opened.dialect)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The driver is loaded only where it is used. */
async function openPostgres(url: string): Promise<OpenDatabase> {
  const postgres = await import('./postgres.ts')
  return await postgres.openPostgres(url)
}

function embedded(dataDir: string): OpenDatabase {
  const database = openEmbedded(dataDir)
  const db = new Kysely<Database>({ dialect: new EmbeddedDialect(database) })
  const close = async (): Promise<void> => {
    await db.destroy()
    // Kysely only closes what it has used.
    if (database.isOpen) database.close()
  }
  return { db, dialect: 'sqlite', close }
}
