import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { withoutTriggers } from '@aitai/engine/model/advert.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { ceilLot } from '@aitai/engine/model/security.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { CommandLoop } from '@aitai/server/market/command-loop.ts'
import { createJournal } from '@aitai/server/market/journal.ts'
import { createNotificationStore } from '@aitai/server/market/notification-store.ts'
import { simulatedQuotes } from '@aitai/server/quotes/quotes.ts'
import { randomId } from '@aitai/server/random.ts'
import { openReference } from '@aitai/server/reference/reference-data.ts'
import { startProcess } from '../harness/server-process.ts'
import { addBenchAccounts, withDataFolder } from './test-accounts.ts'

/** How long a server takes from its start until it accepts commands. */
export interface StartFigures {
  readonly entries: number
  readonly liveAdverts: number
  readonly databaseGb: number
  readonly seconds: number
}

/**
 * A server on a long journal with a snapshot at its end. The entries before the last day are filler of the usual size:
 * a start reads none of them.
 */
export async function benchStart(entries: number, adverts: number): Promise<StartFigures> {
  return withDataFolder(async (dataDir) => {
    const traders = 50
    await addBenchAccounts(dataDir, traders)
    const liveAdverts = await postAdverts(dataDir, adverts)
    const file = join(dataDir, 'aitai.db')
    const databaseGb = prependEntries(file, entries)
    const began = performance.now()
    const server = startProcess(dataDir, { DEMO: 'off' })
    await server.ready
    const seconds = Math.round(performance.now() - began) / 1_000
    await server.stop()
    return { entries, liveAdverts, databaseGb, seconds }
  })
}

/** Traders in turn post adverts, each in the next security, all on one side. A stop stores the snapshot. */
async function postAdverts(dataDir: string, count: number): Promise<number> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  const reference = await openReference(db, { calendar: 'always-open' })
  const { people, listed, brokers } = reference.names()
  const traderIds = [...people.keys()]
  const quotes = simulatedQuotes({
    seed: 'bench',
    securities: listed.map(({ security }) => security),
    now: Date.now,
  })
  const market = await CommandLoop.start({
    journal: createJournal(db),
    notificationStore: createNotificationStore(db),
    names: reference.names,
    quotes,
    now: Date.now,
  })
  await reference.synchronize(market)
  const brokerIds = [...brokers.keys()]
  const post = async (n: number): Promise<void> => {
    const traderId = traderIds[n % traderIds.length]
    const security = listed[Math.floor(n / traderIds.length)]?.security
    if (!traderId || !security) throw new Error('there are not enough securities')
    const { securityId, closePrice: price, lotSize } = security
    const terms = {
      direction: 'BUY',
      shareQuantity: ceilLot((2 * defaultLimits.platformMinimumNotional) / price, lotSize),
      minimumQuantity: 25,
      duration: 'END_OF_DAY',
      credibilityHurdle: 10,
      transactionType: 'CASH_ONLY',
      transactionTypePreference: 'CASH_ONLY',
      brokerIds,
      ranked: false,
      ...withoutTriggers,
    } as const
    const own = { traderId, advertId: randomId(), terms }
    const offsets = { advertising: 0, knockout: 500 }
    await market.submit({ type: 'createAdvert', ...own, securityId, offsets })
    await market.submit({ type: 'submitAdvert', arrivalMid: null, ...own, freshId: randomId(), price })
  }
  const atOnce = 500
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => post(from + i)))
  const live = await market.read(
    (state) => [...state.adverts.values()].filter((each) => each.advertisementStatus === 'LIVE').length,
  )
  await market.stop()
  await close()
  return live
}

/** Numbers what is there after this many entries, and puts filler before it. Returns the size in GB. */
function prependEntries(file: string, entries: number): number {
  const database = new DatabaseSync(file)
  database.exec('pragma synchronous = off; pragma journal_mode = off')
  const { last } = database.prepare('select max(seq) as last from journal').get() as { last: number }
  const before = Math.max(0, entries - last)
  // Downwards, so that no two rows have the same number in between.
  database.exec(`update journal set seq = -seq; update journal set seq = ${before} - seq`)
  database.exec(`update snapshot set seq = seq + ${before}; update notification set seq = seq + ${before}`)
  database.exec(`
    with recursive entry(seq) as (select 1 union all select seq + 1 from entry where seq < ${before})
    insert into journal (seq, at, command, events, hash)
    select seq, 0, printf('%.*c', 300, 'x'), printf('%.*c', 300, 'x'), lower(hex(randomblob(32))) from entry
  `)
  const { bytes } = database
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get() as { bytes: number }
  database.exec('pragma journal_mode = wal')
  database.close()
  return Math.round(bytes / 1e8) / 10
}
