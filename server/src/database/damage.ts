import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Database } from './schema.ts'

/** SQLITE_CORRUPT and SQLITE_NOTADB: the file does not contain what SQLite wrote. */
const damagedFile = [11, 26]
/** PostgreSQL's equivalents: data_corrupted and index_corrupted. */
const damagedServer = ['XX001', 'XX002']
/** Out of range for a number. We never write such a number, so the data is damaged. */
const unreadable = 'ERR_OUT_OF_RANGE'

/** Drop the detail, which may quote the data. */
const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ')

/** The database's own description of its damage; null for any other error. */
export function databaseDamageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as { code?: string; errcode?: number }
  const isDamage =
    damagedFile.includes(Number(errcode) & 0xff) || damagedServer.includes(code ?? '') || code === unreadable
  return isDamage ? onOneLine(error.message) : null
}

/** SQLITE_ERROR during a migration: a table is missing or should not exist. */
const unexpectedSchema = 1

/** Why the schema is not one that this version creates; null for any other error. */
export function schemaFaultOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const isUnexpected = Number((error as { errcode?: number }).errcode) === unexpectedSchema
  return isUnexpected || error.message.startsWith('corrupted migrations') ? onOneLine(error.message) : null
}

/**
 * Checks the whole file of the embedded database and returns the first ten faults in SQLite's words. Returns
 * none for an intact file, and none for PostgreSQL, which checks its own files.
 */
export async function databaseFileFaults(db: Kysely<Database>): Promise<string[]> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return []
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(10)`.execute(db)
    const found = rows.flatMap(({ integrity_check }) => integrity_check.split('\n'))
    return found.filter((line) => line !== 'ok' && !line.startsWith('***'))
  } catch (error) {
    const damage = databaseDamageOf(error)
    if (damage === null) throw error
    return [damage]
  }
}
