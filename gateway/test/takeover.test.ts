import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { becomeWriter, openStoreDatabase, type StoreDatabase } from '../src/store/open-store.ts'
import { WriterReplaced } from '../src/store/session-store.ts'
import { TestCounterparty } from './support/test-counterparty.ts'
import { OrderBook, openTestStore, report, startGateway } from './support/test-gateway.ts'

/** One database that two gateways share: SQLite stands in for PostgreSQL, which is used if it is there. */
const databases: readonly [string, () => Promise<readonly [StoreDatabase, StoreDatabase]>][] = [
  ['SQLite', sharedSqlite],
]
const url = process.env.TEST_DATABASE_URL
const all = url === undefined ? databases : [...databases, ['PostgreSQL', () => sharedPostgres(url)] as const]

async function sharedSqlite(): Promise<readonly [StoreDatabase, StoreDatabase]> {
  const database = { ...(await openTestStore()), isShared: true }
  return [database, database]
}

async function sharedPostgres(server: string): Promise<readonly [StoreDatabase, StoreDatabase]> {
  const name = `aitai_fix_${randomBytes(8).toString('hex')}`
  const main = await openStoreDatabase({ folder: '', databaseUrl: server })
  await sql.raw(`create database ${name}`).execute(main.db)
  const own = new URL(server)
  own.pathname = `/${name}`
  const opened = await openStoreDatabase({ folder: '', databaseUrl: own.href })
  const second = await openStoreDatabase({ folder: '', databaseUrl: own.href })
  onTestFinished(async () => {
    await opened.close()
    await second.close()
    await sql.raw(`drop database ${name} with (force)`).execute(main.db)
    await main.close()
  })
  return [opened, second]
}

test.each(all)(
  'on %s a second gateway takes over from a silent one, which can write no more',
  async (_, open) => {
    const [one, other] = await open()
    const first = await startGateway(one)
    const alder = await TestCounterparty.connect(first.acceptor.port)
    await alder.logon()
    alder.order('A1')
    await alder.receive()

    const application = new OrderBook()
    const second = await startGateway(other, { application })
    alder.order('A2')
    expect(await alder.receive()).toBe('closed')
    expect(await first.failed).toBeInstanceOf(WriterReplaced)

    const again = await TestCounterparty.connect(second.acceptor.port)
    again.next = 4
    again.send('A', '98=0|108=30')
    expect(await again.receiveAll(2)).toEqual(['3: 35=A|98=0|108=30', '4: 35=2|7=3|16=0'])
    again.sendAgain('D', 3, '11=A2|55=7203.T|54=1')
    expect(await again.receive()).toBe('5: 35=8|11=A2')
    expect(application.orders).toEqual(['D A2 again'])
  },
)

test.each(all)(
  'on %s a gateway that writes keeps the others waiting, and one that closes does not',
  async (_, open) => {
    const [one, other] = await open()
    const first = await becomeWriter(one, { takeoverMs: 60_000 })
    let looks = 0
    const wait = async (): Promise<void> => {
      looks += 1
      await (looks < 100 ? first.beat() : first.release())
    }
    const second = await becomeWriter(other, { wait })
    expect(looks).toBe(100)
    await second.beat()
    await expect(first.beat()).rejects.toThrow(WriterReplaced)
  },
)

test('what a replaced gateway is asked to send is refused', async () => {
  const [one, other] = await sharedSqlite()
  const first = await startGateway(one)
  await becomeWriter(other, { takeoverMs: 50 })
  await expect(first.acceptor.sessions.get('alder')?.send(report('B1'))).rejects.toThrow(WriterReplaced)
})

test('a gateway without traffic shows that it is alive', async () => {
  const [one] = await sharedSqlite()
  await startGateway(one, { beatMs: 5 })
  const beat = async () =>
    (await one.db.selectFrom('fix_writer').select('beat').executeTakeFirstOrThrow()).beat
  const before = await beat()
  while ((await beat()) < before + 3) await new Promise((resolve) => setImmediate(resolve))
})
