import { createServer, connect as open, type Socket } from 'node:net'
import { socketPath } from '@aitai/contract/routes/live.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')

/** A way to a database that can go silent: nothing arrives, and no connection is closed. */
async function wayTo(databaseUrl: string) {
  const { port, hostname } = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isSilent = false
  const join = ([from, to]: readonly [Socket, Socket]): void => {
    from.pipe(to)
    to.pipe(from)
  }
  const way = createServer((from) => {
    const to = open(Number(port), hostname)
    const pair = [from, to] as const
    for (const socket of pair) socket.on('error', () => {}).on('close', () => pairs.delete(pair))
    pairs.add(pair)
    if (!isSilent) join(pair)
  })
  await new Promise<void>((listening) => way.listen(0, '127.0.0.1', listening))
  const close = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    way.close()
  }
  onTestFinished(close)
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(way.address() as { port: number }).port}`
  return {
    url: url.href,
    setSilent(silent: boolean) {
      isSilent = silent
      for (const [from, to] of pairs) {
        if (silent) {
          from.unpipe(to).pause()
          to.unpipe(from).pause()
        } else join([from, to])
      }
    },
  }
}

test.runIf(postgres)(
  'a process that is cut off from its database closes its sockets and opens no more until it is back',
  { timeout: 60_000 },
  async () => {
    const databaseUrl = (await postgres?.newLocation())?.databaseUrl ?? ''
    await startTestServer({ env: { DATABASE_URL: databaseUrl } })
    const way = await wayTo(databaseUrl)
    const cutOff = await startTestServer({ env: { DATABASE_URL: way.url }, firms: [], brokers: [] })
    const trader = await (await cutOff.trader('alder')).connects()
    const openSockets = async (): Promise<number> =>
      Number(/^aitai_sockets (\d+)$/m.exec(await (await fetch(`${cutOff.url}/metrics`)).text())?.[1])
    const info = async (): Promise<number> => (await fetch(`${cutOff.url}${socketPath}/info`)).status
    expect(await openSockets()).toBe(1)
    expect(await info()).toBe(200)

    way.setSilent(true)
    await until('its sockets to be closed', async () => (await openSockets()) === 0)
    expect(await info()).toBe(503)

    way.setSilent(false)
    await until('sockets to be accepted again', async () => (await info()) === 200)
    await trader.connects()
    expect(await openSockets()).toBe(1)
  },
)
