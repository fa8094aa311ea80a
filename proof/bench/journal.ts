import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { type OpenDatabase, openDatabase } from '@aitai/server/database/open-database.ts'
import type { JournalTable, NotificationTable } from '@aitai/server/database/schema.ts'
import { openEmbedded } from '@aitai/server/database/sqlite.ts'
import { createJournal, type Journal } from '@aitai/server/market/journal.ts'
import { CompiledQuery, sql } from 'kysely'
import { type BenchMarket, openBenchMarket, type PostedAdvert, postAdvert } from './bench-market.ts'
import { type BenchDatabase, type DatabaseLocation, withBenchDatabase } from './desks/bench-database.ts'
import { addBenchAccounts } from './test-accounts.ts'

/**
 * Durable commands through the command loop, and the bare database writing the same rows in the same batches.
 */
export interface JournalFigures {
  readonly inFlight: number
  readonly commands: number
  readonly commits: number
  readonly commandsPerSecond: number
  readonly bareRowsPerSecond: number
  /** The command loop's share of the bare database's throughput: 1 would mean that deciding costs nothing. */
  readonly ratio: number
}

/**
 * Nothing matches, so every command writes one journal row and one notification. On the embedded database, or on a
 * PostgreSQL server on which databases can be created.
 */
export async function benchJournal(
  traders: number,
  inFlights: readonly number[],
  commands: number,
  database: BenchDatabase = { name: 'SQLite' },
): Promise<JournalFigures[]> {
  return withBenchDatabase(database, async (where) => {
    await addBenchAccounts(where.dataDir, traders, where.databaseUrl)
    const opened = await openDatabase(where)
    const counted: number[] = []
    const bench = await openBenchMarket(opened, {
      journal: countingJournal(createJournal(opened.db), counted),
      snapshotEvery: Number.POSITIVE_INFINITY,
    })
    try {
      const most = Math.max(...inFlights)
      const desks = await Promise.all(Array.from({ length: most }, (_, n) => postAdvert(bench, n)))
      // Once unmeasured, so that compilation is not counted.
      await modify(bench, desks, commands)
      const figures: JournalFigures[] = []
      // One at a time, the disk decides how long a command takes.
      for (const inFlight of inFlights)
        figures.push(
          await measured(
            bench,
            counted,
            opened,
            desks.slice(0, inFlight),
            inFlight === 1 ? Math.ceil(commands / 10) : commands,
            database,
          ),
        )
      return figures
    } finally {
      await bench.stop()
      await opened.close()
    }
  })
}

/** A journal that counts the entries of each commit, in a list that is emptied before something is measured. */
function countingJournal(own: Journal, batches: number[]): Journal {
  return {
    ...own,
    write(chained, alongside) {
      if (chained.length > 0) batches.push(chained.length)
      return own.write(chained, alongside)
    },
  }
}

/** Every trader modifies their own advert repeatedly, each time after the response. Returns the seconds. */
async function modify(
  { market }: BenchMarket,
  desks: readonly PostedAdvert[],
  commands: number,
): Promise<number> {
  let left = commands
  const began = performance.now()
  await Promise.all(
    desks.map(async ({ traderId, advertId, price, terms }) => {
      // Different terms each time, because identical ones would write no row.
      for (let version = 1; left > 0; version += 1) {
        left -= 1
        await market.submit({ type: 'modifyAdvert', traderId, advertId, terms: terms(version), price })
      }
    }),
  )
  return (performance.now() - began) / 1_000
}

async function measured(
  bench: BenchMarket,
  counted: number[],
  { db }: OpenDatabase,
  desks: readonly PostedAdvert[],
  commands: number,
  database: BenchDatabase,
): Promise<JournalFigures> {
  const newest = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  counted.length = 0
  const seconds = await modify(bench, desks, commands)
  const batches = [...counted]
  const written = batches.reduce((sum, size) => sum + size, 0)
  // A sweep may write a row too, which the bare database then writes as well.
  if (written < commands) throw new Error(`${commands} commands left ${written} rows: nothing to compare`)
  const rows = await db
    .selectFrom('journal')
    .selectAll()
    .where('seq', '>', newest?.seq ?? 0)
    .orderBy('seq')
    .execute()
  const notifications = await db
    .selectFrom('notification')
    .selectAll()
    .where('seq', '>', newest?.seq ?? 0)
    .orderBy('seq')
    .execute()
  const bareSeconds = await withBenchDatabase(database, (where) => {
    const work = { rows, notifications, batches }
    return where.databaseUrl === null ? bareSqlite(where, work) : barePostgres(where, work)
  })
  const [commandsPerSecond, bareRowsPerSecond] = [commands / seconds, rows.length / bareSeconds]
  return {
    inFlight: desks.length,
    commands,
    commits: batches.length,
    commandsPerSecond: Math.round(commandsPerSecond),
    bareRowsPerSecond: Math.round(bareRowsPerSecond),
    ratio: Math.round((commandsPerSecond / bareRowsPerSecond) * 1_000) / 1_000,
  }
}

/** What was written, and the number of entries of each commit. */
interface WrittenRows {
  readonly rows: readonly JournalTable[]
  readonly notifications: readonly NotificationTable[]
  readonly batches: readonly number[]
}

/** The rows of each commit. */
function commitsOf({ rows, notifications, batches }: WrittenRows) {
  const notificationsOf = Map.groupBy(notifications, ({ seq }) => seq)
  let next = 0
  return batches.map((size) => {
    const entries = rows.slice(next, next + size)
    next += size
    return { entries, notificationStore: entries.flatMap(({ seq }) => notificationsOf.get(seq) ?? []) }
  })
}

/**
 * Writes the same rows and notifications to the same tables by prepared statements, and nothing that follows from them.
 * Returns the seconds.
 */
async function bareSqlite(where: DatabaseLocation, written: WrittenRows): Promise<number> {
  const migrated = await openDatabase(where)
  await migrated.close()
  const database = openEmbedded(where.dataDir)
  try {
    const journal = insertion(database, 'journal', written.rows[0])
    const notification = insertion(database, 'notification', written.notifications[0])
    const commits = commitsOf(written)
    const began = performance.now()
    for (const { entries, notificationStore } of commits) {
      database.exec('begin')
      for (const row of entries) journal(row)
      for (const row of notificationStore) notification(row)
      database.exec('commit')
    }
    return (performance.now() - began) / 1_000
  } finally {
    database.close()
  }
}

/** Writes the same rows and notifications to the same tables, one insert for each table. Returns the seconds. */
async function barePostgres(where: DatabaseLocation, written: WrittenRows): Promise<number> {
  const { db, close } = await openDatabase(where)
  try {
    const commits = commitsOf(written)
    await sql`drop trigger newest_notification on notification`.execute(db)
    return await db.connection().execute(async (connection) => {
      const began = performance.now()
      for (const { entries, notificationStore } of commits) {
        await connection.executeQuery(CompiledQuery.raw('begin'))
        await connection.executeQuery(bulkInsertion('journal', entries))
        if (notificationStore.length > 0)
          await connection.executeQuery(bulkInsertion('notification', notificationStore))
        await connection.executeQuery(CompiledQuery.raw('commit'))
      }
      return (performance.now() - began) / 1_000
    })
  } finally {
    await close()
  }
}

/** One insert of rows with all of their columns, each column as a text of lines. */
function bulkInsertion<Row extends object>(table: string, rows: readonly Row[]): CompiledQuery {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
  const arrays = columns.map((column, i) => {
    const isNumber = rows.some((row) => typeof row[column] === 'number')
    return `string_to_array($${i + 1}, chr(10), '')${isNumber || column === 'acked_at' ? '::bigint[]' : ''}`
  })
  return CompiledQuery.raw(
    `insert into ${table} (${columns.join(', ')}) select * from unnest(${arrays.join(', ')})`,
    columns.map((column) => rows.map((row) => row[column] ?? '').join('\n')),
  )
}

/** Inserts rows like the first one, with all of its columns. */
function insertion<Row extends object>(
  database: DatabaseSync,
  table: string,
  first: Row | undefined,
): (row: Row) => void {
  if (!first) throw new Error(`no row was written to ${table}`)
  const columns = Object.keys(first) as (keyof Row & string)[]
  const placeholders = columns.map(() => '?').join(', ')
  const statement = database.prepare(`insert into ${table} (${columns.join(', ')}) values (${placeholders})`)
  return (row) => void statement.run(...columns.map((column) => row[column] as SQLInputValue))
}
