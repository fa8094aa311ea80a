import { connect, type Socket } from 'node:net'
import { rawSocketPath } from '@aitai/contract/routes/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveLimits } from '../../src/live/limits.ts'
import { dataFolder, type LiveServer, openLiveServer } from './live-server.ts'
import { connectFrame, frame, subscribeFrame } from './stomp-clients.ts'

let folder: Awaited<ReturnType<typeof dataFolder>>
let venue: LiveServer
const closers: (() => void)[] = []

beforeEach(async () => {
  folder = await dataFolder()
  venue = await openLiveServer(folder.dataDir)
})

afterEach(async () => {
  for (const close of closers.splice(0)) close()
  expect(venue.failures).toEqual([])
  await venue.close()
  await folder.remove()
})

const alder = 'trader@alder.example'
const soon = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 10_000, interval: 10 })

async function open(protocols: string[] = []) {
  const socket = new WebSocket(`ws://${venue.host}${rawSocketPath}`, protocols)
  closers.push(() => socket.close())
  const received: string[] = []
  const closes: number[] = []
  socket.addEventListener('message', ({ data }: { data: unknown }) => received.push(String(data)))
  socket.addEventListener('close', ({ code }: { code: number }) => closes.push(code))
  await soon(() => expect(socket.readyState).toBe(WebSocket.OPEN))
  return { socket, received, closes }
}

/** A client that never answers a ping, which every WebSocket of the platform does. */
async function openWithoutPongs(): Promise<{ readonly socket: Socket; received(): string }> {
  const [host = '', port] = venue.host.split(':')
  const socket = connect(Number(port), host)
  closers.push(() => socket.destroy())
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  socket.on('error', () => socket.destroy())
  socket.write(
    `GET ${rawSocketPath} HTTP/1.1\r\nHost: ${venue.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await soon(() => expect(received).toContain('\r\n\r\n'))
  return { socket, received: () => received }
}

/** A text frame as a browser masks it, with a mask of zeros. */
const masked = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]),
    Buffer.from(text),
  ])

test.each([
  [['v10.stomp', 'v11.stomp', 'v12.stomp'], 'v12.stomp'],
  [['v11.stomp'], 'v11.stomp'],
  [[], ''],
])('of the subprotocols %j the server speaks "%s"', async (offered, spoken) => {
  const { socket } = await open(offered)

  expect(socket.protocol).toBe(spoken)
})

test('a client that offers other subprotocols only gets none', async () => {
  const { received } = await openWithoutPongs()
  expect(received()).not.toMatch(/sec-websocket-protocol/i)

  const socket = new WebSocket(`ws://${venue.host}${rawSocketPath}`, ['mqtt'])
  // The standard makes the client fail the connection.
  await soon(() => expect(socket.readyState).toBe(WebSocket.CLOSED))
})

test('each message is one frame of STOMP, as text', async () => {
  const token = await venue.signIn(alder)
  const { socket, received } = await open(['v12.stomp'])
  socket.send(connectFrame)
  socket.send(subscribeFrame(token))
  const advert = await venue.advertises(alder)
  await advert.pauses()

  await soon(() => expect(received).toHaveLength(3))
  expect(received.map((text) => text.split('\n')[0])).toEqual(['CONNECTED', 'MESSAGE', 'MESSAGE'])
  expect(received.every((text) => text.endsWith('\0'))).toBe(true)
})

test.each([
  ['another token', () => [connectFrame, subscribeFrame('ioi_s_other')], 1008],
  ['binary data', () => [new Uint8Array([0xff, 0xfe])], 1008],
  ['a frame above the limit', () => [frame('SEND', {}, 'x'.repeat(65 * 1024))], 1008],
  ['DISCONNECT', () => [connectFrame, frame('DISCONNECT')], 1000],
] as const)('%s closes the socket with the code that SockJS gives', async (_, messages, code) => {
  const { socket, received, closes } = await open()
  for (const message of messages()) socket.send(message as string)

  await soon(() => expect(closes).toEqual([code]))
  if (code !== 1000) expect(received.at(-1)).toMatch(/^ERROR\nmessage:/)
})

test('a message above the limit of the transport ends the socket', async () => {
  const { socket, closes } = await open()
  socket.send('x'.repeat(liveLimits.transportBytes + 1))

  await soon(() => expect(closes).toEqual([1009]))
})

test('a socket whose client answers no ping is cut off, and another is not', async () => {
  const token = await venue.signIn(alder)
  const answering = await open()
  const silent = await openWithoutPongs()
  answering.socket.send(connectFrame)
  answering.socket.send(subscribeFrame(token))
  silent.socket.write(masked(connectFrame + subscribeFrame(token)))
  await soon(() => expect(silent.received()).toContain('CONNECTED'))
  await soon(() => expect(answering.received[0]).toMatch(/^CONNECTED/))
  venue.timers.advance(liveLimits.pingMs)
  // A ping of the protocol: 0x89.
  await soon(() => expect(silent.received()).toContain('\u0089'))
  const heard = frame('NACK', { id: 'none', receipt: 'heard' })
  answering.socket.send(heard)
  // Its answer to the ping was sent before.
  await soon(() => expect(answering.received.at(-1)).toContain('receipt-id:heard'))
  venue.timers.advance(liveLimits.pongMs)

  await soon(() => expect(silent.socket.closed || silent.socket.destroyed).toBe(true))
  expect(answering.closes).toEqual([])
})
