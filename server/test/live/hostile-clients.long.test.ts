import { notificationsTopic } from '@aitai/contract/routes/live.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { liveLimits } from '../../src/live/limits.ts'
import { dataFolder, type LiveServer, openLiveServer } from './live-server.ts'
import { malformedFrames } from './malformed-frames.ts'
import {
  connectFrame,
  frame,
  openStompSession,
  type RawSocket,
  rawSocket,
  subscribeFrame,
} from './stomp-clients.ts'

let folder: Awaited<ReturnType<typeof dataFolder>>
let venue: LiveServer
const sockets: RawSocket[] = []
let alder: string
let birch: string

beforeAll(async () => {
  folder = await dataFolder()
  venue = await openLiveServer(folder.dataDir)
  alder = await venue.signIn('trader@alder.example')
  birch = await venue.signIn('trader@birch.example')
  await venue.advertises('trader@alder.example')
})

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
  expect(venue.failures).toEqual([])
})

afterAll(async () => {
  await venue.close()
  await folder.remove()
})

const soon = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 10_000, interval: 5 })

async function open(): Promise<RawSocket> {
  const socket = await rawSocket(venue.host)
  sockets.push(socket)
  return socket
}

/** A hostile client gets one ERROR as the last frame, is disconnected, and receives nothing else. */
async function isRefused(socket: RawSocket): Promise<void> {
  await soon(() => expect(socket.closeCode()).toBe(1008))
  expect(socket.received.at(-1)).toMatch(/^ERROR\nmessage:/)
  expect(socket.received.filter((text) => text.startsWith('MESSAGE'))).toEqual([])
}

const bearer = (token: string) =>
  frame('CONNECT', { 'accept-version': '1.2', host: 'aitai', Authorization: `Bearer ${token}` })
const subscribed = (destination: string, ack = 'client') => frame('SUBSCRIBE', { id: '0', destination, ack })

describe('a socket is refused and closed', () => {
  test.each<[string, () => string[]]>([
    ['that subscribes to the topic of another token', () => [connectFrame, subscribeFrame(`${birch}x`)]],
    [
      'that subscribes with another token than it connected with',
      () => [bearer(birch), subscribeFrame(alder)],
    ],
    ['that subscribes to a wildcard', () => [bearer(alder), subscribed(notificationsTopic('*'))]],
    ['that subscribes to all topics', () => [bearer(alder), subscribed('/topic/notifications/#')]],
    ['that subscribes to no token', () => [bearer(alder), subscribed(notificationsTopic(''))]],
    ['that subscribes to another topic', () => [bearer(alder), subscribed(`/topic/adverts/${alder}`)]],
    [
      'that subscribes below its own topic',
      () => [bearer(alder), subscribed(`${notificationsTopic(alder)}/x`)],
    ],
    [
      'that subscribes without client acknowledgement',
      () => [bearer(alder), subscribed(notificationsTopic(alder), 'auto')],
    ],
    ['that subscribes before it connects', () => [subscribeFrame(alder)]],
    ['that connects with a wrong token', () => [bearer(`${alder}x`)]],
    [
      'that connects with no bearer',
      () => [frame('CONNECT', { 'accept-version': '1.2', Authorization: alder })],
    ],
    ['that connects twice', () => [connectFrame, connectFrame]],
    ['that speaks STOMP 1.0 only', () => [frame('CONNECT', { 'accept-version': '1.0' })]],
    ['that sends', () => [bearer(alder), frame('SEND', { destination: notificationsTopic(birch) }, 'hello')]],
    ['that begins a transaction', () => [bearer(alder), frame('BEGIN', { transaction: '1' })]],
    ['that acknowledges without a token', () => [connectFrame, frame('ACK', { id: '1' })]],
    ['that acknowledges nothing', () => [bearer(alder), frame('ACK')]],
    ['that says an unknown command', () => [bearer(alder), frame('__proto__')]],
    ['that speaks HTTP', () => ['GET / HTTP/1.1\r\nHost: x\r\n\r\n\0']],
    ['that escapes wrongly', () => [bearer(alder), frame('SUBSCRIBE', { id: '\\t' })]],
    ['that sends half a surrogate', () => [frame('CONNECT', { 'accept-version': '1.2', host: '\ud83d' })]],
    ['that sends what was no UTF-8', () => [frame('CONNECT', { 'accept-version': '1.2', host: '\ufffd' })]],
    ['that breaks the stream and goes on in one message', () => ['\ufffd', connectFrame, connectFrame]],
    ['that sends 65 KiB', () => [bearer(alder), frame('SEND', {}, 'x'.repeat(65 * 1024))]],
    [
      'that sends 65 KiB in pieces',
      () => [bearer(alder), 'SEND\n\n', ...Array.from({ length: 65 }, () => 'x'.repeat(1024))],
    ],
    [
      'that promises a body and never ends it',
      () => [
        `SEND\ncontent-length:9999999\n\n${'\0'.repeat(64)}`,
        ...Array.from({ length: 70 }, () => 'x\n'.repeat(512)),
      ],
    ],
    [
      'that hides a body which never ends behind a frame that did',
      () => [
        `${connectFrame}SEND\ncontent-length:9999999\n\n\0`,
        ...Array.from({ length: 70 }, () => '\n'.repeat(1024)),
      ],
    ],
    [
      'that acknowledges what it was not sent, 101 times',
      () => [bearer(alder), ...Array.from({ length: 101 }, () => frame('ACK', { id: 'none' }))],
    ],
    ['that floods with heart-beats', () => [bearer(alder), ...Array.from({ length: 601 }, () => '\n')]],
  ])('%s', async (_what, frames) => {
    const socket = await open()
    const all = frames()
    for (let from = 0; from < all.length; from += 40) socket.send(...all.slice(from, from + 40))
    await isRefused(socket)
  })

  test('that sends bytes that are not text', async () => {
    const socket = await open()
    socket.sendBinary(new Uint8Array([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]))
    await isRefused(socket)
  })

  test('that sends binary content in its frames', async () => {
    const socket = await open()
    socket.send(connectFrame, { command: 'SEND' } as unknown as string, null as unknown as string)
    await isRefused(socket)
  })

  test('that sends no token within fifteen seconds', async () => {
    const silent = await open()
    const connected = await open()
    const subscriber = await open()
    connected.send(connectFrame)
    subscriber.send(connectFrame, subscribeFrame(birch))
    await soon(() => expect(connected.received[0]).toMatch(/^CONNECTED/))
    await soon(async () => expect(await venue.isPresent('trader@birch.example')).toBe(true))
    venue.timers.advance(14_999)
    expect([silent, connected].map((socket) => socket.isOpen())).toEqual([true, true])
    venue.timers.advance(1)

    await isRefused(silent)
    await isRefused(connected)
    expect(subscriber.isOpen()).toBe(true)
  })
})

test('a message larger than any frame ends its own socket, and the others stay open', async () => {
  const desk = openStompSession(venue.url, birch)
  await soon(() => expect(desk.isSubscribed()).toBe(true))
  const socket = await open()
  socket.send(connectFrame, frame('SEND', {}, 'x'.repeat(200 * 1024)))
  await soon(() => expect(socket.isOpen()).toBe(false))
  await venue.advertises('trader@birch.example', 1)

  await soon(() => expect(desk.received.at(-1)?.message).toBe('ADVERT_SUBMITTED'))
  expect(desk.closes).toEqual([])
  await desk.client.deactivate()
})

test('a hundred frames in a minute are accepted, and a hundred more in the next', async () => {
  const socket = await open()
  const acks = (count: number, receipt: string): string[] =>
    Array.from({ length: count }, (_, at) =>
      frame('ACK', { id: 'none', ...(at === count - 1 ? { receipt } : {}) }),
    )
  socket.send(bearer(birch), ...acks(99, 'first'))
  await soon(() => expect(socket.received.at(-1)).toContain('receipt-id:first'))
  venue.timers.advance(60_000)
  socket.send(...acks(100, 'second'))
  await soon(() => expect(socket.received.at(-1)).toContain('receipt-id:second'))
  socket.send(...acks(1, 'third'))
  await isRefused(socket)
})

test('acknowledgements of deliveries do not count as a flood, however many they are', async () => {
  const email = 'trader@cypress.example'
  const token = await venue.signIn(email)
  const advert = await venue.advertises(email, 2)
  for (let turn = 0; turn < 150; turn += 1) await (turn % 2 === 0 ? advert.pauses() : advert.resumes())
  const desk = openStompSession(venue.url, token)
  await soon(() => expect(desk.messages).toHaveLength(151))
  for (const message of desk.messages) message.ack()

  const userId = await venue.userIdOf(email)
  await soon(async () => {
    venue.timers.advance(liveLimits.acknowledgementMs)
    expect(await venue.notificationStore.unackedNotifications(userId)).toEqual([])
  })
  expect(desk.closes).toEqual([])
  await desk.client.deactivate()
})

test("an acknowledgement of another user's notification changes nothing", async () => {
  const userId = await venue.userIdOf('trader@alder.example')
  const [notification] = await venue.notificationStore.unackedNotifications(userId)
  const socket = await open()
  socket.send(bearer(birch), frame('ACK', { id: notification?.id ?? '', receipt: 'done' }))

  await soon(() => expect(socket.received.at(-1)).toBe('RECEIPT\nreceipt-id:done\n\n\0'))
  expect((await venue.notificationStore.unackedNotifications(userId)).map(({ id }) => id)).toContain(
    notification?.id,
  )
})

test('an ERROR names the requested receipt, and never the token', async () => {
  const socket = await open()
  socket.send(
    connectFrame,
    frame('SUBSCRIBE', {
      id: '0',
      destination: notificationsTopic(`${alder}x`),
      ack: 'client',
      receipt: 'r:1',
    }),
  )
  await isRefused(socket)

  expect(socket.received.at(-1)).toContain('receipt-id:r')
  expect(socket.received.join('')).not.toContain(alder)
})

test('random frames, fragments and bytes neither end the server nor reveal anything to anyone', async () => {
  await fc.assert(
    fc.asyncProperty(malformedFrames, fc.boolean(), async (pieces, connects) => {
      const socket = await rawSocket(venue.host)
      socket.send(...(connects ? [connectFrame] : []), ...pieces)
      // Sockets that are still open now, within a frame, never send a token.
      await soon(() => {
        venue.timers.advance(5_000)
        expect(socket.closeCode()).not.toBe(null)
      })
      expect(socket.received.filter((text) => text.startsWith('MESSAGE'))).toEqual([])
      socket.close()
    }),
    { numRuns: 300 },
  )
  expect(await fetch(`${venue.url}/info`).then(({ status }) => status)).toBe(200)
})
