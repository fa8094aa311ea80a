import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startServerProcess, urlOf } from '../support/server-process.ts'
import { temporaryFolder, testDatabases } from '../support/test-databases.ts'
import { until } from '../support/until.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')

/** A port whose connections are cut until it leads to the database. */
async function cutPort(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isOpen = false
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (!isOpen) return void socket.destroy()
    const onward = connect(Number(port), hostname)
    onward.on('error', () => {})
    for (const each of [socket, onward]) sockets.add(each)
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const each of sockets) each.destroy()
    server.close()
  })
  const url = new URL(databaseUrl)
  url.port = `${(server.address() as AddressInfo).port}`
  const open = (): void => {
    isOpen = true
  }
  return { url: url.href, host: url.host, open }
}

test.runIf(postgres)(
  'a server waits for its database, says so once, and starts when it is there',
  async () => {
    const databaseUrl = (await postgres?.newLocation())?.databaseUrl ?? ''
    const cut = await cutPort(databaseUrl)
    const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: cut.url, DEMO: 'off', LOG_LEVEL: 'silent' }
    const server = startServerProcess(env)
    const output = await until('the line', async () => server.text().includes('\n') && server.text())
    expect(output).toMatch(
      /^DATABASE_URL: the database at \S+ cannot be used: .*\. Start it, or correct the host and the port\. /,
    )
    expect(output).toMatch(/[^\n] The server starts when the database accepts writes\.\n$/)
    expect(output).toContain(cut.host)
    cut.open()

    const url = await urlOf(server)
    expect(server.text()).toBe(`${output}Aitai is ready at ${url}\n`)
  },
)

test('a server that waits ends at once on a signal', async () => {
  const DATABASE_URL = 'postgres://aitai@127.0.0.1:1/aitai'
  const server = startServerProcess({ DATA_DIR: temporaryFolder(), DATABASE_URL })
  await until('the line', async () => server.text().includes('The server starts when'))

  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(null)
})
