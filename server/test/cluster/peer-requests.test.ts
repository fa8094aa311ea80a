import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newSecrets } from '../../src/accounts/installation-secrets.ts'
import { peerFormats } from '../../src/cluster/peer-schemas.ts'
import {
  hashOfBody,
  newNonce,
  replySignature,
  requestHeaders,
  signatureHeader,
} from '../../src/cluster/peer-signature.ts'
import { PeerTransport } from '../../src/cluster/peer-transport.ts'
import { WriterClient } from '../../src/cluster/writer-client.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import type { Database } from '../../src/database/schema.ts'
import { Unavailable } from '../../src/errors.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
const testOnPostgres = test.runIf(postgres)
const key = Buffer.from(newSecrets().PEER_SECRET ?? '', 'hex')

/** Two servers on one database: the one that writes, and the other. */
async function startServers() {
  const DATABASE_URL = (await postgres?.newLocation())?.databaseUrl ?? ''
  const secrets = newSecrets()
  const env = { DATABASE_URL, ...secrets }
  const one = await startTestServer({ env })
  const other = await startTestServer({ env, firms: [], brokers: [] })
  const peerKey = Buffer.from(secrets.PEER_SECRET ?? '', 'hex')
  return one.app.cluster?.isWriter()
    ? { writer: one, follower: other, peerKey }
    : { writer: other, follower: one, peerKey }
}

/** Every value of every table, as text. */
async function wholeDatabase(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const values: string[] = []
  for (const { name } of tables) {
    const rows = await db
      .selectFrom(name as keyof Database)
      .selectAll()
      .execute()
    for (const row of rows) values.push(...Object.values(row).map(String))
  }
  return [...new Set(values)]
}

const bodies = {
  '/command': '{"type":"setPresence","traderId":"x","present":true}',
  '/admin': '{"command":"user list","args":{},"by":"ceo"}',
  '/call': '{"method":"GET","url":"/api/user/my-details","headers":{},"body":null,"address":"127.0.0.1"}',
}

async function peerAddress({ app }: TestServer): Promise<{ id: string; address: string }> {
  const row = await app.database
    .selectFrom('process')
    .innerJoin('writer', 'writer.process_id', 'process.id')
    .select(['process.id', 'process.address'])
    .executeTakeFirst()
  if (!row) throw new Error('no process writes')
  return row
}

testOnPostgres('whoever has read the whole database can command no process', async () => {
  const { writer, peerKey } = await startServers()
  await writer.trader('alder')
  const { id, address } = await peerAddress(writer)
  const values = await wholeDatabase(writer.app.database)
  // A shorter value cannot be a key.
  const long = values.filter((value) => value.length >= 16)
  const candidates = long.flatMap((value) => [
    Buffer.from(value),
    ...(/^[0-9a-f]{16,}$/.test(value) ? [Buffer.from(value, 'hex')] : []),
  ])
  const transport = new PeerTransport(null)
  onTestFinished(() => transport.close())
  const probe = async (candidate: Buffer, path: keyof typeof bodies) => {
    const [body, nonce] = [bodies[path], newNonce()]
    const request = { to: id, method: 'POST', path, at: Date.now(), nonce, bodyHash: hashOfBody(body) }
    const token = { authorization: `Bearer ${candidate.toString('hex').slice(0, 512)}` }
    const headers = { ...token, ...requestHeaders(() => [candidate], request) }
    return (await transport.post(address + path, body, headers, AbortSignal.timeout(10_000))).status
  }

  expect(candidates.length).toBeGreaterThan(200)
  expect(candidates.some((each) => each.equals(peerKey))).toBe(false)
  const statuses = new Set<number>()
  for (const candidate of candidates.slice(0, 2_000)) statuses.add(await probe(candidate, '/command'))
  for (const path of ['/admin', '/call'] as const) statuses.add(await probe(candidates[0] ?? key, path))
  expect([...statuses]).toEqual([404])
  expect(await probe(peerKey, '/command')).not.toBe(404)
})

/** A database that names a process as the one that writes. */
async function registry() {
  const [{ newLocation }] = testDatabases as [(typeof testDatabases)[number]]
  const { db, close } = await openDatabase(await newLocation())
  onTestFinished(close)
  const row = { started_at: 0, seen_at: 0, seq: 0, clock_difference: 0, secrets_id: '' }
  return {
    db,
    async add(id: string, address: string): Promise<void> {
      await db
        .insertInto('process')
        .values({ id, address, ...row })
        .execute()
    },
    async names(process_id: string): Promise<void> {
      await db.deleteFrom('writer').execute()
      await db.insertInto('writer').values({ id: 1, epoch: 1, process_id, renewed_at: 0 }).execute()
    },
  }
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers with a body, signed with a key. */
const answersWith =
  (body: string, signedWith: Buffer): RequestListener =>
  (request, response) => {
    const signature = replySignature(() => [signedWith], String(request.headers['x-aitai-nonce']), 200, body)
    request.resume()
    response.writeHead(200, { [signatureHeader]: signature }).end(body)
  }

function clientOf(database: Kysely<Database>) {
  const reported: string[] = []
  const onError = (error: unknown): void => void reported.push((error as Error).message)
  const client = new WriterClient({
    database,
    processId: 'own',
    keys: () => [key],
    tls: null,
    now: Date.now,
    timeoutMs: 600_000,
    onError,
  })
  onTestFinished(() => client.close())
  return { client, reported }
}

const command = { type: 'setPresence', traderId: 'alder-1', present: true } as const

test('an operator who was identified elsewhere stays identified, and a command that does not say is refused', () => {
  const command = { command: 'halt', args: { what: 'PLATFORM' }, by: 'martin', userId: 'martin' }
  const { request } = peerFormats['/admin']

  expect(request(command)).toEqual(command)
  expect(request({ ...command, userId: null })).toEqual({ ...command, userId: null })
  const { userId: _, ...unsaid } = command
  expect(request(unsaid)).toBeNull()
})

test('a reply that is not signed is not believed, and the log says why', async () => {
  const { db, add, names } = await registry()
  await add('fake', await listen(answersWith('{"seq":1}', Buffer.alloc(32))))
  await names('fake')
  const { client, reported } = clientOf(db)

  await expect(client.request('/command', command, false)).rejects.toThrow(Unavailable)
  expect(reported).toEqual([
    expect.stringMatching(/is not signed: do both processes have the same PEER_SECRET/),
  ])
})

test('a reply of another form is not passed on', async () => {
  const { db, add, names } = await registry()
  await add('odd', await listen(answersWith('{"seq":"1"}', key)))
  await names('odd')

  await expect(clientOf(db).client.request('/command', command, false)).rejects.toThrow(Unavailable)
})

test('a request to a writer that hangs is given up once another process writes', async () => {
  const { db, add, names } = await registry()
  const requested: string[] = []
  const hangs = await listen((request) => void requested.push(request.url ?? ''))
  await add('hangs', hangs)
  await add('next', await listen(answersWith('{"version":1,"quotes":[],"usdJpy":1,"indexMove":0}', key)))
  await names('hangs')
  const { client } = clientOf(db)
  const given = client.request('/command', command, false)
  const quotes = client.request('/quotes', { processId: 'own', version: 0 }, true)
  await until('both requests', async () => requested.length === 2)
  await names('next')

  // It may have been applied, so it is not sent again; the other one may be repeated.
  await expect(given).rejects.toThrow('the reply of the writer was lost')
  expect(await quotes).toMatchObject({ version: 1 })
  expect(requested.toSorted()).toEqual(['/command', '/quotes'])
})
