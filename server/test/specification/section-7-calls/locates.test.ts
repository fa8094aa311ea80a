import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { describe, expect, test } from 'vitest'
import { untilStatus } from '../journey-fixtures.ts'
import { agreeSides, locateSides, onlyAgreement, startCallFixture } from './call-fixtures.ts'

const list = '/locate-notification/list-locate-notifications'
const acceptance = '/locate-notification/connect-acceptance'
const rejection = '/locate-notification/connect-rejection'
const confirmation = '/connection-agreement/broker-execution-confirmation'
const undo = '/connection-agreement/broker-execution-undo'

/** The fields that both replies have. */
const bodyFor = ({ direction, locateNotificationId }: LocateNotification) => ({
  direction,
  locationNotificationId: locateNotificationId,
})

describe('locates', () => {
  // spec: 7.locates.1
  test('7.locates.1 GET /locate-notification/list-locate-notifications: the client picks the entry by locateNotificationId.', async () => {
    const market = await startCallFixture()
    const { alder, hinoki } = market
    await locateSides(market)
    const pushed = await alder.receives('Contra Located')

    const listed = await alder.asks<LocateNotification[]>(list)
    const picked = listed.find((each) => each.locateNotificationId === pushed.locateNotificationId)
    expect(picked).toEqual({ ...pushed.locate, serverTime: expect.any(Number) })
    expect(picked).toMatchObject({ direction: 'BUY', contraDirection: 'SELL', locateQuantity: 10_000 })
    expect((await hinoki.isRefused(list)).status).toBe(403)
  })

  // spec: 7.locates.2
  test('7.locates.2 POST /locate-notification/connect-rejection: body direction, locationNotificationId.', async () => {
    const market = await startCallFixture()
    const { alder, birch } = market
    const { alders, birchs } = await locateSides(market)

    expect(await alder.asks(rejection, { body: bodyFor(alders) })).toMatchObject({
      locateNotificationId: alders.locateNotificationId,
      answer: 'DECLINE',
      outcome: null,
    })
    await birch.asks(acceptance, { body: bodyFor(birchs) })
    expect(await alder.receives('Connection Declined')).toMatchObject({ messageType: 'locate' })
    expect(await birch.receives('Contra Connection Declined')).toMatchObject({ messageType: 'locate' })
    await untilStatus(alder, alders.advertisementId, 'PAUSED')
    // Birch's notification offers to resume it.
    expect(await birch.asks(`/advert/resume-advert/${birchs.advertisementId}`)).toMatchObject({
      advertisementStatus: expect.stringMatching(/^(SENT|LIVE)$/),
    })
  })

  // spec: 7.locates.3
  test('7.locates.3 POST /locate-notification/connect-acceptance: body direction, locationNotificationId.', async () => {
    const market = await startCallFixture()
    const { alder, birch } = market
    const { alders, birchs } = await locateSides(market)
    const wrong = { ...bodyFor(alders), direction: 'SELL' }
    expect(await alder.isRefused(acceptance, { body: wrong })).toMatchObject({
      status: 409,
      errorCode: 'LOCATE-DIRECTION',
    })
    const unknown = { direction: 'BUY', locationNotificationId: 'unknown' }
    expect((await alder.isRefused(acceptance, { body: unknown })).status).toBe(404)

    const body = bodyFor(alders)
    expect(await alder.asks(acceptance, { body })).toMatchObject({ answer: 'ACCEPT', outcome: null })
    expect(await alder.receives('USER_ACCEPTED_LOCATE')).toMatchObject({ messageType: 'statusAlert' })
    expect(await alder.isRefused(rejection, { body })).toMatchObject({
      status: 409,
      errorCode: 'LOCATE-ANSWERED',
    })
    await birch.asks(acceptance, { body: bodyFor(birchs) })
    for (const side of [alder, birch])
      expect((await side.receives('Contra Connection Accepted!')).locate).toMatchObject({
        brokerName: 'Hinoki',
        password: expect.stringMatching(/^\w{8}$/),
      })
  })
})

describe('connection agreements', () => {
  // spec: 7.locates.4
  test('7.locates.4 POST /connection-agreement/connect-broker: body connectAgreementId.', async () => {
    const market = await startCallFixture()
    const { alder, birch } = market
    const { agreementId } = await agreeSides(market)
    const { buyPw, sellPw } = await onlyAgreement(market)

    const body = { connectAgreementId: agreementId }
    const handed = { connectionAgreementId: agreementId, brokerName: 'Hinoki', contact: 'Hinoki desk' }
    expect(await alder.asks('/connection-agreement/connect-broker', { body })).toMatchObject({
      ...handed,
      password: buyPw,
    })
    expect(await birch.asks('/connection-agreement/connect-broker', { body })).toMatchObject({
      ...handed,
      password: sellPw,
    })
    const unknown = { connectAgreementId: 'unknown' }
    const refused = await alder.isRefused('/connection-agreement/connect-broker', { body: unknown })
    expect(refused.status).toBe(404)
  })

  // spec: 3.22, 7.locates.5, 9.24
  test('7.locates.5 GET /connection-agreement/broker-user-execution-listing: list of agreements.', async () => {
    const market = await startCallFixture()
    const { desk, alder, hinoki } = market
    const path = '/connection-agreement/broker-user-execution-listing'
    expect(await hinoki.asks(path)).toEqual([])
    const first = await agreeSides(market)
    desk.clock.advance(1_000)
    await agreeSides(market, '6758.T')

    const listed = await hinoki.asks<ConnectionAgreement[]>(path)
    expect(listed).toHaveLength(2)
    expect(listed[0]).toMatchObject({
      connectionAgreementId: first.agreementId,
      id: first.agreementId,
      locationQuantity: 10_000,
      securityUUID: desk.securityId('7203.T'),
      buyStatus: false,
      sellStatus: false,
    })
    // By default they are sorted by the time of the locate (docs/specification.md §3).
    expect(listed.map(({ locateTime }) => locateTime)).toEqual(
      listed.map(({ locateTime }) => locateTime).sort((a, b) => a - b),
    )
    expect((await alder.isRefused(path)).status).toBe(403)
  })

  // spec: 7.locates.7
  test('7.locates.7 POST /connection-agreement/broker-execution-confirmation: body connectionAgreementId plus buyStatus or sellStatus.', async () => {
    const market = await startCallFixture()
    const { hinoki } = market
    const { agreementId: connectionAgreementId } = await agreeSides(market)

    const buy = { connectionAgreementId, buyStatus: true }
    expect(await hinoki.asks(confirmation, { body: buy })).toMatchObject({
      buyStatus: true,
      sellStatus: false,
      buyConfirmedBy: 'broker Desk',
      sellConfirmedBy: null,
    })
    expect(await hinoki.receives('Connection status updated')).toMatchObject({
      connectionAgreementId,
      buyStatus: true,
      sellStatus: false,
      brokerUserName: 'broker Desk',
    })
    await hinoki.asks(confirmation, { body: { connectionAgreementId, sellStatus: true } })
    expect(await hinoki.receives('Connection confirmed')).toMatchObject({
      connectionAgreementId,
      buyStatus: true,
      sellStatus: true,
      confirmedBy: 'broker Desk',
    })
    for (const body of [{ connectionAgreementId }, { ...buy, sellStatus: true }])
      expect(await hinoki.isRefused(confirmation, { body })).toMatchObject({
        status: 400,
        errorCode: 'INVALID',
      })
  })

  // spec: 7.locates.8
  test('7.locates.8 POST /connection-agreement/broker-execution-undo: same body.', async () => {
    const market = await startCallFixture()
    const { desk, hinoki } = market
    const { agreementId: connectionAgreementId } = await agreeSides(market)

    for (const side of ['buyStatus', 'sellStatus']) {
      const body = { connectionAgreementId, [side]: true }
      expect(await hinoki.asks(confirmation, { body })).toMatchObject({ [side]: true })
      expect(await hinoki.asks(undo, { body })).toMatchObject({ [side]: false })
      expect(await hinoki.asks(confirmation, { body })).toMatchObject({ [side]: true })
    }
    desk.clock.advance(24 * 3_600_000)
    const tomorrow = await desk.broker('hinoki')
    const body = { connectionAgreementId, buyStatus: true }
    expect((await tomorrow.isRefused(undo, { body })).status).toBeGreaterThanOrEqual(404)
  })
})
