import { marketTopic, notificationsTopic } from '@aitai/contract/routes/live.ts'
import type { MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import { expect, onTestFinished, test } from 'vitest'
import { MarketTopics, type PushedUpdate } from '../../src/live/market-topics.ts'
import { quoteOf, sendFeedBatch, startServerWithFeed } from '../support/feed-handler.ts'
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
    await follow(desk, birch.token, [id, 'unlisted']),
  ]
  await until('the first update', async () => first.updates.length > 0 && second.updates.length > 0)
  const { bars, ...quote } = first.updates[0] as MarketUpdate
  expect(quote).toEqual(await alder.asks(`/status/get-quote/${id}`))
  expect(bars).toMatchObject({ close: [2_905], volume: [0] })

  await sendFeedBatch(desk, [quoteOf(desk, { bid: 2_904, volume: 1_500 })])
  await until('the change', async () => [first, second].every(({ updates }) => updates.at(-1)?.bid === 2_904))
  expect(second.bodies).toEqual(first.bodies)
  expect(first.updates.at(-1)).toMatchObject({ volume: 1_500, bars: { volume: [500] } })
  expect([...first.errors, ...second.errors]).toEqual([])
})

test('prices are pushed to sockets of traders only, for at most 60 securities', async () => {
  const desk = await startServerWithFeed()
  const [alder, hinoki] = [await desk.trader('alder'), await desk.broker('hinoki')]
  const id = desk.securityId('7203.T')
  const refused = async (token: string | null, ids: readonly string[]): Promise<string> => {
    const { errors } = await follow(desk, token, ids)
    return await until('the refusal', async () => errors[0])
  }
  expect(await refused(hinoki.token, [id])).toMatch(/notifications and to market data only/)
  expect(
    await refused(
      alder.token,
      Array.from({ length: 61 }, (_, i) => `${i}`),
    ),
  ).toMatch(/60 securities/)
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

/** Topics with a clock that the test moves, and one subscriber that may be slow. */
function topicsByHand() {
  const timers = manualTimers()
  const market = new Map<string, Partial<MarketUpdate>>()
  const sent: string[] = []
  const slow = { hasRoom: true }
  const topics = new MarketTopics({
    read: async (ids) =>
      ids.map((securityId) => ({ securityId, bid: 1, at: 0, ...market.get(securityId) }) as MarketUpdate),
    now: () => 1_700_000_000_000 + timers.now(),
    timers,
    failed: (failure) => expect(failure).toBeUndefined(),
  })
  const subscriber = {
    offer({ body }: PushedUpdate): boolean {
      if (slow.hasRoom) sent.push(body.text)
      return slow.hasRoom
    },
  }
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 100) {
      timers.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const says = (more: Partial<MarketUpdate>, securityId = 'a'): void => {
    market.set(securityId, { ...market.get(securityId), ...more })
  }
  return { topics, subscriber, slow, sent, says, pass }
}

test('updates come at full seconds when the market has changed, and every five seconds if it has not', async () => {
  const { topics, subscriber, sent, says, pass } = topicsByHand()
  await pass(300)
  topics.subscribe('a', subscriber)
  await pass(600)
  expect(sent).toHaveLength(0)
  await pass(100)
  expect(sent).toHaveLength(1)
  says({ at: 1 })
  await pass(3_000)
  expect(sent).toHaveLength(1)
  says({ at: 2 })
  await pass(2_000)
  expect(sent).toHaveLength(2)
  says({ bid: 2 })
  await pass(1_000)
  expect(sent.map((body) => JSON.parse(body).bid)).toEqual([1, 1, 2])
  topics.unsubscribe('a', subscriber)
  says({ bid: 3 })
  await pass(5_000)
  expect(sent).toHaveLength(3)
})

test('a slow socket misses updates and gets the newest when it has room', async () => {
  const { topics, subscriber, slow, sent, says, pass } = topicsByHand()
  slow.hasRoom = false
  topics.subscribe('a', subscriber)
  for (const bid of [1, 2, 3]) {
    says({ bid })
    await pass(1_000)
  }
  slow.hasRoom = true
  await pass(1_000)
  expect(sent.map((body) => JSON.parse(body).bid)).toEqual([3])
})

test('what a socket gets does not depend on who else follows the same securities', async () => {
  async function updatesOf(othersFollow: boolean): Promise<string[]> {
    const { topics, subscriber, sent, says, pass } = topicsByHand()
    const other = { offer: () => true }
    // Somebody else follows one of them long before, and joins and leaves later.
    if (othersFollow) topics.subscribe('b', other)
    await pass(7_400)
    says({ at: 7 }, 'b')
    for (const id of ['c', 'b', 'a']) topics.subscribe(id, subscriber)
    await pass(1_000)
    for (let at = 8; at < 20; at += 1) {
      if (othersFollow && at === 10) topics.subscribe('a', other)
      if (othersFollow && at === 12) topics.unsubscribe('b', other)
      says(at % 4 === 0 ? { at, bid: at } : { at }, 'b')
      await pass(1_000)
    }
    return sent
  }

  const alone = await updatesOf(false)
  expect(await updatesOf(true)).toEqual(alone)
  expect(alone.length).toBeGreaterThan(9)
})
