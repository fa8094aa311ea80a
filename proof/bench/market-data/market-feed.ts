import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { callApi } from '@aitai/contract/api-client.ts'
import { ingestQuotes } from '@aitai/contract/routes/feed.ts'
import { socketPath } from '@aitai/contract/routes/live.ts'
import type { FeedQuote } from '@aitai/contract/schemas/feed.ts'
import { importEquities } from '@aitai/server/admin/reference/equity-import.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { adminContextOn } from '../../harness/admin-context.ts'
import { openConnection, type ServerConnection } from '../../harness/client-connection.ts'
import { createRandom, type Random } from '../../harness/random.ts'
import { startProcess } from '../../harness/server-process.ts'
import { addSignedInDesks } from '../desk-accounts.ts'
import { type Percentiles, percentilesOf } from '../percentiles.ts'
import { processorSeconds, residentMemory } from '../processor-time.ts'
import { withDataFolder } from '../test-accounts.ts'
import type { FollowersRequest, FollowingDesk, UpdateDelays } from './followers.main.ts'

export interface MarketFeedSize {
  readonly securities: number
  readonly desks: number
  /** How many securities each desk shows. */
  readonly followed: number
  /** Of each phase. */
  readonly seconds: number
}

/** The server while the feed sends every security once a second. */
export interface FeedPhase {
  readonly desks: number
  readonly quotesPerSecond: number
  readonly pushesPerSecond: number
  /** The processor time of the server, as a share of one core. */
  readonly serverCore: number
  /** Resident, in MiB. */
  readonly memory: number
  /** From sending a batch until its reply, in milliseconds. */
  readonly batch: Percentiles
}

export interface MarketFeedFigures {
  readonly desks: number
  readonly phases: readonly FeedPhase[]
  readonly delay: UpdateDelays
  /** Stored bars of whole minutes, as a share of the minutes of all securities. */
  readonly barsStored: number
}

const feedToken = 'a token of the bench, 32 letters'.replaceAll(/\W/g, 'x')
const batchesPerSecond = 10

/**
 * A feed sends every security once a second to a real server. First nobody subscribes, then desks show some securities
 * each. Prices become bars, which are stored, and pushes, which arrive in another process.
 */
export function benchMarketFeed(size: MarketFeedSize): Promise<MarketFeedFigures> {
  return withDataFolder(async (dataDir) => {
    const counts = { institutions: size.desks, traders: size.desks, brokers: 1, brokerUsers: 0 }
    const { traders } = await addSignedInDesks({ dataDir, databaseUrl: null }, counts)
    const listed = await listSecurities(dataDir, size.securities)
    const env = { QUOTES: 'http', FEED_TOKEN: feedToken, CALENDAR: 'always-open', DEMO: 'off' }
    const server = startProcess(dataDir, env)
    const connection = openConnection(await server.ready)
    const followers = fork(pathOf('followers.main.ts'), [])
    const feed = new Feed(
      connection,
      listed.map(({ ric }) => ric),
    )
    try {
      const phase = async (
        desks: number,
        seconds: number,
      ): Promise<FeedPhase & { readonly delay: UpdateDelays | null }> => {
        // The first seconds of a phase are not counted: code is compiled, and subscribers get everything.
        await feed.run(Math.min(10, seconds))
        if (desks > 0) await delaysOf(followers)
        feed.replies = []
        const before = await processorSeconds(server.pid)
        await feed.run(seconds)
        const used = (await processorSeconds(server.pid)) - before
        const delay = desks > 0 ? await delaysOf(followers) : null
        return {
          desks,
          quotesPerSecond: size.securities,
          pushesPerSecond: Math.round((delay?.fromQuote.times ?? 0) / seconds),
          serverCore: Math.round((used / seconds) * 1_000) / 1_000,
          memory: (await residentMemory(server.pid)).now,
          batch: percentilesOf(feed.replies),
          delay,
        }
      }
      const { delay: _, ...alone } = await phase(0, size.seconds)
      const port = Number(new URL(await server.ready).port)
      const open = traders.map(({ token }, n) => followingDesk(port, token, n, listed, size))
      await request(followers, { open }, 'opened')
      const { delay, ...followed } = await phase(size.desks, size.seconds)
      await server.stop()
      if (!delay) throw new Error('no update has arrived')
      const barsStored = await shareOfBars(dataDir, size.securities)
      return { desks: size.desks, phases: [alone, followed], delay, barsStored }
    } finally {
      followers.disconnect()
      connection.close()
      await server.kill()
    }
  })
}

/** Each desk shows other securities than the one before, so that most are on some desk. */
function followingDesk(
  port: number,
  token: string,
  n: number,
  listed: readonly { readonly id: string }[],
  { followed }: MarketFeedSize,
): FollowingDesk {
  const path = `${socketPath}/000/SESSION/websocket`
  const connectHeaders = { Authorization: `Bearer ${token}` }
  const securityIds = Array.from(
    { length: followed },
    (_, i) => listed[(n * followed + i) % listed.length]?.id ?? '',
  )
  return { endpoint: { port, path, isSockJs: true, connectHeaders }, securityIds }
}

/** Every security once a second, in batches over the second. */
class Feed {
  replies: number[] = []
  readonly #connection: ServerConnection
  readonly #random: Random = createRandom(16)
  readonly #prices: Map<string, { bid: number; volume: number }>

  constructor(connection: ServerConnection, rics: readonly string[]) {
    this.#connection = connection
    this.#prices = new Map(rics.map((ric) => [ric, { bid: 2_000, volume: 0 }]))
  }

  async run(seconds: number): Promise<void> {
    const rics = [...this.#prices.keys()]
    const perBatch = Math.ceil(rics.length / batchesPerSecond)
    // The last batch leaves time before the full second, so that a quote does not miss the push that follows it.
    const everyMs = 850 / batchesPerSecond
    const begins = Math.ceil(Date.now() / 1_000) * 1_000
    for (let second = 0; second < seconds; second += 1)
      for (let n = 0; n < batchesPerSecond; n += 1) {
        await wait(Math.max(0, begins + second * 1_000 + n * everyMs + 20 - Date.now()))
        await this.#send(rics.slice(n * perBatch, (n + 1) * perBatch))
      }
    await wait(Math.max(0, begins + seconds * 1_000 - Date.now()))
  }

  async #send(rics: readonly string[]): Promise<void> {
    const time = new Date().toISOString()
    const quotes = rics.map((ric) => this.#next(ric, time))
    const began = performance.now()
    await callApi(this.#connection, ingestQuotes, { body: { quotes }, token: feedToken })
    this.replies.push(performance.now() - began)
  }

  #next(ric: string, time: string): FeedQuote {
    const price = this.#prices.get(ric) ?? { bid: 2_000, volume: 0 }
    const bid = Math.min(2_200, Math.max(1_800, price.bid + this.#random.between(-1, 1) / 2))
    const volume = price.volume + 100 * this.#random.between(0, 5)
    this.#prices.set(ric, { bid, volume })
    const sizes = { bidSize: 100 * this.#random.between(1, 90), askSize: 100 * this.#random.between(1, 90) }
    return { ric, time, bid, ask: bid + 0.5, last: bid, volume, ...sizes }
  }
}

/** Lists so many securities: those of the server's file and invented ones. Returns their ids. */
async function listSecurities(dataDir: string, count: number) {
  const known = readFileSync(new URL('../../../server/data/equities.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const rics = new Set(known.map((line) => line.split(',')[0]))
  const rows = [...known]
  for (let code = 1_300; rows.length <= count && code <= 9_999; code += 1)
    if (!rics.has(`${code}.T`))
      rows.push(`${code}.T,Invented ${code},架空${code},カクウ,,,n,100,2000,1000000`)
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  try {
    const file = Buffer.from(rows.slice(0, count + 1).join('\n')).toString('base64')
    const admin = adminContextOn(db, Date.now)
    const reply = await importEquities(admin, { file, yes: true })
    if ('refusal' in reply) throw new Error(reply.refusal.message)
    return await db.selectFrom('equity').select(['id', 'ric']).where('active', '=', 1).execute()
  } finally {
    await close()
  }
}

/** Of the minutes between the first and the last, which are whole. */
async function shareOfBars(dataDir: string, securities: number): Promise<number> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  try {
    const rows = await db
      .selectFrom('bar')
      .select(({ fn }) => ['at', fn.countAll<number>().as('count')])
      .groupBy('at')
      .orderBy('at')
      .execute()
    const whole = rows.slice(1, -1)
    const stored = whole.reduce((sum, { count }) => sum + Number(count), 0)
    // A short run has no whole minute.
    return whole.length === 0 ? 0 : Math.round((stored / (whole.length * securities)) * 1_000) / 1_000
  } finally {
    await close()
  }
}

const delaysOf = (followers: ChildProcess): Promise<UpdateDelays> =>
  request(followers, { report: true }, 'report')

function request<T>(child: ChildProcess, request: FollowersRequest, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the desks have ended')))
    child.once('message', (message: Readonly<Record<string, T>>) => {
      child.removeAllListeners('exit')
      resolve(message[name] as T)
    })
    child.send(request)
  })
}

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
