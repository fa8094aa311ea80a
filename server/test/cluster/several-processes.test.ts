import { isDeepStrictEqual } from 'node:util'
import { calls } from '@aitai/contract/calls.ts'
import { mayCall } from '@aitai/contract/routes/audiences.ts'
import { isChange } from '@aitai/contract/routes/route.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { LaterVersion, rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connectPostgres } from '../../src/database/postgres.ts'
import { createJournal } from '../../src/market/journal.ts'
import { quoteOf, sendFeedBatch, startServerWithFeed } from '../support/feed-handler.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
const testOnPostgres = test.runIf(postgres)

interface Processes {
  readonly servers: readonly TestServer[]
  readonly databaseUrl: string
}

/** Servers on one database. The first has created the accounts. */
async function startServers(
  count: number,
  configured: Readonly<Record<string, string>> = {},
): Promise<Processes> {
  const databaseUrl = (await postgres?.newLocation())?.databaseUrl
  if (!databaseUrl) throw new Error('there is no PostgreSQL')
  const env = { ...configured, DATABASE_URL: databaseUrl }
  const servers = [await startTestServer({ env })]
  while (servers.length < count) servers.push(await startTestServer({ env, firms: [], brokers: [] }))
  return { servers, databaseUrl }
}

const writerOf = ({ servers }: Processes): TestServer => {
  const writer = servers.find(({ app }) => app.cluster?.isWriter())
  if (!writer) throw new Error('no process writes')
  return writer
}

const followersOf = (processes: Processes): TestServer[] => {
  const writer = writerOf(processes)
  return processes.servers.filter((each) => each !== writer)
}

const traderOn = async (server: TestServer, firm: string): Promise<TestUser> =>
  await (await server.trader(firm)).connects()

/** The same user, signed in through another process. */
function on(server: TestServer, { email, token }: TestUser): TestUser {
  const user = server.person(email)
  user.token = token
  return user
}

async function located(alder: TestUser, birch: TestUser) {
  const buy = await alder.advertises('BUY', '7203.T', 10_000)
  const sell = await birch.advertises('SELL', '7203.T', 8_000)
  return { buy, sell, ofAlder: await alder.isLocated(buy.id), ofBirch: await birch.isLocated(sell.id) }
}

testOnPostgres('traders and broker meet, each at another process', async () => {
  const processes = await startServers(3)
  const [first, second, third] = processes.servers as [TestServer, TestServer, TestServer]
  const [alder, birch] = [await traderOn(first, 'alder'), await traderOn(second, 'birch')]
  const brokers = await Promise.all(
    ['hinoki', 'kaede'].map(async (name) => (await third.broker(name)).connects()),
  )
  const { buy, ofAlder, ofBirch } = await located(alder, birch)
  await alder.accepts(ofAlder)
  await birch.accepts(ofBirch)

  await Promise.all([alder, birch].map((each) => each.receives('Contra Connection Accepted!')))
  const [byAlder] = await alder.locates()
  const [byBirch] = await birch.locates()
  expect(byAlder?.outcome).toBe(byBirch?.outcome)
  expect(byAlder?.brokerName).toBe(byBirch?.brokerName)
  const listings = await Promise.all(brokers.map((each) => each.agreements()))
  expect(listings.flat()).toMatchObject([{ buyPw: byAlder?.password, sellPw: byBirch?.password }])
  // What one process has acknowledged, every process shows.
  for (const server of processes.servers)
    expect((await on(server, alder).advert(buy.id)).advertisementStatus).toBe('COMPLETED')
})

testOnPostgres('a follower answers every read of a trader as the writer does', async () => {
  const processes = await startServers(2)
  const writer = writerOf(processes)
  const [follower] = followersOf(processes) as [TestServer]
  const alder = await traderOn(writer, 'alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  await alder.callsOk(`/advert/pause-advert/${id}`)
  const { securityId } = await alder.advert(id)
  const values: Readonly<Record<string, string>> = { id, securityId, day: 'today', resetToken: 'unknown' }
  const paths = calls
    .filter((call) => !isChange(call) && mayCall(call.for, 'trader'))
    .map(({ path }) => path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'today'))
  const statuses = async (server: TestServer): Promise<Record<string, number>> => {
    const user = on(server, alder)
    const replies = await Promise.all(paths.map((path) => user.calls(path)))
    return Object.fromEntries(paths.map((path, i) => [path, replies[i]?.status ?? 0]))
  }

  const shown = await statuses(writer)
  expect(await statuses(follower)).toEqual(shown)
  expect(Object.values(shown).filter((status) => status >= 500)).toEqual([])
  const whyNot = `/advert/why-not-matching/${id}`
  expect(await on(follower, alder).callsOk(whyNot)).toEqual(await alder.callsOk(whyNot))
})

testOnPostgres('a user has one budget of reads for all processes together', async () => {
  const processes = await startServers(2, { READS_PER_SECOND: '2', VISITS_PER_SECOND: '4' })
  const [one, other] = processes.servers as [TestServer, TestServer]
  const knows = (count: number, servers: readonly TestServer[]) =>
    until('the number of processes', async () =>
      servers.every(({ app }) => app.cluster?.processes() === count),
    )
  /** How many of 30 requests in turn to these processes are answered. The clocks of the tests stand still. */
  const answered = async (users: readonly TestUser[], path: string): Promise<number> => {
    const statuses = []
    for (let n = 0; n < 30; n += 1) statuses.push((await users[n % users.length]?.calls(path))?.status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    return statuses.filter((status) => status === 200).length
  }
  await knows(2, [one, other])
  expect(await answered([one.person(''), other.person('')], '/version/web')).toBe(24)
  for (const { clock } of processes.servers) clock.advance(6_000)
  const alder = await one.trader('alder')
  expect(await answered([on(one, alder), on(other, alder)], '/user/ioi-counts')).toBe(12)

  const follower = writerOf(processes) === one ? other : one
  await follower.running.stop()
  const rest = writerOf(processes)
  await knows(1, [rest])
  expect(await answered([await rest.trader('birch')], '/user/ioi-counts')).toBe(12)
})

testOnPostgres('the writer stops between the popup and the answers: both sides hear the same', async () => {
  const processes = await startServers(3)
  const writer = writerOf(processes)
  const [one, other] = followersOf(processes) as [TestServer, TestServer]
  const [alder, birch] = [await traderOn(one, 'alder'), await traderOn(other, 'birch')]
  const { ofAlder, ofBirch } = await located(alder, birch)
  await writer.running.stop()
  const [again] = await alder.locates()
  expect(again?.deadline).toBe(ofAlder.deadline)
  await alder.accepts(ofAlder)
  await birch.accepts(ofBirch)
  await Promise.all([alder, birch].map((each) => each.receives('Contra Connection Accepted!')))
  expect(writerOf({ ...processes, servers: [one, other] })).not.toBe(writer)
})

/** Cuts all connections of a process to the database, and of no other. */
async function cutConnections({ databaseUrl }: Processes, { app }: TestServer): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  onTestFinished(() => client.end())
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity, writer
      where application_name = 'aitai ' || process_id and datname = current_database()`,
  )
  await until('another writer', async () => !app.cluster?.isWriter())
}

testOnPostgres('a writer whose connections are cut is replaced, and follows', async () => {
  const processes = await startServers(2)
  const writer = writerOf(processes)
  const alder = await traderOn(writer, 'alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  await cutConnections(processes, writer)
  await until('a writer', async () => processes.servers.some(({ app }) => app.cluster?.isWriter()))
  for (const server of processes.servers)
    expect((await on(server, alder).advert(id)).advertisementStatus).not.toBe('DEAD')
  const { id: second } = await alder.advertises('BUY', '6758.T', 10_000)
  expect((await on(processes.servers[1] as TestServer, alder).advert(second)).id).toBe(second)
})

testOnPostgres(
  'a writer that does not know yet that it was replaced refuses nothing on its old state',
  async () => {
    const processes = await startServers(2)
    const writer = writerOf(processes)
    const alder = await traderOn(writer, 'alder')
    const { id } = await alder.advertises('BUY', '7203.T', 10_000)
    const { market } = writer.app
    const { at, traderId } = await market.read((state) => ({
      at: state.at,
      traderId: state.adverts.get(id)?.traderId ?? '',
    }))
    const { db, close } = connectPostgres(processes.databaseUrl)
    onTestFinished(close)
    // What its successor does: begins an epoch, and pauses the IOI.
    const successor = createJournal(db)
    await successor.fold()
    await sql`update writer set epoch = epoch + 1`.execute(db)
    await successor.append([
      {
        at,
        command: { type: 'pauseAdvert', at, traderId, advertId: id },
        events: [{ type: 'advertPaused', at, advertId: id, by: 'OWNER' }],
      },
    ])

    // It may say that the outcome is unknown. Then the user repeats it.
    const resumes = async () => {
      const reply = await alder.calls(`/advert/resume-advert/${id}`, { method: 'POST' })
      return reply.status === 503 ? null : reply
    }
    expect(await until('a reply', resumes)).toMatchObject({
      status: 200,
      body: { advertisementStatus: 'LIVE' },
    })
  },
)

testOnPostgres('a log-in at another process ends the session, and its socket says so', async () => {
  const processes = await startServers(2)
  const [first, second] = processes.servers as [TestServer, TestServer]
  const alder = await traderOn(first, 'alder')
  await second.trader('alder')
  await until('the end of the session', async () =>
    alder.received.some(({ message }) => message.endsWith('logged out')),
  )
  expect(await alder.isRefused('/advert/advert-list')).toMatchObject({ status: 401 })
})

testOnPostgres('a trader who leaves one process and is at another stays present', async () => {
  const processes = await startServers(2)
  const [first, second] = processes.servers as [TestServer, TestServer]
  const [alder, birch] = [await traderOn(first, 'alder'), await traderOn(second, 'birch')]
  await on(second, alder).connects()
  const { ofAlder } = await located(alder, birch)
  expect(ofAlder.locateQuantity).toBe(8_000)
})

testOnPostgres('every process shows the prices of the one that writes', async () => {
  const env = { QUOTES: 'simulated' }
  const databaseUrl = (await postgres?.newLocation())?.databaseUrl ?? ''
  const quotes = 'as configured'
  const one = await startTestServer({ env: { ...env, DATABASE_URL: databaseUrl }, quotes })
  const other = await startTestServer({
    env: { ...env, DATABASE_URL: databaseUrl },
    quotes,
    firms: [],
    brokers: [],
  })
  const id = one.securityId('7203.T')
  await until('the same quote', async () => {
    const [a, b] = [one.app.quotes.quoteOf(id), other.app.quotes.quoteOf(id)]
    return a !== null && a.bid === b?.bid && a.at === b.at
  })
})

const writesLater = {
  'an event that it does not know': (at: number) => ({ type: 'advertBlessed', at }) as unknown as Event,
  'by later rules': (at: number): Event => ({
    type: 'referenceChanged',
    at,
    reference: { rulesVersion: rulesVersion + 1 },
  }),
}

testOnPostgres.each(Object.keys(writesLater) as (keyof typeof writesLater)[])(
  'a follower ends when a later version writes %s',
  async (what) => {
    const databaseUrl = (await postgres?.newLocation())?.databaseUrl ?? ''
    const env = { DATABASE_URL: databaseUrl }
    const writer = await startTestServer({ env })
    const fatal = Promise.withResolvers<unknown>()
    await startTestServer({ env, firms: [], brokers: [], onFatal: fatal.resolve })
    const { database } = writer.app
    const journal = createJournal(database)
    const { state } = await journal.fold()
    const command = { type: 'setPresence', at: state.at, traderId: 'x', present: true } as const
    await journal.append([{ at: state.at, command, events: [writesLater[what](state.at)] }])
    expect(await fatal.promise).toBeInstanceOf(LaterVersion)
  },
)

testOnPostgres('a follower has the same statistics, bars and pushes as the writer', async () => {
  const databaseUrl = (await postgres?.newLocation())?.databaseUrl ?? ''
  const env = { DATABASE_URL: databaseUrl }
  const servers = [await startServerWithFeed({ env })]
  servers.push(await startServerWithFeed({ env, firms: [], brokers: [] }))
  const processes = { servers, databaseUrl }
  const writer = writerOf(processes)
  const [follower] = followersOf(processes) as [TestServer]
  const alder = await writer.trader('alder')
  const feed = (more: object) => sendFeedBatch(writer, [quoteOf(writer, more)])
  await feed({ last: 2_900, volume: 1_000, bidSize: 700 })
  for (const { clock } of servers) clock.advance(60_000)
  await feed({ last: 2_910, volume: 1_900 })
  const id = writer.securityId('7203.T')
  const read = async (server: TestServer) =>
    await Promise.all(
      [`get-quote/${id}`, `get-bars/${id}/today`].map((path) => on(server, alder).callsOk(`/status/${path}`)),
    )
  const shown = await read(writer)
  expect(shown).toMatchObject([{ volume: 1_900 }, { bars: { close: [2_900, 2_910], volume: [0, 900] } }])
  await until('the same at the follower', async () => isDeepStrictEqual(await read(follower), shown))
})
