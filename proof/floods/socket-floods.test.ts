import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, openLiveServer } from '../../server/test/live/live-server.ts'
import { frame } from '../../server/test/live/stomp-clients.ts'
import { startTestServer } from '../../server/test/support/test-server.ts'
import { until } from '../../server/test/support/until.ts'

const requests = {
  websocket: (path: string) =>
    `GET ${path}/websocket HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  'xhr-streaming': (path: string) =>
    `POST ${path}/xhr_streaming HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`,
}

/** Opens live sockets that never show a token and never close, whatever the server does. */
async function floodWith(
  url: string,
  count: number,
  request: (path: string) => string,
): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const open = (name: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
      sockets.push(socket)
      socket.on('error', () => resolve())
      socket.once('data', () => resolve())
      socket.once('connect', () => socket.write(request(`/api/websocket-endpoint/000/${name}`)))
    })
  for (let done = 0; done < count; done += 100)
    await Promise.all(Array.from({ length: Math.min(100, count - done) }, (_, i) => open(`f${done + i}`)))
  return sockets
}

test.each(Object.entries(requests))(
  '3,000 silent sockets from one address (%s) leave room for its members and are disconnected',
  async (_, request) => {
    const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'] })
    const alder = await desk.trader('alder')
    const flood = floodWith(desk.url, 3_000, request)
    await alder.connects()
    await flood

    expect(desk.app.live.sockets()).toBeLessThanOrEqual(101)
    await alder.advertises('BUY', '8306.T', 100_000)
    await alder.receives('ADVERT_SUBMITTED')
    await until('the silent sockets to end', async () => desk.app.live.sockets() === 1)
  },
)

test('a socket that shows no token is disconnected at the deadline, even if it never closes', async () => {
  const folder = await dataFolder()
  const venue = await openLiveServer(folder.dataDir)
  onTestFinished(async () => {
    await venue.close()
    await folder.remove()
  })
  await floodWith(venue.url, 5, requests.websocket)
  expect(await venue.connections()).toBe(5)

  venue.timers.advance(14_999)
  expect(venue.live.sockets()).toBe(5)
  venue.timers.advance(1)
  await until('the connections to be destroyed', async () => (await venue.connections()) === 0)
})

/** A text frame of RFC 6455, masked with zeros. */
function textFrame(text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(text))
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126]), length, Buffer.alloc(4), Buffer.from(text)])
}

test('a signed-in socket whose client does not agree to the close is disconnected a second later', async () => {
  const folder = await dataFolder()
  const venue = await openLiveServer(folder.dataDir)
  onTestFinished(async () => {
    await venue.close()
    await folder.remove()
  })
  const email = 'trader@alder.example'
  const token = await venue.signIn(email)
  const headers = { 'accept-version': '1.2', host: 'aitai', Authorization: `Bearer ${token}` }
  const received: Buffer[] = []
  const [socket] = await floodWith(venue.url, 1, requests.websocket)
  socket?.on('data', (part: Buffer) => received.push(part))
  socket?.write(textFrame(JSON.stringify([frame('CONNECT', headers)])))
  const text = (): string => Buffer.concat(received).toString('latin1')
  await until('the socket to be connected', async () => text().includes('CONNECTED'))

  await venue.signIn(email)
  await until('the close', async () => text().includes('The session has ended'))
  expect(await venue.connections()).toBe(1)
  venue.timers.advance(1_000)
  await until('the connection to be destroyed', async () => (await venue.connections()) === 0)
})
