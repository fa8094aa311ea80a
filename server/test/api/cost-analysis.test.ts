import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { CostAnalysis } from '@aitai/contract/schemas/cost-analysis.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import { expect, test } from 'vitest'
import { quoteOf, sendFeedBatch, startServerWithFeed } from '../support/feed-handler.ts'
import { testDatabases } from '../support/test-databases.ts'
import type { TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const day = '2026-11-18'
const analysisOf = (trader: TestUser, period = day) =>
  trader.callsOk<CostAnalysis>(`/cost-analysis/own-agreements/${period}`)

/** Lets time pass, and sends a quote. The clock begins at 10:00:00 in Tokyo. */
async function quotes(
  desk: TestServer,
  seconds: number,
  bid: number,
  ask: number,
  last: number,
  volume: number,
) {
  desk.clock.advance(seconds * 1_000)
  await sendFeedBatch(desk, [quoteOf(desk, { bid, ask, last, volume })])
}

/**
 * Alder buys 10,000 with the mid at 2,990, and is located for 6,000 at 2,996 a minute and a half later. The broker
 * executes them at 2,995.
 */
async function tradedMorning(env: Readonly<Record<string, string>>) {
  const desk = await startServerWithFeed({ env, brokers: ['Hinoki'] })
  const [alder, birch] = (await Promise.all(
    ['alder', 'birch'].map(async (name) => (await desk.trader(name)).connects()),
  )) as [TestUser, TestUser]
  const broker = await desk.broker('hinoki')
  await quotes(desk, 0, 2_995, 2_997, 2_996, 1_000_000)
  await quotes(desk, 30, 2_989, 2_991, 2_990, 1_001_000)
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  await quotes(desk, 60, 2_991, 2_993, 2_992, 1_003_000)
  await quotes(desk, 30, 2_994, 2_998, 2_996, 1_003_000)
  const { id: contraId } = await birch.advertises('SELL', '7203.T', 6_000)
  const [locate, contra] = [await alder.isLocated(id), await birch.isLocated(contraId)]
  await alder.accepts(locate)
  await birch.accepts(contra)
  await birch.receives('Contra Connection Accepted!')
  const [agreement] = await broker.agreements()
  const { connectionAgreementId = '', locateTime: executedAt = 0 } = agreement ?? {}
  const body = { connectionAgreementId, quantity: 6_000, price: 2_995, executedAt }
  await broker.callsOk<ConnectionAgreement>('/connection-agreement/broker-execution-report', { body })
  await quotes(desk, 30, 2_993, 2_995, 2_994, 1_003_000)
  await quotes(desk, 240, 2_998, 3_000, 2_999, 1_003_000)
  await quotes(desk, 600, 2_995, 2_997, 2_996, 1_003_000)
  desk.clock.advance(120_000)
  return { desk, alder, birch, broker, id, contraId, connectionAgreementId }
}

for (const database of testDatabases) {
  // rule: 24.11, 24.12, 24.13, 24.14, 24.15, 24.16, 24.17
  test(`the costs of a morning with known prices, for each side its own, on ${database.name}`, async () => {
    const { databaseUrl } = await database.newLocation()
    const env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
    const { alder, birch, id, contraId } = await tradedMorning(env)
    const analysis = await analysisOf(alder)

    expect(analysis.agreements).toMatchObject([
      {
        day,
        advertisementId: id,
        direction: 'BUY',
        brokerName: 'Hinoki',
        shareQuantity: 10_000,
        locatedQuantity: 6_000,
        quantity: 6_000,
        isExecuted: true,
        arrivalMid: 2_990,
        midAtLocate: 2_996,
        price: 2_995,
        value: 17_970_000,
        // Half of 4 yen: 2 / 2,990, and 2 × 6,000.
        halfSpread: 6.69,
        halfSpreadSaved: 12_000,
        // 500 shares at 2,990 (half of the first minute) and 2,000 at 2,992: 7,479,000 / 2,500.
        intervalVwap: 2_991.6,
        againstArrival: -16.72,
        againstVwap: -11.37,
        // The mid is 2,994, then 2,999, then 2,996; half an hour is not over.
        reversion: { after1: 6.69, after5: -10.03, after15: 0, after30: null },
        timeToLocate: 90_000,
        executedQuantity: 6_000,
        shareLocated: 0.6,
        shareExecuted: 0.6,
      },
    ])
    const { total } = analysis
    expect(total).toMatchObject({
      agreements: 1,
      executed: 1,
      halfSpreadSaved: 12_000,
      againstArrival: -16.72,
      reversionCount: { after1: 1, after5: 1, after15: 1, after30: 0 },
    })
    expect(analysis.byDay).toEqual([{ ...total, key: day }])
    expect(analysis.byBroker).toEqual([{ ...total, key: 'Hinoki' }])
    expect(analysis.byDirection).toEqual([{ ...total, key: 'BUY' }])
    expect(analysis.answers).toEqual({
      accepted: 1,
      declined: 0,
      unanswered: 0,
      withdrawn: 0,
      acceptanceOfLocates: 1,
      acceptanceOfAnswers: 1,
    })
    const counts = { sent: 1, located: 1, accepted: 1, completed: 1 }
    expect(analysis.iois).toEqual(counts)
    expect(analysis.ioisByDay).toEqual([{ day, ...counts }])

    const [sale] = (await analysisOf(birch)).agreements
    expect(sale).toMatchObject({
      advertisementId: contraId,
      direction: 'SELL',
      arrivalMid: 2_996,
      halfSpread: 6.68,
      againstArrival: -3.34,
      intervalVwap: null,
      shareLocated: 1,
      reversion: { after1: -6.68 },
    })
    expect(JSON.stringify(analysis)).not.toMatch(new RegExp(`${contraId}|Birch`))
  })
}

test('what was not executed has no costs, and a day without IOIs is empty', async () => {
  const { desk, alder, broker, connectionAgreementId } = await tradedMorning({})
  const [{ executions = [] } = {}] = await broker.agreements()
  const call = '/connection-agreement/broker'
  const body = { connectionAgreementId, executionId: executions[0]?.executionId }
  await broker.callsOk(`${call}-execution-withdrawal`, { body })
  expect((await analysisOf(alder)).agreements).toMatchObject([
    { isExecuted: false, executedQuantity: null, shareExecuted: null, price: 2_996, againstArrival: -20.07 },
  ])
  await broker.callsOk(`${call}-not-executed-report`, { body: { connectionAgreementId, sides: ['SELL'] } })

  expect(await analysisOf(alder)).toMatchObject({ agreements: [], notExecuted: 1, answers: { accepted: 1 } })
  const empty = await analysisOf(alder, '2026-11-01..2026-11-17')
  expect(empty).toMatchObject({ agreements: [], total: { agreements: 0, halfSpread: null }, byDay: [] })
  for (const period of ['2026-11-18..2026-11-17', '2026-10-01..2026-11-18', '2026-13-01', 'today'])
    expect((await alder.isRefused(`/cost-analysis/own-agreements/${period}`)).status, period).toBe(404)
  await desk.app.history.update()
})

// rule: 24.15
test('agreements of one moment are listed by RIC, whatever the order in which they were sent', async () => {
  const desk = await startServerWithFeed({ brokers: ['Hinoki'] })
  const [alder, birch] = (await Promise.all(
    ['alder', 'birch'].map(async (name) => (await desk.trader(name)).connects()),
  )) as [TestUser, TestUser]
  const rics = ['9984.T', '6758.T', '8306.T', '7203.T']
  const closes = new Map(
    desk.app.reference.names().listed.map(({ security }) => [security.ric, toYen(security.closePrice)]),
  )
  const quotes = rics.map((ric) => {
    const bid = Math.floor(closes.get(ric) ?? 0)
    return quoteOf(desk, { ric, bid, ask: bid + 1, last: bid })
  })
  await sendFeedBatch(desk, quotes)
  for (const ric of rics) {
    const buy = await alder.advertises('BUY', ric, 10_000)
    const sell = await birch.advertises('SELL', ric, 10_000)
    const [locate, contra] = [await alder.isLocated(buy.id), await birch.isLocated(sell.id)]
    await alder.accepts(locate)
    await birch.accepts(contra)
  }

  for (const trader of [alder, birch]) {
    const { agreements, bySecurity } = await analysisOf(trader)
    expect(new Set(agreements.map(({ locateTime }) => locateTime)).size).toBe(1)
    const listed = agreements.map(({ securityName }) => securityName.split(' ')[0])
    expect(listed).toEqual(['6758.T', '7203.T', '8306.T', '9984.T'])
    expect(bySecurity.map(({ key }) => key)).toEqual(agreements.map(({ securityId }) => securityId))
  }
})
