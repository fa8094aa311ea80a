import { marketTopic, notificationsTopic } from '@aitai/contract/routes/live.ts'
import type { MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import { expect, onTestFinished, test } from 'vitest'
import { MarketSubscriptions } from '../../src/live/market-subscriptions.ts'
import { atFullSeconds, MarketTopics } from '../../src/live/market-topics.ts'
import type { OutboundChannel } from '../../src/live/notification-delivery.ts'
import { quoteOf, sendFeedBatch, startServerWithFeed } from '../support/feed-handler.ts'
import { importEquitiesCsv, resultOf, shippedEquitiesCsv } from '../support/reference-admin.ts'
import type { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { manualTimers } from './manual-timers.ts'
import { stompClient } from './stomp-clients.ts'

/** A socket of a signed-in user that follows securities. */
async function follow(desk: TestServer, token: string | null, securityIds: readonly string[]) {
  const updates: MarketUpdate[] = []
  const bodies: string[] = []
  const errors: string[] = []
  const client = stompClient(`${desk.url}/api/websocket-endpoint`, 'websocket', {
    Authorization: `Bearer ${token}`,
  })
  client.onStompError = ({ headers }) => void errors.push(headers.message ?? '')
  client.onConnect = () => {
    for (const securityId of securityIds)
      client.subscribe(marketTopic(securityId), ({ body, headers }) => {
        updates.push(JSON.parse(body) as MarketUpdate)
        bodies.push(`${headers['message-id']} ${body}`)
      })
  }
  client.activate()
  onTestFinished(() => client.deactivate())
  return { updates, bodies, errors, client }
}

// rule: 23.1
test('traders who follow a security get the same updates, which equal the reply of the call', async () => {
  const desk = await startServerWithFeed()
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const id = desk.securityId('7203.T')
  await sendFeedBatch(desk, [quoteOf(desk, { bidSize: 300, volume: 1_000 })])
  const [first, second] = [
    await follow(desk, alder.token, [id]),
    await follow(desk, birch.token, [desk.securityId('6758.T'), id]),
  ]
  await until('the first update', async () => first.updates.length > 0 && second.updates.length > 0)
  const { bars, ...quote } = first.updates[0] as MarketUpdate
  expect(quote).toEqual(await alder.callsOk(`/status/get-quote/${id}`))
  expect(bars).toMatchObject({ close: [2_905], volume: [0] })

  await sendFeedBatch(desk, [quoteOf(desk, { bid: 2_904, volume: 1_500 })])
  await until('the change', async () =>
    [first, second].every(({ updates }) => updates.some(({ bid }) => bid === 2_904)),
  )
  expect(second.bodies.filter((body) => body.startsWith(id))).toEqual(first.bodies)
  expect(first.updates.at(-1)).toMatchObject({ volume: 1_500, bars: { volume: [500] } })
  expect([...first.errors, ...second.errors]).toEqual([])
})

test('prices are pushed to sockets of traders only, for at most 60 securities that exist', async () => {
  const desk = await startServerWithFeed()
  const [alder, hinoki] = [await desk.trader('alder'), await desk.broker('hinoki')]
  const id = desk.securityId('7203.T')
  const refused = async (token: string | null, ids: readonly string[]): Promise<string> => {
    const { errors } = await follow(desk, token, ids)
    return await until('the refusal', async () => errors[0])
  }
  expect(await refused(hinoki.token, [id])).toMatch(/notifications and to market data only/)
  const listed = desk.app.reference.names().listed.map(({ security }) => security.securityId)
  expect(await refused(alder.token, listed.slice(0, 61))).toMatch(/60 securities/)
  for (const unknown of ['7203.T', '*', '', `${id}?`])
    expect(await refused(alder.token, [unknown])).toMatch(/no security/)
})

test('a delisted security keeps its prices, because its adverts can still match', async () => {
  const desk = await startServerWithFeed()
  const alder = await desk.trader('alder')
  const id = desk.securityId('7203.T')
  await resultOf(importEquitiesCsv(desk, shippedEquitiesCsv.replace(/^7203\.T.*\n/m, '')))
  expect(desk.app.reference.names().isListed(id)).toBe(false)
  const { updates, errors } = await follow(desk, alder.token, [id])
  await until('an update', async () => updates.length > 0)
  expect(errors).toEqual([])
})

test('a socket may follow, stop and follow again, beside its notifications', async () => {
  const desk = await startServerWithFeed()
  const alder = await desk.trader('alder')
  const id = desk.securityId('7203.T')
  await sendFeedBatch(desk, [quoteOf(desk)])
  const { client, updates, errors } = await follow(desk, alder.token, [])
  await until('the connection', async () => client.connected)
  client.subscribe(notificationsTopic(alder.token ?? ''), () => {}, { ack: 'client' })
  const again = (): void =>
    void client.subscribe(marketTopic(id), ({ body }) => updates.push(JSON.parse(body)), { id: 'm' })
  again()
  await until('an update', async () => updates.length === 1)
  client.unsubscribe('m')
  again()
  await until('another update', async () => updates.length === 2)
  expect(errors).toEqual([])
})

/** Topics with a clock that the test moves, and a socket that may be slow. */
function topicsByHand() {
  const timers = manualTimers()
  const now = () => 1_700_000_000_000 + timers.now()
  const market = new Map<string, Partial<MarketUpdate>>(['a', 'b', 'c'].map((id) => [id, {}]))
  const writes: string[][] = []
  const channel = {
    isFull: false,
    hasRoom: () => !channel.isFull,
    send: (...sent: string[]) => void writes.push(sent),
  }
  const topics = new MarketTopics({
    market: {
      has: (securityId) => market.has(securityId),
      read: async () =>
        [...market].map(([securityId, more]) => ({ securityId, bid: 1, at: 0, ...more }) as MarketUpdate),
    },
    now,
    startTicks: atFullSeconds({ now, timers }),
    failed: (failure) => expect(failure).toBeUndefined(),
  })
  const socketOn = (to: Pick<OutboundChannel, 'send' | 'hasRoom'>): MarketSubscriptions =>
    new MarketSubscriptions({ topics, channel: to, frameOf: (_, __, { body }) => body.text, limit: 60 })
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 100) {
      timers.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const quotes = (more: Partial<MarketUpdate>, securityId = 'a'): void => {
    market.set(securityId, { ...market.get(securityId), ...more })
  }
  const bids = (): number[] => writes.flat().map((body) => JSON.parse(body).bid)
  return { socket: socketOn(channel), socketOn, channel, writes, bids, quotes, pass }
}

test('updates come at full seconds when the market has changed, and every five seconds if it has not', async () => {
  const { socket, bids, quotes, pass } = topicsByHand()
  await pass(300)
  socket.add('0', 'a')
  await pass(600)
  expect(bids()).toEqual([])
  await pass(100)
  expect(bids()).toEqual([1])
  quotes({ at: 1 })
  await pass(3_000)
  expect(bids()).toEqual([1])
  quotes({ at: 2 })
  await pass(2_000)
  expect(bids()).toEqual([1, 1])
  quotes({ bid: 2 })
  await pass(1_000)
  expect(bids()).toEqual([1, 1, 2])
  socket.remove('0')
  quotes({ bid: 3 })
  await pass(5_000)
  expect(bids()).toHaveLength(3)
})

test('a slow socket misses updates and gets the newest when it has room', async () => {
  const { socket, channel, bids, quotes, pass } = topicsByHand()
  channel.isFull = true
  socket.add('0', 'a')
  for (const bid of [1, 2, 3]) {
    quotes({ bid })
    await pass(1_000)
  }
  channel.isFull = false
  await pass(1_000)
  expect(bids()).toEqual([3])
})

test('what a socket gets does not depend on who else follows the same securities', async () => {
  async function writesOf(othersFollow: boolean): Promise<string[][]> {
    const { socket, socketOn, writes, quotes, pass } = topicsByHand()
    const other = socketOn({ hasRoom: () => true, send: () => {} })
    // Somebody else follows one of them long before, and joins and leaves later.
    if (othersFollow) other.add('0', 'b')
    await pass(7_400)
    quotes({ at: 7 }, 'b')
    for (const id of ['c', 'b', 'a']) socket.add(id, id)
    await pass(1_000)
    for (let at = 8; at < 20; at += 1) {
      if (othersFollow && at === 10) other.add('1', 'a')
      if (othersFollow && at === 12) other.remove('0')
      quotes(at % 4 === 0 ? { at, bid: at } : { at }, 'b')
      await pass(1_000)
    }
    return writes
  }

  const alone = await writesOf(false)
  expect(await writesOf(true)).toEqual(alone)
  // The first has all three, in the order of the subscriptions.
  expect(alone[0]?.map((body) => JSON.parse(body).securityId)).toEqual(['c', 'b', 'a'])
  expect(alone.length).toBeGreaterThan(4)
})

// rule: 15.30
test('a tick reads every security with one time before it writes to anybody, whoever follows', async () => {
  const securityIds = Array.from({ length: 120 }, (_, i) => `${i}`)

  /** What happens in a tick, in order: the positions at which it pauses, and the writes. */
  async function traceOf(...followed: readonly (readonly string[])[]): Promise<unknown[]> {
    const trace: unknown[] = []
    const times = new Set<number>()
    let push = async (): Promise<void> => {}
    const topics = new MarketTopics({
      market: {
        has: (id) => securityIds.includes(id),
        async read(at) {
          times.add(at)
          return (function* () {
            for (const securityId of securityIds) {
              trace.push(`reads ${securityId}`)
              yield { securityId, bid: 1, at } as MarketUpdate
            }
          })()
        },
      },
      now: () => 1_700_000_000_123,
      startTicks: (given) => {
        push = given
        return () => {}
      },
      failed: (failure) => expect(failure).toBeUndefined(),
    })
    for (const [i, ids] of followed.entries()) {
      const channel = { hasRoom: () => true, send: () => void trace.push(`writes to ${i}`) }
      const deps = { topics, channel, frameOf: () => '', limit: 60 }
      const socket = new MarketSubscriptions(deps)
      for (const id of ids) socket.add(id, id)
    }
    const pushed = push().then(() => trace.push('ends'))
    for (let isOver = false; !isOver; ) {
      await new Promise((resolve) => setImmediate(resolve))
      isOver = trace.at(-1) === 'ends'
      if (!isOver) trace.push('pauses')
    }
    await pushed
    expect([...times]).toEqual([1_700_000_000_000])
    return trace
  }

  const alone = await traceOf(['7'])
  expect(alone.filter((what) => String(what).startsWith('reads'))).toHaveLength(120)
  expect(alone.slice(-2)).toEqual(['writes to 0', 'ends'])
  const crowded = await traceOf(['7'], securityIds.slice(0, 60), ['119'])
  expect(crowded.filter((what) => !/writes to [12]/.test(String(what)))).toEqual(alone)
})
