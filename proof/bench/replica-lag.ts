import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { CommandLoop } from '@aitai/server/market/command-loop.ts'
import { createJournal, type Journal } from '@aitai/server/market/journal.ts'
import { createNotificationStore } from '@aitai/server/market/notification-store.ts'
import { simulatedQuotes } from '@aitai/server/quotes/quotes.ts'
import { openReference } from '@aitai/server/reference/reference-data.ts'
import { type Percentiles, percentilesOf } from './percentiles.ts'
import { withPostgresDatabase } from './test-accounts.ts'

/** How long a follower takes to fold an entry after its commit. */
export interface ReplicaLagFigures {
  readonly commandsPerSecond: number
  readonly lag: Percentiles
}

/** When an entry was committed or folded: its number, and the time in milliseconds of the machine's clock. */
export interface EntryTime {
  readonly seq: number
  readonly at: number
}

export const preciseNow = (): number => performance.timeOrigin + performance.now()

const follower = fileURLToPath(new URL('./replica-lag-follower.main.ts', import.meta.url))

/** A writer under load and a follower in another process, on one PostgreSQL. */
export async function benchReplicaLag(perSecond: number, seconds: number): Promise<ReplicaLagFigures> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('this needs a PostgreSQL, named by TEST_DATABASE_URL')
  return withPostgresDatabase(server, (databaseUrl) => measure(databaseUrl, perSecond, seconds))
}

async function measure(databaseUrl: string, perSecond: number, seconds: number): Promise<ReplicaLagFigures> {
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl })
  const committed: EntryTime[] = []
  const market = await openMarket(db, committed)
  const traderIds = Array.from({ length: 500 }, (_, n) => `trader-${n}`)
  const firms = [
    { firmId: 'firm', affiliateGroup: null, brokerIds: [], largestNotional: null, largestLiveNotional: null },
  ]
  const traders = traderIds.map((traderId) => ({ traderId, firmId: 'firm' }))
  await market.submit({ type: 'changeReference', reference: { firms, traders } })

  const child = fork(follower, [databaseUrl])
  await once(child, 'message')
  committed.length = 0
  const began = performance.now()
  let sent = 0
  const running = new Set<Promise<void>>()
  for (;;) {
    const elapsed = performance.now() - began
    if (elapsed > seconds * 1_000) break
    for (; sent < (elapsed / 1_000) * perSecond; sent += 1) {
      const traderId = traderIds[sent % traderIds.length] as string
      const present = Math.floor(sent / traderIds.length) % 2 === 0
      const command = market.submit({ type: 'setPresence', traderId, present })
      running.add(command)
      void command.finally(() => running.delete(command))
    }
    await wait(1)
  }
  await Promise.all(running)
  const took = (performance.now() - began) / 1_000
  child.send(committed.at(-1)?.seq ?? 0)
  const [folded] = (await once(child, 'message')) as [readonly EntryTime[]]
  await market.stop()
  await close()
  return { commandsPerSecond: Math.round(sent / took), lag: percentilesOf(lags(committed, folded)) }
}

/** For each commit, how much later the follower had folded its last entry. */
function lags(committed: readonly EntryTime[], folded: readonly EntryTime[]): number[] {
  let next = 0
  return committed.flatMap(({ seq, at }) => {
    while ((folded[next]?.seq ?? Number.POSITIVE_INFINITY) < seq) next += 1
    const time = folded[next]
    return time ? [Math.max(0, time.at - at)] : []
  })
}

async function openMarket(db: Parameters<typeof createJournal>[0], committed: EntryTime[]) {
  const reference = await openReference(db, { calendar: 'always-open' })
  const own = createJournal(db)
  const journal: Journal = {
    ...own,
    async write(chained, alongside) {
      await own.write(chained, alongside)
      const seq = chained.at(-1)?.seq
      if (seq !== undefined) committed.push({ seq, at: preciseNow() })
    },
  }
  const securities = reference.names().listed.map(({ security }) => security)
  return await CommandLoop.start({
    journal,
    notificationStore: createNotificationStore(db),
    names: reference.names,
    quotes: simulatedQuotes({ seed: 'bench', securities, now: Date.now }),
    now: Date.now,
  })
}
