import { chmodSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Driver,
  type Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { createFolder } from '../folders.ts'
import { DatabaseLocked } from './database-errors.ts'
import type { Database } from './schema.ts'

/** Schema changes are transactional in SQLite: a migration that fails leaves nothing behind. */
class Adapter extends SqliteAdapter {
  readonly database: DatabaseSync

  constructor(database: DatabaseSync) {
    super()
    this.database = database
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** The runtime's SQLite as a Kysely dialect. One connection, because no other may open the file. */
export class EmbeddedDialect extends SqliteDialect {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    super({ database: forKysely(database) })
    this.#database = database
  }

  override createAdapter(): Adapter {
    return new Adapter(this.#database)
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const rollback = driver.rollbackTransaction.bind(driver)
    // A full disk ends the transaction. A rollback would then fail and hide the cause.
    driver.rollbackTransaction = async (connection: DatabaseConnection): Promise<void> => {
      if (this.#database.isTransaction) await rollback(connection)
    }
    return driver
  }
}

/** The embedded database below Kysely, for what SQL cannot do; null with PostgreSQL. */
export function embeddedDatabaseOf(db: Kysely<Database>): DatabaseSync | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof Adapter ? adapter.database : null
}

const statementsCached = 200

/** Recently used prepared statements by their text: preparing costs more than running. */
function forKysely(database: DatabaseSync): SqliteDatabase {
  const cached = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = cached.get(sql) ?? wrap(database.prepare(sql))
      cached.delete(sql)
      cached.set(sql, statement)
      const oldest = cached.size > statementsCached ? cached.keys().next().value : undefined
      if (oldest !== undefined) cached.delete(oldest)
      return statement
    },
  }
}

function wrap(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

const busy = 5 // SQLITE_BUSY
const lockWaitMs = 1_000

/**
 * Opens `aitai.db` in a folder, which is created if missing, for this process alone: until it is closed or
 * the process ends, another open throws DatabaseLocked. Every commit is on the disk before it returns. Do not
 * open the file by other means in this process: closing it would release the lock.
 */
export function openEmbedded(folder: string): DatabaseSync {
  createFolder('DATA_DIR', folder)
  const file = join(folder, 'aitai.db')
  // SQLite creates its other files with the permissions of this one.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const database = new DatabaseSync(file, { timeout: lockWaitMs })
  try {
    // Set before the first access, so that the lock is held throughout and no shared memory file is needed.
    database.exec('pragma locking_mode = exclusive')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    // Overwrite deleted rows: messages held passwords and codes, and backups contain free pages too.
    database.exec('pragma secure_delete = on')
    database.exec('begin immediate; commit')
    return database
  } catch (error) {
    database.close()
    throw isBusy(error) ? new DatabaseLocked(folder) : error
  }
}

/**
 * Moves SQLite's write-ahead log into the file, because the log still holds deleted data. Call it from time
 * to time. Does nothing with PostgreSQL.
 */
export async function truncateWriteAheadLog(db: Kysely<Database>): Promise<void> {
  const database = embeddedDatabaseOf(db)
  if (!database) return
  // On the only connection, because it is impossible within a transaction.
  await db.connection().execute(async () => database.exec('pragma wal_checkpoint(truncate)'))
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
