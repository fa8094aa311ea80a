import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { AdvertStatus } from '@aitai/engine/model/advert.ts'
import { notificationTypes } from '@aitai/engine/notifications.ts'
import { expect, test } from 'vitest'
import {
  advanceTime,
  changeAdvert,
  liveAdvert,
  minuteMs,
  startAgreed,
  startLocated,
  startWithOneTrader,
  startWithTwoTraders,
  toyota,
  untilStatus,
} from '../support/journeys.ts'
import { Operator } from '../support/operator.ts'
import {
  expectNotified,
  expectNotNotified,
  pushedFaults,
  pushedTypeNames,
} from '../support/pushed-notifications.ts'
import { ScriptedMarket } from '../support/scripted-market.ts'
import { submissionBody, type TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

test('every message type of the specification has a description', () => {
  expect(pushedTypeNames).toEqual(expect.arrayContaining([...notificationTypes]))
  expect(pushedTypeNames).toHaveLength(notificationTypes.length + 2)
})

// spec: 4.notifications.4, 4.notifications.5, 4.notifications.9, 8.shown.4
test('a contra that is located, an own acceptance, and a connection', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  const securityId = desk.securityId(toyota)
  for (const [person, own] of [
    [alder, locate],
    [birch, contra],
  ] as const) {
    const { advertisementId, locateNotificationId, direction } = own
    const located = await expectNotified(person, 'Contra Located', {
      messageType: 'locate',
      firstName: 'trader',
      lastName: 'Desk',
      securityId,
      advertisementId,
      locateNotificationId,
      errorCode: null,
      connectionAgreementId: null,
      locate: { direction, midPrice: 2_905.5, outcome: null, password: null },
    })
    // What is not as it is described is detected.
    expect(pushedFaults({ ...located, locate: null })).not.toEqual([])
  }

  await alder.accepts(locate)
  await expectNotified(alder, 'USER_ACCEPTED_LOCATE', {
    messageType: 'statusAlert',
    advertisementId: locate.advertisementId,
    errorCode: null,
    locate: { answer: 'ACCEPT', outcome: null },
  })
  // Nobody is notified of the contra's acceptance.
  await expectNotNotified(birch, 'USER_ACCEPTED_LOCATE')

  const { connectionAgreementId } = await birch.accepts(contra)
  for (const [person, { advertisementId }] of [
    [alder, locate],
    [birch, contra],
  ] as const)
    await expectNotified(person, 'Contra Connection Accepted!', {
      messageType: 'locate',
      advertisementId,
      connectionAgreementId,
      buyStatus: null,
      sellStatus: null,
      locate: { outcome: 'ACCEPTED', brokerName: 'Hinoki', password: expect.any(String) },
    })
})

// spec: 4.notifications.6, 4.notifications.7
test('a decline, once both have answered: own, and of the contra', async () => {
  const { alder, birch, locate, contra } = await startLocated()
  await birch.declines(contra)
  await expectNotNotified(birch, 'Connection Declined')
  await alder.accepts(locate)

  const declined = { messageType: 'locate', errorCode: null } as const
  await expectNotified(alder, 'Contra Connection Declined', {
    ...declined,
    advertisementId: locate.advertisementId,
    locate: { answer: 'ACCEPT', outcome: 'CONTRA_DECLINED', brokerName: null, password: null },
  })
  await expectNotified(birch, 'Connection Declined', {
    ...declined,
    advertisementId: contra.advertisementId,
    locate: { answer: 'DECLINE', outcome: 'DECLINED', brokerName: null, password: null },
  })
  await expectNotNotified(alder, 'Connection Declined')
  await expectNotNotified(birch, 'Contra Connection Declined', 'USER_ACCEPTED_LOCATE')
})

// spec: 4.notifications.8, 8.shown.4
test('a locate that timed out, by whose silence', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  await alder.accepts(locate)
  desk.clock.advance(31_501)

  await expectNotified(alder, 'Contra locate timeout', {
    messageType: 'locate',
    advertisementId: locate.advertisementId,
    errorCode: 'LOCATE-TIMEOUT-CONTRA',
    locate: { outcome: 'CONTRA_TIMEOUT' },
  })
  await expectNotified(birch, 'Contra locate timeout', {
    messageType: 'locate',
    advertisementId: contra.advertisementId,
    errorCode: 'LOCATE-TIMEOUT-OWN',
    locate: { outcome: 'TIMED_OUT' },
  })
})

// spec: 4.notifications.14
test('a locate that is withdrawn', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  await alder.accepts(locate)
  await new Operator(desk).runs('halt', { security: toyota, reason: 'asked by the exchange' })

  for (const [person, { advertisementId }] of [
    [alder, locate],
    [birch, contra],
  ] as const)
    await expectNotified(person, 'LOCATE_ERROR', {
      messageType: 'locate',
      advertisementId,
      errorCode: 'LOCATE_ERROR',
      locate: { outcome: 'WITHDRAWN', brokerName: null, password: null },
    })
})

// spec: 4.notifications.10, 4.notifications.11, 4.notifications.12, 8.shown.4
test('an own advert: submitted, updated, resumed', async () => {
  const market = new ScriptedMarket()
  const { desk, alder, birch } = await startWithTwoTraders({ quotes: market.quotes })
  const draft = await alder.drafts(toyota)
  await expectNotNotified(alder, 'ADVERT_SUBMITTED')
  const { id } = draft
  const own = {
    messageType: 'statusAlert',
    advertisementId: id,
    securityId: desk.securityId(toyota),
    locate: null,
    locateNotificationId: null,
    errorCode: null,
  } as const
  const updated = async (fields: Partial<Notification>) => {
    await expectNotified(alder, 'ADVERT_UPDATED', fields)
    alder.received.length = 0
  }

  const body = { ...submissionBody(draft), shareQuantity: 10_000 }
  await alder.callsOk('/advert/submit-advert', { body })
  await expectNotified(alder, 'ADVERT_SUBMITTED', own)
  await untilStatus(alder, id, 'LIVE')
  await alder.callsOk('/advert/modify-advert', { body: { ...body, shareQuantity: 12_000 } })
  await updated(own)
  await changeAdvert(alder, 'pause', { id })
  await updated(own)
  await changeAdvert(alder, 'resume', { id })
  await expectNotified(alder, 'USER_RESUMED_ADVERT', own)
  await changeAdvert(alder, 'cancel', { id })
  await updated(own)

  // Its trigger fired: the market changed it.
  const waits = { advertisingTriggerActivated: true, advertisingTrigger: 4_300 }
  const { id: waiting } = await alder.advertises('BUY', '6758.T', 10_000, waits)
  market.standsAt('6758.T', 4_299)
  await untilStatus(alder, waiting, 'LIVE')
  await updated({ messageType: 'statusAlert', advertisementId: waiting, errorCode: null })
  await expectNotNotified(birch, 'ADVERT_SUBMITTED', 'ADVERT_UPDATED', 'USER_RESUMED_ADVERT')
})

// spec: 4.notifications.13
test('an own advert that expired', async () => {
  const { desk, alder, birch } = await startWithTwoTraders()
  const { id, expiryDate } = await alder.advertises('BUY', toyota, 10_000, { duration: '60' })
  await untilStatus(alder, id, 'LIVE')
  await advanceTime(desk, alder, 60 * minuteMs - 1)
  await expectNotNotified(alder, 'Advertisement expired')
  desk.clock.advance(1)

  await expectNotified(alder, 'Advertisement expired', {
    messageType: 'statusAlert',
    advertisementId: id,
    errorCode: null,
    locate: null,
    timestamp: Date.parse(expiryDate ?? ''),
  })
  await expectNotNotified(await desk.person(birch.email).signsIn(), 'Advertisement expired')
})

// spec: 4.notifications.15
test('an own advert that its cancel trigger ended', async () => {
  const market = new ScriptedMarket()
  const { alder, birch } = await startWithTwoTraders({ quotes: market.quotes })
  const falls = { knockoutTriggerActivated: true, knockoutTrigger: 2_960 }
  const { id } = await alder.advertises('BUY', toyota, 10_000, falls)
  await untilStatus(alder, id, 'LIVE')
  market.standsAt(toyota, 2_959.5)
  await expectNotNotified(alder, 'CANCEL_TRIGGER')
  market.standsAt(toyota, 2_960)

  await expectNotified(alder, 'CANCEL_TRIGGER', {
    messageType: 'statusAlert',
    advertisementId: id,
    errorCode: 'CANCEL-TRIGGER-001',
    locate: null,
    errorMessage: 'Cancelled, Cancel Trigger',
  })
  await expectNotNotified(birch, 'CANCEL_TRIGGER')
})

// spec: 4.notifications.16
test('an own advert that a market error ended', async () => {
  const market = new ScriptedMarket()
  const { desk, alder, birch } = await startWithTwoTraders({ quotes: market.quotes })
  const { id } = await liveAdvert(alder)
  market.says(toyota, { condition: 'SPECIAL_QUOTE' })
  desk.clock.advance(5 * minuteMs - 1)
  await expectNotNotified(alder, 'MARKET_ERROR')
  desk.clock.advance(1)

  await expectNotified(alder, 'MARKET_ERROR', {
    messageType: 'statusAlert',
    advertisementId: id,
    errorCode: 'MARKET-ERROR-005',
    locate: null,
    errorMessage: 'Cancelled, Inactive market\nSpecial quote',
  })
  await expectNotNotified(birch, 'MARKET_ERROR')
})

// spec: 4.notifications.17, 4.notifications.18, 8.session.3
test('the end of the own session: replaced, logged out, timed out', async () => {
  const { desk, alder } = await startWithOneTrader()
  const ends = { messageType: 'statusAlert', securityId: null, locate: null } as const
  const connected = async () => (await desk.trader('alder')).connects()

  const second = await connected()
  await expectNotified(alder, 'trader Desk logged out', { ...ends, errorCode: 'SESSION_REPLACED' })
  await second.callsOk('/logout', { method: 'POST' })
  await expectNotified(second, 'trader Desk logged out', { ...ends, errorCode: 'SESSION_LOGGED_OUT' })
  const third = await connected()
  desk.clock.advance(60 * minuteMs)
  await desk.app.sweep()
  await expectNotified(third, 'trader Desk timed out', { ...ends, errorCode: 'SESSION_TIMED_OUT' })
})

// spec: 4.notifications.19
test('nobody is notified before the change is in the list', async () => {
  const { desk, alder, birch } = await startWithTwoTraders()
  const refreshed = async (id: string, message: string, status: AdvertStatus[]) => {
    await until(message, async () =>
      alder.received.find((each) => each.message === message && each.advertisementId === id),
    )
    expect(status).toContain((await alder.advert(id)).advertisementStatus)
  }

  const { id } = await alder.advertises('BUY', toyota, 10_000, { duration: '60' })
  await refreshed(id, 'ADVERT_SUBMITTED', ['SENT', 'LIVE'])
  await changeAdvert(alder, 'pause', { id })
  await refreshed(id, 'ADVERT_UPDATED', ['PAUSED'])
  await changeAdvert(alder, 'resume', { id })
  await refreshed(id, 'USER_RESUMED_ADVERT', ['LIVE'])
  await birch.advertises('SELL', toyota, 10_000)
  await refreshed(id, 'Contra Located', ['ACCEPT/DECLINE?'])
  await alder.accepts(await alder.isLocated(id))
  await refreshed(id, 'USER_ACCEPTED_LOCATE', ['LOCATED'])
  desk.clock.advance(31_501)
  await refreshed(id, 'Contra locate timeout', ['PAUSED'])
  await advanceTime(desk, alder, 60 * minuteMs)
  await refreshed(id, 'Advertisement expired', ['DEAD'])
})

const listed = (person: TestUser): Promise<Notification[]> => person.callsOk('/notifications')

// spec: 4.notifications.1, 7.reference.3
test('a notification is listed as unread until it is acknowledged', async () => {
  const { alder } = await startWithOneTrader()
  expect(await listed(alder)).toEqual([])
  const { id } = await liveAdvert(alder)
  const { id: notificationId } = await alder.receives('ADVERT_SUBMITTED')

  const read = await until('the acknowledgement', async () => {
    const [only, ...others] = await listed(alder)
    expect(others).toEqual([])
    return only?.ack && only
  })
  expect(read).toMatchObject({ id: notificationId, message: 'ADVERT_SUBMITTED', advertisementId: id })
  await alder.callsOk('/logout', { method: 'POST' })
  const away = await alder.signsIn()
  await changeAdvert(away, 'cancel', { id })
  expect(await listed(away)).toMatchObject([{ message: 'ADVERT_UPDATED', ack: false }])
})

// spec: 4.notifications.20
test('a newer notification on a security replaces the older in the list, except accepted and expired ones', async () => {
  const { desk, alder } = await startAgreed()
  const types = async () => (await listed(alder)).map(({ message }) => message)
  expect(await types()).toEqual(['Contra Connection Accepted!'])

  const again = await alder.advertises('BUY', toyota, 10_000, { duration: '60' })
  expect(await types()).toEqual(['ADVERT_SUBMITTED', 'Contra Connection Accepted!'])
  await alder.advertises('BUY', '6758.T', 10_000)
  await changeAdvert(alder, 'pause', again)
  expect(await types()).toEqual(['ADVERT_UPDATED', 'ADVERT_SUBMITTED', 'Contra Connection Accepted!'])

  await advanceTime(desk, alder, 60 * minuteMs)
  await untilStatus(alder, again.id, 'DEAD')
  await alder.advertises('SELL', toyota, 10_000)
  expect(await types()).toEqual([
    'ADVERT_SUBMITTED',
    'Advertisement expired',
    'ADVERT_SUBMITTED',
    'Contra Connection Accepted!',
  ])
})
