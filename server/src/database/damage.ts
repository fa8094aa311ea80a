import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Database } from './schema.ts'

/** SQLITE_CORRUPT and SQLITE_NOTADB: what is in the file is not what SQLite wrote there. */
const damagedFile = [11, 26]
/** The same of PostgreSQL: data_corrupted and index_corrupted. */
const damagedServer = ['XX001', 'XX002']
/** A number that we never write: it does not fit. */
const unreadable = 'ERR_OUT_OF_RANGE'

/** It may quote what it could not read. */
const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ')

/** What the database says of its own damage, in its words; null for any other error. */
export function databaseDamageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as { code?: string; errcode?: number }
  const isDamage =
    damagedFile.includes(Number(errcode) & 0xff) || damagedServer.includes(code ?? '') || code === unreadable
  return isDamage ? onOneLine(error.message) : null
}

/** SQLITE_ERROR while the schema is brought up to date: there is a table too many or too few. */
const unexpectedSchema = 1

/** What says that the schema is not one that this version makes; null for any other error. */
export function schemaFaultOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const isUnexpected = Number((error as { errcode?: number }).errcode) === unexpectedSchema
  return isUnexpected || error.message.startsWith('corrupted migrations') ? onOneLine(error.message) : null
}

/**
 * Looks through the whole file of the embedded database and gives the first ten faults, in SQLite's words:
 * none in a file that is whole, or where the database is a server, which looks after its own.
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
