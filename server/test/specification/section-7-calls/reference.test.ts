import type { IoiCounts } from '@aitai/contract/schemas/credibility.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Broker, Equity, PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { describe, expect, test } from 'vitest'
import { feedToken, sendFeedBatch } from '../../support/feed-handler.ts'
import type { TestServer } from '../../support/test-server.ts'
import { locateAnswerBody, type TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import { toyota } from '../journey-fixtures.ts'
import {
  agreeSides,
  type CallFixture,
  locateSides,
  startCallFixture,
  startWithOneUser,
  untilLive,
} from './call-fixtures.ts'

const range = /^([01]\d|2[0-3]):[0-5]\d to ([01]\d|2[0-3]):[0-5]\d$/

describe('reference data and notifications', () => {
  // spec: 7.account.16
  test('7.account.16 GET {api}/version/web | none | Plain text web version.', async () => {
    const { desk } = await startWithOneUser({ env: { WEB_VERSION: '0.3.1' } })

    const { status, text, headers } = await desk.person('').calls('/version/web')
    expect([status, text]).toEqual([200, '0.3.1'])
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
  })

  // spec: 7.reference.1
  test('7.reference.1 GET {api}/equity/get-equities: list of equities.', async () => {
    const { alder } = await startWithOneUser()

    const equities = await alder.asks<Equity[]>('/equity/get-equities')
    const found = equities.find(({ ric }) => ric === toyota)
    expect(found).toMatchObject({ name: 'Toyota Motor', localName: 'トヨタ自動車', lotSize: 100 })
    // Every other call accepts an id of the list as a security.
    const body = { securityId: found?.equityId }
    expect(await alder.asks('/advert/create-advert', { body })).toMatchObject(body)
    expect(new Set(equities.map(({ equityId }) => equityId)).size).toBe(equities.length)
  })

  // spec: 7.reference.2
  test('7.reference.2 GET {api}/broker/user-brokers-list: list of brokers.', async () => {
    const { alder } = await startWithOneUser({ brokers: ['Hinoki', 'Kaede'] })

    const brokers = await alder.asks<Broker[]>('/broker/user-brokers-list')
    expect(brokers).toEqual([
      { brokerID: expect.any(String), brokerName: 'Hinoki', shortName: 'Hinoki' },
      { brokerID: expect.any(String), brokerName: 'Kaede', shortName: 'Kaede' },
    ])
    expect(await alder.asks('/user/my-details')).toMatchObject({ numUserBrokers: 2 })
  })

  // spec: 7.reference.3
  test('7.reference.3 GET {api}/notifications.', async () => {
    const { alder } = await startWithOneUser()
    expect(await alder.asks('/notifications')).toEqual([])
    const { id, securityId } = await alder.advertises('BUY', toyota, 10_000)

    const [first, ...others] = await alder.asks<Notification[]>('/notifications')
    expect(others).toEqual([])
    expect(first).toMatchObject({
      message: 'ADVERT_SUBMITTED',
      messageType: 'statusAlert',
      advertisementId: id,
      securityId,
      ack: false,
      visible: true,
    })
  })

  // spec: 7.reference.4
  test('7.reference.4 GET /status/get-platform-hours/{securityId}: platformHourRanges, matchingEngineHourRanges, afterHours.', async () => {
    const { desk, alder } = await startWithOneUser({ env: { CALENDAR: 'jpx' } })
    const path = `/status/get-platform-hours/${desk.securityId(toyota)}`

    const open = await alder.asks<PlatformHours>(path)
    expect(open.platformHourRanges.length).toBeGreaterThan(0)
    expect(open.matchingEngineHourRanges.length).toBeGreaterThan(0)
    for (const each of [...open.platformHourRanges, ...open.matchingEngineHourRanges])
      expect(each).toMatch(range)
    expect(open.afterHours).toBe(false)
    // From ten in Tokyo to the hours in which adverts match at the official close.
    desk.clock.advance(6 * 3_600_000)
    const again = await desk.trader('alder')
    expect((await again.asks<PlatformHours>(path)).afterHours).toBe(true)
    expect((await again.isRefused('/status/get-platform-hours/unknown')).status).toBe(404)
  })
})

const countsOf = (someone: TestUser): Promise<IoiCounts> => someone.asks<IoiCounts>('/user/ioi-counts')

/** A market fed by a feed handler: everything at its close, Toyota at the test's price. */
async function trades(desk: TestServer, alder: TestUser, toyotaAt: number | null = null): Promise<void> {
  const time = new Date(desk.clock.now()).toISOString()
  const equities = await alder.asks<Equity[]>('/equity/get-equities')
  const quotes = equities.map(({ ric, closePrice }) => {
    const at = ric === toyota && toyotaAt !== null ? toyotaAt : closePrice
    return { ric, time, bid: at - 1, ask: at + 1, last: at }
  })
  await sendFeedBatch(desk, quotes)
}

/** A locate that neither side answers. */
async function lapses(market: CallFixture): Promise<void> {
  await locateSides(market, '8306.T')
  market.desk.clock.advance(40_000)
  await market.alder.receives('Contra locate timeout')
}

/** An advert with a knockout, which the price then reaches. */
async function isKnockedOut({ desk, alder }: CallFixture): Promise<void> {
  const armed = { knockoutTriggerActivated: true, knockoutTrigger: 3_000 }
  const advert = await alder.advertises('BUY', toyota, 10_000, armed)
  await untilLive(alder, advert)
  for (let second = 0; second < 3; second += 1) {
    desk.clock.advance(1_000)
    await trades(desk, alder, 3_050)
  }
  await alder.receives('CANCEL_TRIGGER')
}

describe('what a trader did, counted', () => {
  // spec: 7.reference.5
  test('7.reference.5 GET /user/ioi-counts: fields upload, cancel, locate, accept, decline, timeout, triggerCancel.', async () => {
    const env = { QUOTES: 'http', FEED_TOKEN: feedToken }
    const market = await startCallFixture({ env, quotes: 'as configured' })
    const { desk, alder, birch } = market
    await trades(desk, alder)
    const none = { upload: 0, cancel: 0, locate: 0, accept: 0, decline: 0, timeout: 0, triggerCancel: 0 }
    expect(await countsOf(alder)).toEqual(none)

    const { id } = await alder.advertises('BUY', '9984.T', 10_000)
    expect(await countsOf(alder)).toEqual({ ...none, upload: 1 })
    await alder.asks(`/advert/cancel-advert/${id}`)
    expect(await countsOf(alder)).toEqual({ ...none, upload: 1, cancel: 1 })

    const { alders, birchs } = await locateSides(market, '6758.T')
    expect(await countsOf(alder)).toMatchObject({ upload: 2, locate: 1, accept: 0, decline: 0 })
    await alder.asks('/locate-notification/connect-acceptance', { body: locateAnswerBody(alders) })
    await birch.asks('/locate-notification/connect-rejection', { body: locateAnswerBody(birchs) })
    expect(await countsOf(alder)).toMatchObject({ accept: 1, decline: 0 })
    expect(await countsOf(birch)).toMatchObject({ upload: 1, locate: 1, accept: 0, decline: 1 })

    await lapses(market)
    expect(await countsOf(alder)).toMatchObject({ locate: 2, timeout: 1 })
    await isKnockedOut(market)
    const all = { upload: 4, cancel: 1, locate: 2, accept: 1, decline: 0, timeout: 1, triggerCancel: 1 }
    expect(await countsOf(alder)).toEqual(all)
  })
})

describe('two calls whose data is also pushed', () => {
  test("a broker's notification list equals what its socket received", async () => {
    const market = await startCallFixture()
    const { hinoki } = market
    const { agreementId } = await agreeSides(market)
    await hinoki.receives('New IOI Match Confirmed')

    const listed = await until('the match', async () => {
      const all = await hinoki.asks<Notification[]>('/notifications')
      return all.length > 0 && all
    })
    expect(listed).toMatchObject([
      {
        message: 'New IOI Match Confirmed',
        connectionAgreementId: agreementId,
        buyStatus: false,
        sellStatus: false,
      },
    ])
  })
})
