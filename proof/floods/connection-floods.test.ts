import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { until } from '../../server/test/support/until.ts'

/** Connections that send these bytes and then neither send more nor close, whatever the server does. */
async function floodWith(desk: TestServer, count: number, bytes: string): Promise<void> {
  const { hostname, port } = new URL(desk.url)
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
      sockets.push(socket)
      socket.on('error', () => resolve())
      socket.once('connect', () => socket.write(bytes, () => resolve()))
    })
  for (let done = 0; done < count; done += 100)
    await Promise.all(Array.from({ length: Math.min(100, count - done) }, open))
}

/** The connections for which the server holds a descriptor. */
const heldBy = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

const halfAHeader = 'GET /livez HTTP/1.1\r\nhost: localhost\r\nx-slow: '

test('2,100 connections with half a header are destroyed within seconds, and members sign in throughout', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const { server } = desk.app.http
  const flood = floodWith(desk, 2_100, halfAHeader)
  await desk.trader('alder')
  await flood

  expect(await heldBy(server)).toBeLessThan(1_100)
  await desk.trader('alder')
  await until('the rest to be destroyed', async () => (await heldBy(server)) < 10)
  await desk.trader('alder')
}, 30_000)

test.each([
  ['no header', ''],
  ['a request and silence', `${halfAHeader}x\r\n\r\n`],
  [
    'half a body',
    'POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  ],
])('connections with %s hold a limited number of descriptors', async (_, bytes) => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  await floodWith(desk, 1_200, bytes)

  await until('the oldest to be destroyed', async () => (await heldBy(desk.app.http.server)) <= 1_050)
  await desk.trader('alder')
})

test('a client that is refused and does not close is disconnected', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  await floodWith(desk, 50, 'no HTTP\r\n\r\n')
  await floodWith(
    desk,
    50,
    'GET /none HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n',
  )
  await until('the refused to be disconnected', async () => (await heldBy(desk.app.http.server)) === 0)
})
