import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
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
import { DatabaseLocked } from './database-errors.ts'
import type { Database } from './schema.ts'

/** Changing tables is part of a transaction in SQLite: a migration that dies half-way leaves nothing. */
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

/** The SQLite of the runtime, for Kysely. One connection: it is the only one that may touch the file. */
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
    // A full disk ends the transaction by itself; to roll back what is not there would hide why it failed.
    driver.rollbackTransaction = async (connection: DatabaseConnection): Promise<void> => {
      if (this.#database.isTransaction) await rollback(connection)
    }
    return driver
  }
}

/** The embedded database below its queries, for what SQL cannot do; null where a server holds the data. */
export function embeddedDatabaseOf(db: Kysely<Database>): DatabaseSync | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof Adapter ? adapter.database : null
}

const statementsKept = 200

/** Prepared statements by their text, the last used ones: to compile costs more than to run. */
function forKysely(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = kept.get(sql) ?? wrap(database.prepare(sql))
      kept.delete(sql)
      kept.set(sql, statement)
      const oldest = kept.size > statementsKept ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
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
 * Opens `aitai.db` in a folder, which is made if it is not there, for this process alone: until it is closed
 * or the process dies, another open is refused with DatabaseLocked. Every commit is on the disk before it
 * returns. Do not open the file by other means in this process: closing it would give up the lock.
 */
export function openEmbedded(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'aitai.db')
  // SQLite gives its own files the rights of this one.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const database = new DatabaseSync(file, { timeout: lockWaitMs })
  try {
    // Exclusive before the first access: the lock then lasts, and no shared memory file is needed.
    database.exec('pragma locking_mode = exclusive')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    // What is deleted is overwritten: letters held passwords and codes, and a backup has free pages as well.
    database.exec('pragma secure_delete = on')
    database.exec('begin immediate; commit')
    return database
  } catch (error) {
    database.close()
    throw isBusy(error) ? new DatabaseLocked(folder) : error
  }
}

/**
 * Empties SQLite's write-ahead log into the file. Until then it holds pages as they were before something in
 * them was deleted. Nothing to do where a server holds the data. To be called now and then.
 */
export async function truncateWriteAheadLog(db: Kysely<Database>): Promise<void> {
  const database = embeddedDatabaseOf(db)
  if (!database) return
  // With the one connection in hand: it cannot be done within a transaction.
  await db.connection().execute(async () => database.exec('pragma wal_checkpoint(truncate)'))
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
