import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { liveLimits } from '../../src/live/limits.ts'
import { dataFolder, type LiveServer, openLiveServer } from './live-server.ts'
import { connectFrame, openStompSession, subscribeFrame } from './stomp-clients.ts'

let venue: LiveServer
const closers: (() => unknown)[] = []

/** A server with these limits, and a trader with an advert to change. */
async function open(limits: Partial<typeof liveLimits> = {}) {
  const folder = await dataFolder()
  venue = await openLiveServer(folder.dataDir, { limits })
  closers.push(folder.remove, venue.close)
  return { token: await venue.signIn(alder), advert: await venue.advertises(alder) }
}

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  expect(venue.failures).toEqual([])
})

const alder = 'trader@alder.example'
const soon = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 30_000, interval: 10 })

/** A text frame as a browser masks it, with a mask of zeros. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0])
  return Buffer.concat([head, payload])
}

/** Subscribes over a web socket and then reads nothing, so that its TCP window closes. */
async function stallWebSocket(token: string): Promise<void> {
  const [host = '', port] = venue.host.split(':')
  const socket = connect(Number(port), host)
  closers.push(() => socket.destroy())
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  socket.on('error', () => socket.destroy())
  socket.write(
    `GET /api/websocket-endpoint/000/slow/websocket HTTP/1.1\r\nHost: ${venue.host}\r\nUpgrade: websocket\r\n` +
      'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await soon(() => expect(received.endsWith('\u0001o')).toBe(true))
  socket.write(masked(JSON.stringify([connectFrame, subscribeFrame(token)])))
  await soon(() => expect(received).toContain('ADVERT_SUBMITTED'))
  socket.pause()
}

/** The same over xhr-streaming. */
async function stallXhr(token: string): Promise<void> {
  const post = (transport: string): ClientRequest => {
    const outgoing = request(`${venue.url}/000/slow/${transport}`, { method: 'POST', agent: false })
    outgoing.on('error', () => outgoing.destroy())
    closers.push(() => outgoing.destroy())
    return outgoing
  }
  let received = ''
  const stream = post('xhr_streaming')
  const isOpen = new Promise<() => void>((opened) => {
    stream.on('response', (answer) => {
      answer.on('data', (bytes) => {
        received += bytes.toString('latin1')
      })
      answer.on('error', () => answer.destroy())
      opened(() => answer.pause())
    })
  })
  stream.end()
  const pause = await isOpen
  await soon(() => expect(received).toMatch(/o\n$/))
  const send = post('xhr_send')
  send.setHeader('content-type', 'text/plain')
  send.end(JSON.stringify([connectFrame, subscribeFrame(token)]))
  await soon(() => expect(received).toContain('ADVERT_SUBMITTED'))
  pause()
}

const stalls = { websocket: stallWebSocket, 'xhr-streaming': stallXhr } as const

/** Causes notifications until the predicate holds. Returns how many. */
async function notificationsUntil(
  advert: Awaited<ReturnType<LiveServer['advertises']>>,
  predicate: () => boolean,
): Promise<number> {
  let made = 0
  while (!predicate()) {
    expect(made).toBeLessThan(60_000)
    const submitted: Promise<void>[] = []
    for (let pair = 0; pair < 200; pair += 1) submitted.push(advert.pauses(), advert.resumes())
    await Promise.all(submitted)
    made += submitted.length
  }
  return made
}

test.each(['websocket', 'xhr-streaming'] as const)(
  'a reader over %s that stops reading is disconnected, the others are not, and on return it gets everything',
  async (transport) => {
    const { token, advert } = await open()
    const other = openStompSession(venue.url, token)
    closers.push(() => other.client.deactivate({ force: true }))
    await soon(() => expect(other.isSubscribed()).toBe(true))
    await stalls[transport](token)

    const isCut = (): boolean => venue.logged.includes('cut off, for too much waits for it')
    const made = 1 + (await notificationsUntil(advert, isCut))
    await soon(() => expect(other.received).toHaveLength(made))
    expect(other.closes).toEqual([])

    const back = openStompSession(venue.url, token, { transport })
    closers.push(() => back.client.deactivate({ force: true }))
    await soon(() => expect(back.received).toHaveLength(made))
    expect(back.received.map(({ id }) => id)).toEqual(other.received.map(({ id }) => id))
    expect(back.closes).toEqual([])
  },
)

test('a reader that reads nothing for 30 seconds is disconnected, however small its backlog', async () => {
  const { token, advert } = await open({ backlogBytes: Number.POSITIVE_INFINITY })
  await stallWebSocket(token)
  let before = 0
  // Enough to fill the buffers of both systems.
  await notificationsUntil(advert, () => {
    before += 1
    return before > 40
  })
  venue.timers.advance(liveLimits.backlogMs - 1)
  expect(venue.logged).toEqual([])
  venue.timers.advance(1)

  expect(venue.logged).toEqual(['cut off, for it took nothing for too long'])
})
