import { sessionEndOf } from '@aitai/contract/routes/live.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dataFolder, type LiveServer, openLiveServer } from './live-server.ts'
import {
  frame,
  openStompSession,
  rawSocket,
  type StompSession,
  subscribeFrame,
  transports,
} from './stomp-clients.ts'

let folder: Awaited<ReturnType<typeof dataFolder>>
let venue: LiveServer
const desks: StompSession[] = []

beforeEach(async () => {
  folder = await dataFolder()
  venue = await openLiveServer(folder.dataDir)
})

afterEach(async () => {
  for (const { client } of desks.splice(0)) await client.deactivate({ force: true })
  expect(venue.failures).toEqual([])
  await venue.close()
  await folder.remove()
})

const alder = 'trader@alder.example'
const birch = 'trader@birch.example'

const soon = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 10_000, interval: 10 })

/** A client that is subscribed. */
async function at(token: string, own: Parameters<typeof openStompSession>[2] = {}): Promise<StompSession> {
  const desk = openStompSession(venue.url, token, own)
  desks.push(desk)
  await soon(() => expect(desk.isSubscribed()).toBe(true))
  return desk
}

const types = ({ received }: StompSession): string[] => received.map(({ message }) => message)

describe.each(transports)('over %s', (transport) => {
  // spec: 7.reference.7, 7.reference.9
  test('a client that knows only the specification is notified of every event, in order', async () => {
    const desk = await at(await venue.signIn(alder), { transport })
    const advert = await venue.advertises(alder)
    await advert.pauses()
    await advert.resumes()

    await soon(() =>
      expect(types(desk)).toEqual(['ADVERT_SUBMITTED', 'ADVERT_UPDATED', 'USER_RESUMED_ADVERT']),
    )
    expect(desk.messages[0]?.headers['message-id']).toBe(desk.received[0]?.id)
    expect(desk.messages[0]?.headers.destination).toMatch(/^\/topic\/notifications\/ioi_s_/)
    for (const { body } of desk.messages) {
      const outer = JSON.parse(body) as object
      expect(outer).toEqual({ message: expect.any(String) })
    }
    expect(await (await fetch(`${venue.url}/info`)).json()).toMatchObject({ websocket: true })
  })

  // spec: 7.reference.8
  test('unacknowledged notifications are sent again with each subscription, in order, and nothing else', async () => {
    const token = await venue.signIn(alder)
    const advert = await venue.advertises(alder)
    await advert.pauses()
    await advert.resumes()
    const first = await at(token, { transport })
    await soon(() => expect(first.received).toHaveLength(3))
    first.messages[1]?.ack({ receipt: 'acked' })
    await soon(async () =>
      expect(await venue.notificationStore.unackedNotifications(await venue.userIdOf(alder))).toHaveLength(2),
    )
    await first.client.deactivate()

    const second = await at(token, { transport })
    await soon(() => expect(types(second)).toEqual(['ADVERT_SUBMITTED', 'USER_RESUMED_ADVERT']))
    expect(second.received.map(({ id }) => id)).toEqual([first.received[0]?.id, first.received[2]?.id])
  })

  test('a session that is replaced is notified, and then its socket is closed', async () => {
    const desk = await at(await venue.signIn(alder), { transport })
    await venue.signIn(alder)

    await soon(() => expect(desk.closes).toEqual([4001]))
    expect(desk.received.map(sessionEndOf)).toEqual(['REPLACED'])
    expect(desk.received[0]).toMatchObject({ messageType: 'statusAlert', visible: true, ack: false })
    expect(desk.received[0]?.message).toMatch(/^\S+ \S+ logged out$/)
  })
})

test('acknowledging the newest leaves the older ones, which the user may never have seen', async () => {
  const token = await venue.signIn(alder)
  const userId = await venue.userIdOf(alder)
  const advert = await venue.advertises(alder)
  await advert.pauses()
  await advert.resumes()
  const desk = await at(token)
  await soon(() => expect(desk.received).toHaveLength(3))
  desk.messages[2]?.ack({ receipt: 'acked' })

  await soon(async () => {
    const unacked = await venue.notificationStore.unackedNotifications(userId)
    expect(unacked.map(({ id }) => id)).toEqual([desk.received[0]?.id, desk.received[1]?.id])
  })
})

test('a refused message stays unacknowledged', async () => {
  const token = await venue.signIn(alder)
  await venue.advertises(alder)
  const desk = await at(token)
  await soon(() => expect(desk.received).toHaveLength(1))
  const receipts: string[] = []
  desk.client.watchForReceipt('refused', () => receipts.push('refused'))
  desk.messages[0]?.nack({ receipt: 'refused' })
  await soon(() => expect(receipts).toEqual(['refused']))

  expect(await venue.notificationStore.unackedNotifications(await venue.userIdOf(alder))).toHaveLength(1)
})

test('a token in CONNECT must equal the one in the destination', async () => {
  const token = await venue.signIn(alder)
  const desk = await at(token, { connectHeaders: { Authorization: `Bearer ${token}` } })

  expect(desk.errors).toEqual([])
  expect(await venue.isPresent(alder)).toBe(true)
})

// spec: 7.reference.8
test("nobody receives another user's notifications", async () => {
  const own = await at(await venue.signIn(alder))
  const other = await at(await venue.signIn(birch))
  await venue.advertises(alder)
  await soon(() => expect(own.received).toHaveLength(1))
  await venue.advertises(birch, 1)
  await soon(() => expect(other.received).toHaveLength(1))

  expect(own.received[0]?.securityId).toBe(venue.securities[0]?.securityId)
  expect(other.received[0]?.securityId).toBe(venue.securities[1]?.securityId)
})

test('every socket of a session receives the same, with the same ids', async () => {
  const token = await venue.signIn(alder)
  const tabs = [await at(token), await at(token, { transport: 'xhr-streaming' })]
  await venue.advertises(alder)

  await soon(() => expect(tabs.map(({ received }) => received.length)).toEqual([1, 1]))
  expect(tabs[0]?.received).toEqual(tabs[1]?.received)
})

test('heart-beats run in both directions as negotiated, and a socket whose client is silent is closed', async () => {
  const token = await venue.signIn(alder)
  const silent = await rawSocket(venue.host)
  const beating = await rawSocket(venue.host)
  for (const socket of [silent, beating]) {
    const headers = { 'accept-version': '1.1,1.2', 'heart-beat': '5000,12000' }
    socket.send(frame('CONNECT', headers), subscribeFrame(token))
    await soon(() => expect(socket.received[0]).toContain('heart-beat:10000,10000'))
  }
  await soon(async () => expect(await venue.isPresent(alder)).toBe(true))
  const beats = (): number[] =>
    [silent, beating].map(({ received }) => received.filter((each) => each === '\n').length)

  venue.timers.advance(11_999)
  venue.timers.advance(1)
  await soon(() => expect(beats()).toEqual([1, 1]))
  beating.send('\n', frame('NACK', { id: 'none', receipt: 'heard' }))
  await soon(() => expect(beating.received.at(-1)).toContain('receipt-id:heard'))
  // Three times the ten seconds that were negotiated.
  venue.timers.advance(17_999)
  expect([silent.isOpen(), beating.isOpen()]).toEqual([true, true])
  venue.timers.advance(1)

  await soon(() => expect(silent.isOpen()).toBe(false))
  expect(beats()[1]).toBe(2)
  expect(beating.isOpen()).toBe(true)
  beating.close()
})

test('of four sockets of one session the oldest is closed', async () => {
  const token = await venue.signIn(alder)
  const tabs = [await at(token), await at(token), await at(token), await at(token)]

  await soon(() => expect(tabs.map(({ closes }) => closes)).toEqual([[4002], [], [], []]))
})

test.each([
  ['LOGGED_OUT', / logged out$/],
  ['TIMED_OUT', / timed out$/],
] as const)(
  'a session that is %s notifies all its sockets, with the name of its user',
  async (reason, words) => {
    const token = await venue.signIn(alder)
    const tabs = [await at(token), await at(token)]
    const found = await venue.sessions.find(token)
    if (found?.session) await venue.sessions.end(found.session, reason)

    await soon(() => expect(tabs.map(({ closes }) => closes)).toEqual([[4001], [4001]]))
    for (const { received } of tabs) {
      expect(received.map(sessionEndOf)).toEqual([reason])
      expect(received[0]?.message).toMatch(words)
    }
  },
)

test('the token of an ended session gives no access', async () => {
  const token = await venue.signIn(alder)
  await venue.signIn(alder)
  const desk = openStompSession(venue.url, token)
  desks.push(desk)

  await soon(() => expect(desk.closes).toEqual([1008]))
  expect(desk.errors).toHaveLength(1)
  expect(desk.received).toEqual([])
})

test('a session that another process ended loses its socket within a minute', async () => {
  const desk = await at(await venue.signIn(alder))
  await venue.db.updateTable('person').set({ active: 0 }).where('email', '=', alder).execute()
  venue.timers.advance(60_000)

  await soon(() => expect(desk.closes).toEqual([1008]))
})

test('a trader is present with the first socket, and absent a minute after the last', async () => {
  const token = await venue.signIn(alder)
  expect(await venue.isPresent(alder)).toBe(false)
  const [first, second] = [await at(token), await at(token)]
  await soon(async () => expect(await venue.isPresent(alder)).toBe(true))

  await first.client.deactivate()
  await second.client.deactivate()
  venue.timers.advance(59_000)
  const back = await at(token)
  venue.timers.advance(120_000)
  expect(await venue.isPresent(alder)).toBe(true)

  await back.client.deactivate()
  await soon(() => expect(back.closes).toHaveLength(1))
  await soon(async () => {
    venue.timers.advance(60_000)
    expect(await venue.isPresent(alder)).toBe(false)
  })
})

test('a trader who was present when the server stopped has a minute to return to the next one', async () => {
  await at(await venue.signIn(alder))
  await at(await venue.signIn(birch))
  await soon(async () => expect(await venue.isPresent(birch)).toBe(true))
  await venue.close()
  await soon(() => expect(desks.map(({ closes }) => closes)).toEqual([[1001], [1001]]))

  venue = await openLiveServer(folder.dataDir)
  expect([await venue.isPresent(alder), await venue.isPresent(birch)]).toEqual([true, true])
  await at(await venue.signIn(birch))
  venue.timers.advance(60_000)
  await soon(async () => expect(await venue.isPresent(alder)).toBe(false))
  expect(await venue.isPresent(birch)).toBe(true)
})

test("a hundred notifications during a trader's absence arrive in order on return", async () => {
  const token = await venue.signIn(alder)
  const advert = await venue.advertises(alder)
  for (let turn = 0; turn < 300; turn += 1) await (turn % 2 === 0 ? advert.pauses() : advert.resumes())
  const userId = await venue.userIdOf(alder)
  const desk = openStompSession(venue.url, token)
  desks.push(desk)
  // Some of them occur while the backlog is being sent.
  for (let turn = 0; turn < 100; turn += 1) await (turn % 2 === 0 ? advert.pauses() : advert.resumes())

  await soon(() => expect(desk.received).toHaveLength(401))
  const stored = await venue.notificationStore.unackedNotifications(userId, 0, 1_000)
  expect(desk.received.map(({ id }) => id)).toEqual(stored.map(({ id }) => id))
})
