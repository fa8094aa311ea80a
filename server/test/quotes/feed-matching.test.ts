import { expect, test } from 'vitest'
import { quoteOf, sendFeedBatch, startServerWithFeed } from '../support/feed-handler.ts'
import type { TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const minuteMs = 60_000

/** A trader who is present, so that adverts can match. */
const present = async (desk: TestServer, firm: string): Promise<TestUser> =>
  (await desk.trader(firm)).connects()

const becomes = (person: TestUser, id: string, status: string) =>
  until(`${id} to be ${status}`, async () => {
    const advert = await person.advert(id)
    return advert.advertisementStatus === status && advert
  })

/** The feed sends a price for two seconds, as a trigger requires. */
async function stands(desk: TestServer, bid: number): Promise<void> {
  for (let second = 0; second < 3; second += 1) {
    desk.clock.advance(1_000)
    await sendFeedBatch(desk, [quoteOf(desk, { bid, ask: bid + 0.5, last: bid })])
  }
}

test('a price that the feed sends for two seconds fires triggers; one that it sends once does not', async () => {
  const desk = await startServerWithFeed()
  await sendFeedBatch(desk, [quoteOf(desk)])
  const [alder, birch] = [await present(desk, 'alder'), await present(desk, 'birch')]
  const waits = { advertisingTriggerActivated: true, advertisingTrigger: 2_860 }
  const armed = { knockoutTriggerActivated: true, knockoutTrigger: 2_950 }
  const { id: waiting } = await alder.advertises('BUY', '7203.T', 10_000, waits)
  const { id: falling } = await birch.advertises('BUY', '7203.T', 10_000, armed)
  await becomes(birch, falling, 'LIVE')

  // Sony is above its level for a second, Toyota reaches it in the second of the two quotes only.
  const level = { ...armed, knockoutTrigger: 4_400 }
  const { id: sony } = await birch.advertises('BUY', '6758.T', 10_000, level)
  const high = { ric: '6758.T', bid: 4_420, ask: 4_421, last: 4_420 }
  desk.clock.advance(1_000)
  await sendFeedBatch(desk, [quoteOf(desk), quoteOf(desk, high)])
  desk.clock.advance(1_000)
  await sendFeedBatch(desk, [quoteOf(desk, { bid: 3_000, ask: 3_000.5 }), quoteOf(desk, high)])
  await becomes(birch, sony, 'DEAD')
  await stands(desk, 2_905)
  expect((await birch.advert(falling)).advertisementStatus).toBe('LIVE')

  await stands(desk, 2_850)
  await becomes(alder, waiting, 'LIVE')
  await stands(desk, 2_960)
  expect(await becomes(birch, falling, 'DEAD')).toMatchObject({ causeOfDeath: 'CANCEL_TRIGGER' })
})

test("the feed's index counts: a stock that ran ahead of it is cancelled by its index trigger", async () => {
  const desk = await startServerWithFeed()
  await sendFeedBatch(desk, [quoteOf(desk)], { index: { last: 2_800, close: 2_800 } })
  const [alder, birch] = [await present(desk, 'alder'), await present(desk, 'birch')]
  const ahead = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 3 }
  const { id } = await alder.advertises('BUY', '7203.T', 10_000, ahead)
  const above = { knockoutTriggerActivated: true, knockoutTrigger: 3_000 }
  const { id: other } = await birch.advertises('BUY', '7203.T', 10_000, above)
  await becomes(alder, id, 'LIVE')

  await sendFeedBatch(desk, [], { index: { last: 2_870, close: 2_800 } })
  await stands(desk, 3_005)
  await becomes(birch, other, 'DEAD')
  expect((await alder.advert(id)).advertisementStatus).toBe('LIVE')

  await sendFeedBatch(desk, [], { index: { last: 2_800, close: 2_800 } })
  await stands(desk, 3_005)
  expect(await becomes(alder, id, 'DEAD')).toMatchObject({ causeOfDeath: 'INDEX_RELATIVE_CANCEL' })
})

test('a silent feed pauses matching, and after five minutes ends the adverts as stale', async () => {
  const desk = await startServerWithFeed()
  await sendFeedBatch(desk, [quoteOf(desk)])
  const alder = await present(desk, 'alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  await becomes(alder, id, 'LIVE')
  const market = () => alder.callsOk(`/status/get-quote/${desk.securityId('7203.T')}`)
  expect(await market()).toMatchObject({ midPrice: 2_905.25, marketError: null })

  desk.clock.advance(5 * minuteMs)
  expect(await market()).toMatchObject({ midPrice: null, marketError: 'MARKET-ERROR-003' })
  expect((await alder.advert(id)).advertisementStatus).toBe('LIVE')

  // Fresh for ten seconds after the last quote.
  desk.clock.advance(10_001)
  const dead = await becomes(alder, id, 'DEAD')
  expect(dead).toMatchObject({ causeOfDeath: 'BAD_MARKET_DATA', errorCode: 'MARKET-ERROR-003' })
})

test('a feed that has sent nothing leaves the closes for notionals, and no market to match in', async () => {
  const desk = await startServerWithFeed()
  const alder = await present(desk, 'alder')
  const { id, jpynotional, usdnotional } = await alder.advertises('BUY', '7203.T', 10_000)

  expect({ jpynotional, usdnotional }).toEqual({ jpynotional: 29_055_000, usdnotional: 193_700 })
  const market = await alder.callsOk(`/status/get-quote/${desk.securityId('7203.T')}`)
  expect(market).toMatchObject({ midPrice: null, lastPrice: 2_905.5, marketError: 'MARKET-ERROR-001' })
  desk.clock.advance(5 * minuteMs + 1)
  expect(await becomes(alder, id, 'DEAD')).toMatchObject({ errorCode: 'MARKET-ERROR-001' })
})

test.each([
  ['HALTED', 'MARKET-ERROR-004'],
  ['SPECIAL_QUOTE', 'MARKET-ERROR-005'],
] as const)(
  'a security that the feed calls %s ends its adverts after five minutes',
  async (condition, code) => {
    const desk = await startServerWithFeed()
    await sendFeedBatch(desk, [quoteOf(desk)])
    const alder = await present(desk, 'alder')
    const { id } = await alder.advertises('BUY', '7203.T', 10_000)
    await becomes(alder, id, 'LIVE')

    desk.clock.advance(1_000)
    await sendFeedBatch(desk, [quoteOf(desk, { condition })])
    const market = await alder.callsOk(`/status/get-quote/${desk.securityId('7203.T')}`)
    expect(market).toMatchObject({ midPrice: null, marketError: code })
    desk.clock.advance(5 * minuteMs)
    await sendFeedBatch(desk, [quoteOf(desk, { condition })])
    const dead = await becomes(alder, id, 'DEAD')
    expect(dead).toMatchObject({ causeOfDeath: 'INACTIVE_MARKET', errorCode: code })
  },
)

test("the feed's official close is the price after hours", async () => {
  const desk = await startServerWithFeed()
  // Half past three in Tokyo, when the exchange has closed.
  desk.clock.advance(5.5 * 60 * minuteMs)
  await sendFeedBatch(desk, [quoteOf(desk)])
  const [alder, birch] = [await present(desk, 'alder'), await present(desk, 'birch')]
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  await birch.advertises('SELL', '7203.T', 10_000)

  desk.clock.advance(1_000)
  await sendFeedBatch(desk, [quoteOf(desk, { bid: null, ask: null, last: 2_911.5, officialClose: 2_911.5 })])
  desk.clock.advance(2 * minuteMs)
  expect(await alder.isLocated(id)).toMatchObject({ midPrice: 2_911.5 })
})

test("the feed's dollar rate determines the notionals of the list", async () => {
  const desk = await startServerWithFeed()
  await sendFeedBatch(desk, [quoteOf(desk, { last: 2_900 })], { usdJpy: 145 })
  const alder = await desk.trader('alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  expect(await alder.advert(id)).toMatchObject({ jpynotional: 29_000_000, usdnotional: 200_000 })

  await sendFeedBatch(desk, [], { usdJpy: 160.1234 })
  expect(await alder.advert(id)).toMatchObject({ jpynotional: 29_000_000, usdnotional: 181_110 })
})

test('public data of a security is the same bytes whether it is advertised or not', async () => {
  const desk = await startServerWithFeed()
  await sendFeedBatch(desk, [quoteOf(desk)], { index: { last: 2_810, close: 2_800 }, usdJpy: 151 })
  const [alder, birch] = [await present(desk, 'alder'), await present(desk, 'birch')]
  const shown = async () => {
    const paths = ['/equity/get-equities', `/status/get-quote/${desk.securityId('7203.T')}`]
    return Promise.all(paths.map(async (path) => (await alder.calls(path)).text))
  }
  const before = await shown()
  const { id } = await birch.advertises('SELL', '7203.T', 10_000)
  await becomes(birch, id, 'LIVE')

  expect(await shown()).toEqual(before)
})
