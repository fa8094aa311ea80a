import { tmpdir } from 'node:os'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { requireRoom, startWriteProbe } from '../../src/market/write-probe.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')

const health = async ({ url }: TestServer): Promise<readonly [number, string | undefined]> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return [(await fetch(`${url}/readyz`)).status, /^aitai_ready (\d)$/m.exec(metrics)?.[1]]
}

const isReady = async (server: TestServer): Promise<boolean> => `${await health(server)}` === '200,1'

test.runIf(postgres)(
  'no process is ready while the database confirms no write, and all are once it does again',
  async () => {
    const databaseUrl = (await postgres?.newLocation())?.databaseUrl ?? ''
    const env = { DATABASE_URL: databaseUrl }
    const servers = [
      await startTestServer({ env, firms: [], brokers: [] }),
      await startTestServer({ env, firms: [], brokers: [] }),
    ]
    const all = async (isSo: boolean): Promise<boolean> =>
      (await Promise.all(servers.map(isReady))).every((each) => each === isSo)
    await until('both to be ready', () => all(true))

    // Reads succeed, and no write: as with a synchronous standby that is away.
    const other = new pg.Client({ connectionString: databaseUrl })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin')
    await other.query('select 1 from writer for update')
    await until('nobody to be ready', () => all(false))
    for (const server of servers) expect(await health(server)).toEqual([503, '0'])

    await other.query('rollback')
    await until('both to be ready again', () => all(true))
    const changes = await (await fetch(`${servers[0]?.url}/metrics`)).text()
    expect(changes).toMatch(/^aitai_writer_changes_total\{kind="elected"\} \d+$/m)
  },
)

test('a write that fails is noticed without a command, and so is one that succeeds again', async () => {
  let failure: Error | null = null
  const errors: unknown[] = []
  const probe = startWriteProbe(
    async () => {
      if (failure) throw failure
    },
    (error) => errors.push(error),
    1,
  )
  onTestFinished(() => probe.stop())
  expect(probe.isWritable()).toBe(true)

  failure = new Error('database or disk is full')
  await until('it to be noticed', async () => !probe.isWritable())
  expect(errors[0]).toBe(failure)
  failure = null
  await until('it to be writable', async () => probe.isWritable())
})

test('a disk without room for a batch of commands is full, although a probe would still fit', async () => {
  await requireRoom(tmpdir())
  await expect(requireRoom(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toThrow(`the disk of ${tmpdir()}`)
})
