import { callApi } from '@aitai/contract/api-client.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import { notificationsTopic, socketPath } from '@aitai/contract/routes/live.ts'
import { withoutTriggers } from '@aitai/engine/model/advert.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { ceilLot } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Config } from '@aitai/server/config.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { CommandLoop } from '@aitai/server/market/command-loop.ts'
import { createJournal } from '@aitai/server/market/journal.ts'
import { createNotificationStore } from '@aitai/server/market/notification-store.ts'
import { simulatedQuotes } from '@aitai/server/quotes/quotes.ts'
import { randomId } from '@aitai/server/random.ts'
import { openReference } from '@aitai/server/reference/reference-data.ts'
import { openConnection } from '../../harness/client-connection.ts'
import { startProcess } from '../../harness/server-process.ts'
import { addSignedInDesks, type SignedInUser } from '../desk-accounts.ts'
import { subscribeByStomp } from '../fan-out/stomp-socket.ts'
import { residentMemory } from '../processor-time.ts'
import { withDataFolder } from '../test-accounts.ts'

/** The resident memory of a server, in MiB. */
export interface MemoryFigures {
  readonly desks: number
  readonly liveAdverts: number
  /** Once it has started from its snapshot, before anybody connects. */
  readonly started: number
  /** With all desks connected, each of which has read its adverts. */
  readonly connected: number
  /** The most at any time, which includes the start. */
  readonly most: number
}

/** A server with so many live adverts that is left alone for a moment after so many desks have connected. */
export function benchMemory(desks: number, liveAdverts: number): Promise<MemoryFigures> {
  return withDataFolder(async (dataDir) => {
    const location = { dataDir, databaseUrl: null }
    // One institution has one advert of a security, so each trader has an institution.
    const counts = { institutions: desks, traders: desks, brokers: 1, brokerUsers: 0 }
    const { traders } = await addSignedInDesks(location, counts)
    await post(location, traders, liveAdverts)
    const server = startProcess(dataDir, { DEMO: 'off' })
    try {
      const port = Number(new URL(await server.ready).port)
      await settled()
      const started = await residentMemory(server.pid)
      const close = await connect(port, traders)
      await readAll(await server.ready, traders)
      await settled()
      const connected = await residentMemory(server.pid)
      close()
      return { desks, liveAdverts, started: started.now, connected: connected.now, most: connected.most }
    } finally {
      await server.kill()
    }
  })
}

const settleMs = 10_000
const connectedAtOnce = 50
const commandsAtOnce = 500

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settleMs))

/** Submits adverts that meet nobody: those of a security are all on one side. */
async function post(
  location: Pick<Config, 'dataDir' | 'databaseUrl'>,
  traders: readonly SignedInUser[],
  adverts: number,
): Promise<void> {
  const { db, close } = await openDatabase(location)
  const reference = await openReference(db, { calendar: 'always-open' })
  const { listed, brokers } = reference.names()
  const securities = listed.map(({ security }) => security)
  const quotes = simulatedQuotes({ seed: 'bench', securities, now: Date.now })
  quotes.start()
  const notificationStore = createNotificationStore(db)
  const deps = {
    journal: createJournal(db),
    notificationStore,
    names: reference.names,
    quotes,
    now: Date.now,
  }
  const market = await CommandLoop.start(deps)
  await reference.synchronize(market)

  const postOne = async (n: number): Promise<void> => {
    const place = Math.floor(n / traders.length)
    const [trader, security] = [traders[n % traders.length], securities[place]]
    if (!trader || !security) throw new Error('there are not enough securities')
    const { securityId, closePrice: price, lotSize } = security
    const terms = {
      direction: place % 2 === 0 ? 'BUY' : 'SELL',
      shareQuantity: ceilLot((2 * defaultLimits.platformMinimumNotional) / price, lotSize),
      minimumQuantity: 25,
      duration: 'END_OF_DAY',
      credibilityHurdle: 10,
      transactionType: 'CASH_ONLY',
      transactionTypePreference: 'CASH_ONLY',
      brokerIds: [...brokers.keys()],
      ranked: false,
      ...withoutTriggers,
    } as const
    const own = { traderId: trader.userId, advertId: randomId(), terms }
    const offsets = { advertising: 0, knockout: 500 }
    await market.submit({ type: 'createAdvert', ...own, securityId, offsets })
    await market.submit({ type: 'submitAdvert', arrivalMid: null, ...own, freshId: randomId(), price })
  }
  for (let from = 0; from < adverts; from += commandsAtOnce) {
    const count = Math.min(commandsAtOnce, adverts - from)
    await Promise.all(Array.from({ length: count }, (_, n) => postOne(from + n)))
  }
  // An advert is live from the tick after its submit.
  const live = (): Promise<number> => market.read((state) => liveOf(state))
  for (let wait = 0; (await live()) < adverts; wait += 1) {
    if (wait === 100) throw new Error(`only ${await live()} of ${adverts} adverts are live`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await market.stop()
  quotes.stop()
  await close()
}

const liveOf = ({ adverts }: State): number =>
  [...adverts.values()].filter(({ advertisementStatus }) => advertisementStatus === 'LIVE').length

/** Reads every trader's adverts, as a desk does when it opens. */
async function readAll(url: string, traders: readonly SignedInUser[]): Promise<void> {
  const connection = openConnection(url)
  for (let from = 0; from < traders.length; from += connectedAtOnce) {
    const reading = traders
      .slice(from, from + connectedAtOnce)
      .map(({ token }) => callApi(connection, advertList, { token }))
    await Promise.all(reading)
  }
  connection.close()
}

/** Connects a desk of each trader. Returns how to close them. */
async function connect(port: number, traders: readonly SignedInUser[]): Promise<() => void> {
  const endpoint = { port, path: `${socketPath}/000/bench/websocket`, isSockJs: true, connectHeaders: {} }
  const closers: (() => void)[] = []
  for (let from = 0; from < traders.length; from += connectedAtOnce) {
    const opening = traders
      .slice(from, from + connectedAtOnce)
      .map(({ token }) => subscribeByStomp(endpoint, [notificationsTopic(token)], ({ ack }) => ack()))
    closers.push(...(await Promise.all(opening)))
  }
  return () => {
    for (const close of closers) close()
  }
}
