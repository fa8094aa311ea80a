import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { type AdvertTerms, withoutTriggers } from '@aitai/engine/adverts/advert.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import { ceilLot } from '@aitai/engine/market/security.ts'
import { type OpenDatabase, openDatabase } from '@aitai/server/database/open-database.ts'
import type { JournalTable, NotificationTable } from '@aitai/server/database/schema.ts'
import { openEmbedded } from '@aitai/server/database/sqlite.ts'
import { startMatchmaking } from '@aitai/server/market/command-loop.ts'
import { createJournal, type Journal } from '@aitai/server/market/journal.ts'
import type { Matchmaking } from '@aitai/server/market/matchmaking.ts'
import { createNotificationStore } from '@aitai/server/market/notification-store.ts'
import { simulatedQuotes } from '@aitai/server/quotes/quotes.ts'
import { randomId } from '@aitai/server/random.ts'
import { openReference, type ReferenceData } from '@aitai/server/reference/reference-data.ts'
import { addBenchAccounts, withDataFolder } from './test-accounts.ts'

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

/** Nothing matches, so every command writes one journal row and one notification. */
export async function benchJournal(
  traders: number,
  inFlights: readonly number[],
  commands: number,
): Promise<JournalFigures[]> {
  return withDataFolder(async (dataDir) => {
    await addBenchAccounts(dataDir, traders)
    const opened = await openDatabase({ dataDir, databaseUrl: null })
    const market = await openMarket(opened)
    try {
      const most = Math.max(...inFlights)
      const desks = await Promise.all(Array.from({ length: most }, (_, n) => post(market, n)))
      // Once unmeasured, so that compilation is not counted.
      await modify(market, desks, commands)
      const figures: JournalFigures[] = []
      for (const inFlight of inFlights)
        figures.push(await measured(market, opened, desks.slice(0, inFlight), commands))
      return figures
    } finally {
      await market.matchmaking.stop()
      market.stopQuotes()
      await opened.close()
    }
  })
}

interface Market {
  readonly matchmaking: Matchmaking
  readonly reference: ReferenceData
  /** The number of entries of each commit since the list was last emptied. */
  readonly batches: number[]
  stopQuotes(): void
}

async function openMarket({ db }: OpenDatabase): Promise<Market> {
  const reference = await openReference(db, { calendar: 'always-open' })
  const securities = reference.names().listed.map(({ security }) => security)
  const quotes = simulatedQuotes({ seed: 'bench', securities, now: Date.now })
  quotes.start()
  const notices = createNotificationStore(db)
  const batches: number[] = []
  const own = createJournal(db)
  const journal: Journal = {
    ...own,
    append(entries, alongside) {
      batches.push(entries.length)
      return own.append(entries, alongside)
    },
  }
  const onError = (error: unknown): never => {
    throw error
  }
  const parts = { journal, notices, names: reference.names, quotes, now: Date.now, onError }
  const matchmaking = await startMatchmaking({ ...parts, snapshotEvery: Number.POSITIVE_INFINITY })
  await reference.synchronize(matchmaking)
  return { matchmaking, reference, batches, stopQuotes: () => quotes.stop() }
}

/** An advert of a trader, and how to create its terms. */
interface Posted {
  readonly traderId: string
  readonly advertId: string
  readonly price: number
  terms(version: number): AdvertTerms
}

/** The n-th advert: traders in turn, each in the next security, all on one side. */
async function post({ matchmaking, reference }: Market, n: number): Promise<Posted> {
  const { people, listed, brokers } = reference.names()
  const traderIds = [...people.keys()]
  const [traderId, equity] = [traderIds[n % traderIds.length], listed[Math.floor(n / traderIds.length)]]
  if (!traderId || !equity) throw new Error('there are not enough securities')
  const { securityId, closePrice: price, lotSize } = equity.security
  const smallest = ceilLot((2 * defaultLimits.platformMinimumNotional) / price, lotSize)
  const terms = (version: number): AdvertTerms => ({
    direction: 'BUY',
    shareQuantity: smallest + (version % 100) * lotSize,
    minimumQuantity: 25,
    duration: 'END_OF_DAY',
    credibilityHurdle: 10,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
    brokerIds: [...brokers.keys()],
    ranked: false,
    ...withoutTriggers,
  })
  const own = { traderId, advertId: randomId(), terms: terms(0) }
  const offsets = { advertising: 0, knockout: 500 }
  await matchmaking.submit({ type: 'createAdvert', ...own, securityId, offsets })
  await matchmaking.submit({ type: 'submitAdvert', ...own, freshId: randomId(), price })
  return { ...own, price, terms }
}

/** Every trader modifies the own advert repeatedly, each time after the response. Returns the seconds. */
async function modify({ matchmaking }: Market, desks: readonly Posted[], commands: number): Promise<number> {
  let left = commands
  const began = performance.now()
  await Promise.all(
    desks.map(async ({ traderId, advertId, price, terms }) => {
      // Different terms each time, because identical ones would write no row.
      for (let version = 1; left > 0; version += 1) {
        left -= 1
        await matchmaking.submit({ type: 'modifyAdvert', traderId, advertId, terms: terms(version), price })
      }
    }),
  )
  return (performance.now() - began) / 1_000
}

async function measured(
  market: Market,
  { db }: OpenDatabase,
  desks: readonly Posted[],
  commands: number,
): Promise<JournalFigures> {
  const newest = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  market.batches.length = 0
  const seconds = await modify(market, desks, commands)
  const batches = [...market.batches]
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
    .selectFrom('notice')
    .selectAll()
    .where('seq', '>', newest?.seq ?? 0)
    .orderBy('seq')
    .execute()
  const bareSeconds = await withDataFolder((folder) => bare(folder, rows, notifications, batches))
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

/** Writes the same rows and notifications to the same tables by prepared statements. Returns the seconds. */
async function bare(
  folder: string,
  rows: readonly JournalTable[],
  notifications: readonly NotificationTable[],
  batches: readonly number[],
): Promise<number> {
  const migrated = await openDatabase({ dataDir: folder, databaseUrl: null })
  await migrated.close()
  const database = openEmbedded(folder)
  try {
    const journal = insertion(database, 'journal', rows[0])
    const notification = insertion(database, 'notice', notifications[0])
    const notificationsOf = Map.groupBy(notifications, ({ seq }) => seq)
    const began = performance.now()
    let next = 0
    for (const size of batches) {
      database.exec('begin')
      for (const row of rows.slice(next, next + size)) {
        journal(row)
        for (const each of notificationsOf.get(row.seq) ?? []) notification(each)
      }
      database.exec('commit')
      next += size
    }
    return (performance.now() - began) / 1_000
  } finally {
    database.close()
  }
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
