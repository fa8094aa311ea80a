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

/** Durable commands through matchmaking, and the bare database writing the same rows in the same batches. */
export interface JournalFigures {
  readonly inFlight: number
  readonly commands: number
  readonly commits: number
  readonly commandsPerSecond: number
  readonly bareRowsPerSecond: number
  /** Matchmaking's share of what the bare database could do: 1 would mean that deciding costs nothing. */
  readonly ratio: number
}

/** Nobody meets, so every command leaves one journal row and one notice. */
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
      // Once unmeasured, so that the compiler's work is not counted.
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
  /** How many entries each commit had, since it was last emptied. */
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

/** An advert of a trader, and how its terms are made. */
interface Posted {
  readonly traderId: string
  readonly advertId: string
  readonly price: number
  terms(version: number): AdvertTerms
}

/** The n-th advert: traders in turn, each on the next security, all on one side. */
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

/** Every desk modifies its advert, again and again, each time after the answer. Gives the seconds it took. */
async function modify({ matchmaking }: Market, desks: readonly Posted[], commands: number): Promise<number> {
  let left = commands
  const began = performance.now()
  await Promise.all(
    desks.map(async ({ traderId, advertId, price, terms }) => {
      // Each time other terms than before: the same again would leave no row, and measure nothing.
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
  // A sweep may leave a row of its own, which the bare database then writes as well.
  if (written < commands) throw new Error(`${commands} commands left ${written} rows: nothing to compare`)
  const rows = await db
    .selectFrom('journal')
    .selectAll()
    .where('seq', '>', newest?.seq ?? 0)
    .orderBy('seq')
    .execute()
  const told = await db
    .selectFrom('notice')
    .selectAll()
    .where('seq', '>', newest?.seq ?? 0)
    .orderBy('seq')
    .execute()
  const bareSeconds = await withDataFolder((folder) => bare(folder, rows, told, batches))
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

/** The same rows and notices into the same tables, by prepared statements alone. Gives the seconds. */
async function bare(
  folder: string,
  rows: readonly JournalTable[],
  told: readonly NotificationTable[],
  batches: readonly number[],
): Promise<number> {
  const migrated = await openDatabase({ dataDir: folder, databaseUrl: null })
  await migrated.close()
  const database = openEmbedded(folder)
  try {
    const journal = insertion(database, 'journal', rows[0])
    const notice = insertion(database, 'notice', told[0])
    const noticesOf = Map.groupBy(told, ({ seq }) => seq)
    const began = performance.now()
    let next = 0
    for (const size of batches) {
      database.exec('begin')
      for (const row of rows.slice(next, next + size)) {
        journal(row)
        for (const each of noticesOf.get(row.seq) ?? []) notice(each)
      }
      database.exec('commit')
      next += size
    }
    return (performance.now() - began) / 1_000
  } finally {
    database.close()
  }
}

/** Writes rows like the first one: whatever columns a table has come to have, all of them are written. */
function insertion<Row extends object>(
  database: DatabaseSync,
  table: string,
  first: Row | undefined,
): (row: Row) => void {
  if (!first) throw new Error(`nothing was written to ${table}: nothing to compare`)
  const columns = Object.keys(first) as (keyof Row & string)[]
  const places = columns.map(() => '?').join(', ')
  const statement = database.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
  return (row) => void statement.run(...columns.map((column) => row[column] as SQLInputValue))
}
