import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from './schema.ts'
import { embeddedDatabaseOf } from './sqlite.ts'

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** A prepared statement of the embedded database, to be run in this transaction; null with PostgreSQL. */
export function embeddedStatement(trx: Transaction<Database>, text: string): StatementSync | null {
  const database = embeddedDatabaseOf(trx)
  if (!database) return null
  const known = statements.get(database) ?? new Map<string, StatementSync>()
  const statement = known.get(text) ?? database.prepare(text)
  statements.set(database, known.set(text, statement))
  return statement
}

/** Separates the values of a column: chr(30). No text that we write contains it, because JSON escapes it. */
const separator = '\x1e'

/**
 * The values of a column as one parameter, and as an array of texts in PostgreSQL. An array as a parameter takes four
 * times as long, because the driver escapes each of its texts. A text may be null but not empty, and must not contain
 * the separator.
 */
export function columnArray(values: readonly (string | number | null)[]): RawBuilder<unknown> {
  const texts = values.map((value) => {
    const text = value === null ? '' : String(value)
    if (value === '' || text.includes(separator)) throw new Error('a text is empty or contains a separator')
    return text
  })
  return sql`string_to_array(${texts.join(separator)}, chr(30), '')`
}

type ColumnType = 'whole' | 'text'
type Columns<Row> = Readonly<Record<keyof Row & string, ColumnType>>

/**
 * Inserts rows into a table with one statement whose text does not depend on their number, so that the database
 * prepares it once.
 */
export function bulkInsert<T extends keyof Database & string>(
  table: T,
  columns: Columns<Database[T]>,
): (trx: Transaction<Database>, rows: readonly Database[T][]) => Promise<void> {
  const names = Object.keys(columns) as (keyof Database[T] & string)[]
  const into = `insert into ${table} (${names.join(', ')})`
  const oneRow = `${into} values (${names.map(() => '?').join(', ')})`

  return async (trx, rows) => {
    if (rows.length === 0) return
    const statement = embeddedStatement(trx, oneRow)
    if (statement) {
      for (const row of rows) statement.run(...names.map((name) => row[name] as SQLInputValue))
      return
    }
    const arrays = names.map((name) => {
      const values = columnArray(rows.map((row) => row[name] as string | number | null))
      return columns[name] === 'whole' ? sql`${values}::bigint[]` : values
    })
    await sql`${sql.raw(into)} select * from unnest(${sql.join(arrays)})`.execute(trx)
  }
}
