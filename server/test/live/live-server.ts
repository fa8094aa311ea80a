import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AdvertTerms, optionalTermsOff } from '@aitai/engine/model/advert.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { Sessions } from '../../src/accounts/sessions.ts'
import { seedDemo } from '../../src/admin/demo/demo-data.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { type LiveLimits, liveLimits } from '../../src/live/limits.ts'
import { startLive } from '../../src/live/live.ts'
import { isSocketPath } from '../../src/live/request-filter.ts'
import { CommandLoop } from '../../src/market/command-loop.ts'
import { createJournal } from '../../src/market/journal.ts'
import { createNotificationStore } from '../../src/market/notification-store.ts'
import { simulatedQuotes } from '../../src/quotes/quotes.ts'
import { randomId } from '../../src/random.ts'
import { openReference } from '../../src/reference/reference-data.ts'
import { useTestSecrets } from '../support/test-databases.ts'
import { cheapPasswords } from '../support/test-server.ts'
import { manualTimers } from './manual-timers.ts'

export type LiveServer = Awaited<ReturnType<typeof openLiveServer>>

/** A data folder that outlives a server, so that another can open it. */
export async function dataFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-live-'))
  return { dataDir, remove: () => rm(dataDir, { recursive: true }) }
}

/** Sessions, notifications and a market in a real database. */
async function openVenue(dataDir: string) {
  const now = Date.now
  const opened = await openDatabase({ dataDir, databaseUrl: null })
  const { db } = opened
  await useTestSecrets(db, { dataDir, databaseUrl: null })
  await seedDemo(db, cheapPasswords, now)
  const reference = await openReference(db, { calendar: 'always-open' })
  const securities = reference.names().listed.map(({ security }) => security)
  const quotes = simulatedQuotes({ seed: 'live', securities, now })
  const notificationStore = createNotificationStore(db)
  const deps = { journal: createJournal(db), notificationStore, names: reference.names, quotes, now }
  const market = await CommandLoop.start(deps)
  await reference.synchronize(market)
  const sessions = new Sessions({
    database: db,
    now,
    endInMarket: (traderId, reason) => market.submit({ type: 'endSession', traderId, reason }),
  })
  const close = async (): Promise<void> => {
    await market.stop()
    await opened.close()
  }
  return { now, db, reference, securities, notificationStore, market, sessions, close }
}

/** The live socket on a real HTTP server. A test advances its timers by hand. */
export async function openLiveServer(dataDir: string, own: { readonly limits?: Partial<LiveLimits> } = {}) {
  const venue = await openVenue(dataDir)
  const timers = manualTimers()
  const failures: unknown[] = []
  const logged: string[] = []
  const live = await startLive({
    ...venue,
    timers,
    limits: { ...liveLimits, ...own.limits },
    publicUrl: 'http://localhost:8080',
    acceptsWithoutOrigin: true,
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    log: (level, what, failure) => {
      logged.push(what)
      if (level === 'error') failures.push(failure)
    },
  })
  const http = createServer((request, response) => {
    if (isSocketPath(request.url ?? '')) return live.request(request, response)
    response.writeHead(404).end()
  })
  http.on('upgrade', live.upgrade)
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`

  /** Stops in the server's order: first the sockets, then the market, then the data. */
  async function close(): Promise<void> {
    await live.stop()
    http.closeAllConnections()
    await new Promise((closed) => http.close(closed))
    await venue.close()
  }
  const url = `http://${host}/api/websocket-endpoint`
  /** The connections for which the server holds a descriptor. */
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      http.getConnections((error, count) => (error ? reject(error) : resolve(count)))
    })
  return { ...venue, ...peopleOf(venue), live, timers, failures, logged, host, url, connections, close }
}

/** What users do there, by their e-mail addresses. */
function peopleOf(venue: Awaited<ReturnType<typeof openVenue>>) {
  const { db, reference, securities, market, sessions } = venue

  async function userIdOf(email: string): Promise<string> {
    const person = db.selectFrom('person').select('id').where('email', '=', email)
    return (await person.executeTakeFirstOrThrow()).id
  }

  /** Returns the token of a new session. */
  async function signIn(email: string): Promise<string> {
    return (await sessions.open(await userIdOf(email), 'session')).token
  }

  /** A live advert of a trader. Submitting it and every change to it cause a notification. */
  async function advertises(email: string, securityIndex = 0) {
    const traderId = await userIdOf(email)
    const security = securities[securityIndex] as (typeof securities)[number]
    const { securityId, closePrice: price } = security
    const [brokerId = ''] = reference.names().brokers.keys()
    const draft = { traderId, advertId: randomId(), terms: termsFor(security, brokerId) }
    const offsets = { advertising: 0, knockout: 500 }
    await market.submit({ type: 'createAdvert', ...draft, securityId, offsets })
    await market.submit({
      type: 'submitAdvert',
      arrivalMid: null,
      usdJpy: 150 * yen,
      ...draft,
      freshId: randomId(),
      price,
    })
    const { advertId } = draft
    return {
      pauses: () => market.submit({ type: 'pauseAdvert', traderId, advertId }),
      resumes: () => market.submit({ type: 'resumeAdvert', traderId, advertId, price }),
    }
  }

  async function isPresent(email: string): Promise<boolean | undefined> {
    const userId = await userIdOf(email)
    return market.read(({ traders }) => traders.get(userId)?.present)
  }

  return { userIdOf, signIn, advertises, isPresent }
}

/** Twice the platform's minimum. */
const termsFor = ({ closePrice, lotSize }: Security, brokerId: string): AdvertTerms => ({
  direction: 'BUY',
  shareQuantity: Math.ceil(2e11 / closePrice / lotSize) * lotSize,
  minimumQuantity: 50,
  duration: 'END_OF_DAY',
  credibilityHurdle: 10,
  transactionType: 'CASH_ONLY',
  transactionTypePreference: 'CASH_ONLY',
  brokerIds: [brokerId],
  ranked: false,
  ...optionalTermsOff,
})
