import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabases } from '../../test/support/test-databases.ts'
import { hostUrls } from '../host-urls.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { connectPostgres } from './postgres.ts'
import { NoReadWriteHost, newClient } from './read-write-host.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')

test('a URL with several hosts is one URL for each, each with its own port', () => {
  expect(hostUrls('postgres://desk:p%40ss@first:5433,second,[::1]:5434/aitai?sslmode=require')).toEqual([
    'postgres://desk:p%40ss@first:5433/aitai?sslmode=require',
    'postgres://desk:p%40ss@second/aitai?sslmode=require',
    'postgres://desk:p%40ss@[::1]:5434/aitai?sslmode=require',
  ])
  expect(hostUrls('postgresql://first,second/aitai?target_session_attrs=read-write')).toEqual([
    'postgresql://first/aitai',
    'postgresql://second/aitai',
  ])
})

test('a URL with one host is left as it is', () => {
  expect(hostUrls('postgres://desk@/aitai?host=/run/postgresql')).toEqual([
    'postgres://desk@/aitai?host=/run/postgresql',
  ])
})

test('hosts of which none answers are an unavailable database, and the error has no password', async () => {
  const url = `postgres://desk:secret@127.0.0.1:${await closedPort()},127.0.0.1:${await closedPort()}/aitai`
  const error: unknown = await newClient(url, {})
    .connect()
    .catch((why: unknown) => why)

  expect(error).toBeInstanceOf(NoReadWriteHost)
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(`${error}`).toContain('ECONNREFUSED')
  expect(`${error}`).not.toContain('secret')
})

test.runIf(postgres)('a read-only host is passed over for the one that accepts writes', async () => {
  const { url } = await database()
  const readOnly = new URL(url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  readOnly.searchParams.set('target_session_attrs', 'read-write')

  await expect(newClient(readOnly.href, {}).connect()).rejects.toThrow('it is a standby')
})

test.runIf(postgres)('a pool moves to another host once the one that it used is gone', async () => {
  const { url, target } = await database()
  const first = await openRelay(target)
  const secondPort = await closedPort()
  const { username, pathname } = new URL(url)
  const hosts = `127.0.0.1:${first.port},127.0.0.1:${secondPort}`
  const { db, close } = connectPostgres(`postgres://${username}@${hosts}${pathname}`)
  onTestFinished(close)
  const one = sql<{ one: number }>`select 1 as one`
  await one.execute(db)

  await openRelay(target, secondPort)
  await first.close()
  // The connections that were cut fail once each, as with a single host.
  const outcomes = await Promise.allSettled([one.execute(db), one.execute(db)])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(isDatabaseUnavailable(outcome.reason)).toBe(true)

  expect((await one.execute(db)).rows).toEqual([{ one: 1 }])
})

test.runIf(postgres)('a connection on which a statement had no response is not used again', async () => {
  const { url, target } = await database()
  const relay = await openRelay(target)
  const client = newClient(
    `postgres://${new URL(url).username}@127.0.0.1:${relay.port}${new URL(url).pathname}`,
    {
      query_timeout: 50,
    },
  )
  await client.connect()
  for (const socket of relay.sockets) socket.pause().unpipe()
  const ended = new Promise<void>((resolve) => client.once('end', resolve))

  await expect(client.query('select 1')).rejects.toThrow('Query read timeout')
  await ended
})

async function database() {
  const location = await postgres?.newLocation()
  const url = location?.databaseUrl ?? ''
  const { hostname: host, port } = new URL(url)
  return { url, target: { host, port: Number(port || 5432) } }
}

/** Forwards connections to a host, until it is closed. */
async function openRelay(target: { readonly host: string; readonly port: number }, at = 0) {
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(target)
    for (const socket of [incoming, outgoing]) sockets.add(socket.on('error', () => {}))
    incoming.pipe(outgoing).pipe(incoming)
  })
  const close = (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  const port = await listeningPort(server, at)
  onTestFinished(close)
  return { port, sockets, close }
}

async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await listeningPort(server)
  await new Promise((closed) => server.close(closed))
  return port
}

async function listeningPort(server: Server, at = 0): Promise<number> {
  await new Promise<void>((listening) => server.listen(at, '127.0.0.1', listening))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
