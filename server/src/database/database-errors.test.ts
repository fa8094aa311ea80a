import { createServer, type Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabases } from '../../test/support/test-databases.ts'
import { randomId } from '../random.ts'
import { isDatabaseUnavailable, unlessTaken } from './database-errors.ts'
import { openDatabase } from './open-database.ts'
import { connectPostgres } from './postgres.ts'
import { newPool } from './read-write-host.ts'
import type { Database } from './schema.ts'

/** A server that accepts connections and does with them what the test says. */
async function serverThat(treats: (socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    treats(socket)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return `postgres://nobody@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/none`
}

async function failureOf(url: string, max = 1): Promise<unknown> {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 50 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const [, second] = await Promise.allSettled([pool.query('select 1'), pool.query('select 1')])
  return second?.status === 'rejected' ? second.reason : null
}

test.each([
  ['is silent, one connection for two', (): void => {}, 1, 'timeout exceeded when trying to connect'],
  ['is silent', (): void => {}, 2, 'Connection terminated due to connection timeout'],
  ['hangs up', (socket: Socket) => socket.destroy(), 2, null],
  ['hangs up politely', (socket: Socket) => socket.end(), 2, 'Connection terminated unexpectedly'],
])('a PostgreSQL that %s is unavailable', async (_, treats, connections, message) => {
  const failure = await failureOf(await serverThat(treats), connections)

  expect(failure).toBeInstanceOf(Error)
  if (message !== null) expect((failure as Error).message).toBe(message)
  expect(isDatabaseUnavailable(failure)).toBe(true)
})

test.each(testDatabases.filter(({ name }) => name === 'PostgreSQL'))(
  'a $name whose connections are all in use is unavailable, and a wrong statement is not',
  async (store) => {
    const { db, close } = connectPostgres((await store.newLocation()).databaseUrl ?? '')
    const busy = Array.from({ length: 10 }, () => sql`select pg_sleep(2.5)`.execute(db))
    const waiting = await sql`select 1`.execute(db).catch((error: unknown) => error)
    await Promise.all(busy)
    const wrong = await sql`select from nothing`.execute(db).catch((error: unknown) => error)
    await close()

    expect([isDatabaseUnavailable(waiting), isDatabaseUnavailable(wrong)]).toEqual([true, false])
  },
)

test.each(testDatabases.filter(({ name }) => name === 'PostgreSQL'))(
  'a $name that does not answer in time is unavailable, within a transaction too',
  async (store) => {
    const url = (await store.newLocation()).databaseUrl ?? ''
    const pool = newPool(url, { max: 2, query_timeout: 100 })
    pool.on('error', () => {})
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
    const alone = await sql`select pg_sleep(1)`.execute(db).catch((error: unknown) => error)
    const inTransaction = await db
      .transaction()
      .execute((trx) => sql`select pg_sleep(1)`.execute(trx))
      .catch((error: unknown) => error)
    await db.destroy()

    expect([isDatabaseUnavailable(alone), isDatabaseUnavailable(inTransaction)]).toEqual([true, true])
  },
)

test('any other error is not the fault of the database', () => {
  expect(isDatabaseUnavailable(new Error('a broken rule'))).toBe(false)
  expect(isDatabaseUnavailable(Object.assign(new Error('not unique'), { code: '23505' }))).toBe(false)
})

test.each(testDatabases)(
  'a value that another row has is told from any other error, on $name',
  async (store) => {
    const { db, close } = await openDatabase(await store.newLocation())
    const add = (name: string) =>
      unlessTaken(
        db
          .insertInto('firm')
          .values({ id: randomId(), name, folded_name: name, affiliate_group: null, active: 1 })
          .execute()
          .then(() => 'added'),
        'taken',
      )

    expect([await add('Alder'), await add('Alder'), await add('Birch')]).toEqual(['added', 'taken', 'added'])
    await expect(add(null as never)).rejects.toThrow()
    await close()
  },
)
