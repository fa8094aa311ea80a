import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { type PushedTypeName, pushedSchema } from '@aitai/contract/schemas/pushed-types.ts'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { Operator } from '../../support/operator.ts'
import { submissionBody, type TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import {
  advanceTime,
  changeAdvert,
  expectTextInBothLanguages,
  liveAdvert,
  minuteMs,
  openSocketOf,
  startAgreed,
  startLocated,
  startWithOneTrader,
  startWithTwoTraders,
  toyota,
  untilStatus,
} from '../journey-fixtures.ts'
import { ScriptedMarket } from '../scripted-market.ts'

/** Waits for a notification of a type, and expects the fields of the type, with these values. */
async function isNotified(
  person: TestUser,
  type: PushedTypeName,
  fields: Omit<Partial<Notification>, 'locate'> & { locate?: Partial<LocateNotification> | null },
): Promise<Notification> {
  const notification = await person.receives(type)
  expect(Check(pushedSchema(type), notification)).toBe(true)
  expect(notification).toMatchObject({ ...fields, firstName: 'trader', lastName: 'Desk', visible: true })
  if (notification.errorCode !== null) {
    expectTextInBothLanguages(notification.errorCode)
    expect(notification.errorMessage).not.toBeNull()
  }
  return notification
}

/** Expects that a user received no notification of these types, now or while away. */
async function isNotNotified(person: TestUser, ...types: PushedTypeName[]): Promise<void> {
  const listed = await person.asks<Notification[]>('/notifications')
  const messages = [...person.received, ...listed].map(({ message }) => message)
  for (const type of types) expect(messages).not.toContain(type)
}

const idOf = ({ desk }: TestUser, ric = toyota): string => desk.securityId(ric)

// spec: 4.notifications.4
test('4.notifications.4 Contra Located', async () => {
  const { alder, birch, locate, contra } = await startLocated()

  for (const [person, own] of [
    [alder, locate],
    [birch, contra],
  ] as const)
    await isNotified(person, 'Contra Located', {
      messageType: 'locate',
      securityId: idOf(person),
      advertisementId: own.advertisementId,
      locateNotificationId: own.locateNotificationId,
      errorCode: null,
      connectionAgreementId: null,
      locate: { direction: own.direction, midPrice: 2_905.5, outcome: null, password: null },
    })
})

// spec: 4.notifications.5
test('4.notifications.5 Contra Connection Accepted!', async () => {
  const { alder, birch, locate, contra } = await startAgreed()

  const agreements = []
  for (const [person, { advertisementId }] of [
    [alder, locate],
    [birch, contra],
  ] as const) {
    const notification = await isNotified(person, 'Contra Connection Accepted!', {
      messageType: 'locate',
      advertisementId,
      buyStatus: null,
      sellStatus: null,
      locate: { outcome: 'ACCEPTED', brokerName: 'Hinoki', password: expect.any(String) },
    })
    agreements.push(notification.connectionAgreementId)
  }
  expect(agreements[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(agreements[1]).toBe(agreements[0])
})

// spec: 4.notifications.6
test('4.notifications.6 Contra Connection Declined', async () => {
  const { alder, birch, locate, contra } = await startLocated()
  await alder.accepts(locate)
  await birch.declines(contra)

  await isNotified(alder, 'Contra Connection Declined', {
    messageType: 'locate',
    advertisementId: locate.advertisementId,
    errorCode: null,
    locate: { answer: 'ACCEPT', outcome: 'CONTRA_DECLINED', brokerName: null, password: null },
  })
  await isNotNotified(birch, 'Contra Connection Declined')
})

// spec: 4.notifications.7
test('4.notifications.7 Connection Declined', async () => {
  const { alder, birch, locate, contra } = await startLocated()
  await birch.declines(contra)
  await isNotNotified(birch, 'Connection Declined')
  await alder.accepts(locate)

  await isNotified(birch, 'Connection Declined', {
    messageType: 'locate',
    advertisementId: contra.advertisementId,
    errorCode: null,
    locate: { answer: 'DECLINE', outcome: 'DECLINED', brokerName: null, password: null },
  })
  await isNotNotified(alder, 'Connection Declined')
})

// spec: 4.notifications.8
test('4.notifications.8 Contra locate timeout', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  await alder.accepts(locate)
  desk.clock.advance(31_501)

  await isNotified(alder, 'Contra locate timeout', {
    messageType: 'locate',
    advertisementId: locate.advertisementId,
    errorCode: 'LOCATE-TIMEOUT-CONTRA',
    locate: { outcome: 'CONTRA_TIMEOUT' },
  })
  await isNotified(birch, 'Contra locate timeout', {
    messageType: 'locate',
    advertisementId: contra.advertisementId,
    errorCode: 'LOCATE-TIMEOUT-OWN',
    locate: { outcome: 'TIMED_OUT' },
  })
})

// spec: 4.notifications.9
test('4.notifications.9 USER_ACCEPTED_LOCATE', async () => {
  const { alder, birch, locate, contra } = await startLocated()
  await alder.accepts(locate)

  await isNotified(alder, 'USER_ACCEPTED_LOCATE', {
    messageType: 'statusAlert',
    advertisementId: locate.advertisementId,
    errorCode: null,
    locate: { answer: 'ACCEPT', outcome: null },
  })
  // A trader who declines gets no notification of an acceptance, and nobody gets the contra's.
  await birch.declines(contra)
  await isNotNotified(birch, 'USER_ACCEPTED_LOCATE')
})

// spec: 4.notifications.10
test('4.notifications.10 USER_RESUMED_ADVERT', async () => {
  const { alder, birch } = await startWithTwoTraders()
  const { id } = await liveAdvert(alder)
  await changeAdvert(alder, 'pause', { id })
  await changeAdvert(alder, 'resume', { id })

  const securityId = idOf(alder)
  const silent = { locate: null, errorCode: null, locateNotificationId: null }
  await isNotified(alder, 'USER_RESUMED_ADVERT', {
    messageType: 'statusAlert',
    advertisementId: id,
    securityId,
    ...silent,
  })
  await isNotNotified(birch, 'USER_RESUMED_ADVERT')
})

// spec: 4.notifications.11
test('4.notifications.11 ADVERT_UPDATED', async () => {
  const market = new ScriptedMarket()
  const { alder, birch } = await startWithTwoTraders({ quotes: market.quotes })
  const updated = async (id: string) => {
    await isNotified(alder, 'ADVERT_UPDATED', {
      messageType: 'statusAlert',
      advertisementId: id,
      errorCode: null,
    })
    alder.received.length = 0
  }
  const { id } = await liveAdvert(alder)
  const body = { ...submissionBody(await alder.advert(id)), shareQuantity: 12_000 }
  await alder.asks('/advert/modify-advert', { body })
  await updated(id)
  for (const what of ['pause', 'cancel'] as const) {
    await changeAdvert(alder, what, { id })
    await updated(id)
  }

  // Its trigger fired: the market changed it.
  const waits = { advertisingTriggerActivated: true, advertisingTrigger: 4_300 }
  const { id: waiting } = await alder.advertises('BUY', '6758.T', 10_000, waits)
  market.standsAt('6758.T', 4_299)
  await untilStatus(alder, waiting, 'LIVE')
  await updated(waiting)
  await isNotNotified(birch, 'ADVERT_UPDATED')
})

// spec: 4.notifications.12
test('4.notifications.12 ADVERT_SUBMITTED', async () => {
  const { alder, birch } = await startWithTwoTraders()
  const draft = await alder.drafts(toyota)
  await isNotNotified(alder, 'ADVERT_SUBMITTED')
  await alder.asks('/advert/submit-advert', { body: { ...submissionBody(draft), shareQuantity: 10_000 } })

  await isNotified(alder, 'ADVERT_SUBMITTED', {
    messageType: 'statusAlert',
    advertisementId: draft.id,
    securityId: idOf(alder),
    locate: null,
    errorCode: null,
  })
  await isNotNotified(birch, 'ADVERT_SUBMITTED')
})

// spec: 4.notifications.13
test('4.notifications.13 Advertisement expired', async () => {
  const { desk, alder, birch } = await startWithTwoTraders()
  const { id, expiryDate } = await alder.advertises('BUY', toyota, 10_000, { duration: '60' })
  await untilStatus(alder, id, 'LIVE')
  await advanceTime(desk, alder, 60 * minuteMs - 1)
  await isNotNotified(alder, 'Advertisement expired')
  desk.clock.advance(1)

  const notification = await isNotified(alder, 'Advertisement expired', {
    messageType: 'statusAlert',
    advertisementId: id,
    errorCode: null,
    locate: null,
  })
  expect(notification.timestamp).toBe(Date.parse(expiryDate ?? ''))
  await isNotNotified(await desk.person(birch.email).signsIn(), 'Advertisement expired')
})

// spec: 4.notifications.14
test('4.notifications.14 LOCATE_ERROR', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  await alder.accepts(locate)
  await new Operator(desk).runs('halt', { security: toyota, reason: 'asked by the exchange' })

  for (const [person, { advertisementId }] of [
    [alder, locate],
    [birch, contra],
  ] as const)
    await isNotified(person, 'LOCATE_ERROR', {
      messageType: 'locate',
      advertisementId,
      errorCode: 'LOCATE_ERROR',
      locate: { outcome: 'WITHDRAWN', brokerName: null, password: null },
    })
})

// spec: 4.notifications.15
test('4.notifications.15 CANCEL_TRIGGER', async () => {
  const market = new ScriptedMarket()
  const { alder, birch } = await startWithTwoTraders({ quotes: market.quotes })
  const falls = { knockoutTriggerActivated: true, knockoutTrigger: 2_960 }
  const { id } = await alder.advertises('BUY', toyota, 10_000, falls)
  await untilStatus(alder, id, 'LIVE')
  market.standsAt(toyota, 2_959.5)
  await isNotNotified(alder, 'CANCEL_TRIGGER')
  market.standsAt(toyota, 2_960)

  await isNotified(alder, 'CANCEL_TRIGGER', {
    messageType: 'statusAlert',
    advertisementId: id,
    errorCode: 'CANCEL-TRIGGER-001',
    locate: null,
    errorMessage: 'Cancelled, Cancel Trigger',
  })
  await isNotNotified(birch, 'CANCEL_TRIGGER')
})

// spec: 4.notifications.16
test('4.notifications.16 MARKET_ERROR', async () => {
  const market = new ScriptedMarket()
  const { desk, alder, birch } = await startWithTwoTraders({ quotes: market.quotes })
  const { id } = await liveAdvert(alder)
  market.says(toyota, { condition: 'SPECIAL_QUOTE' })
  desk.clock.advance(5 * minuteMs - 1)
  await isNotNotified(alder, 'MARKET_ERROR')
  desk.clock.advance(1)

  await isNotified(alder, 'MARKET_ERROR', {
    messageType: 'statusAlert',
    advertisementId: id,
    errorCode: 'MARKET-ERROR-005',
    locate: null,
    errorMessage: 'Cancelled, Inactive market\nSpecial quote',
  })
  await isNotNotified(birch, 'MARKET_ERROR')
})

// spec: 4.notifications.17
test("4.notifications.17 '{user} logged out'", async () => {
  const { desk, alder } = await startWithOneTrader()
  const otherSession = await (await desk.trader('alder')).connects()
  for (const [person, errorCode] of [
    [alder, 'SESSION_REPLACED'],
    [otherSession, 'SESSION_LOGGED_OUT'],
  ] as const) {
    if (person === otherSession) await otherSession.asks('/logout', { method: 'POST' })
    const notification = await person.receives('trader Desk logged out')
    expect(Check(pushedSchema('{user} logged out'), notification)).toBe(true)
    expect(notification).toMatchObject({ errorCode, messageType: 'statusAlert', securityId: null })
    expectTextInBothLanguages(notification.errorCode)
  }
})

// spec: 4.notifications.18
test("4.notifications.18 '{user} timed out'", async () => {
  const { desk } = await startWithOneTrader()
  const socket = await openSocketOf(await desk.trader('alder'))
  desk.clock.advance(60 * minuteMs)
  await desk.app.sweep()

  const notification = await until('the end of the session', async () => socket.received.at(-1))
  expect(notification.message).toBe('trader Desk timed out')
  expect(Check(pushedSchema('{user} timed out'), notification)).toBe(true)
  expect(notification).toMatchObject({ errorCode: 'SESSION_TIMED_OUT', securityId: null, locate: null })
  expectTextInBothLanguages(notification.errorCode)
})
