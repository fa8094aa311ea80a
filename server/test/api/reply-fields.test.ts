import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import {
  agreePair,
  startLocated,
  startWithOneTrader,
  startWithTwoTraders,
  toyota,
} from '../support/journeys.ts'
import { startTestServer } from '../support/test-server.ts'
import { password, submissionBody } from '../support/test-user.ts'

/** A reply has every name of a list of the specification's section 3, in the same spelling. */
function has(answer: unknown, names: string): void {
  const found = Object.keys(answer as object)
  const missing = names.split(/[\s,]+/).filter((name) => !found.includes(name))
  expect(missing).toEqual([])
}

const advertisement =
  'id, securityId, securityName, duration, direction, shareQuantity, minimumQuantity, quantityRemaining, currentQuantity, quantityDecay, credibilityHurdle, advertisingTriggerActivated, advertisingTrigger, advertTriggerSatisfied, knockoutTriggerActivated, knockoutTrigger, indexRelativeKOTriggerActivated, indexRelativeKOTrigger, buyAdvertisingTrigger, sellAdvertisingTrigger, buyKnockoutTrigger, sellKnockoutTrigger, brokerIds, ranked, transactionType, transactionTypePreference, usdnotional, jpynotional, advertisementStatus, causeOfDeath, submitTime, expiryDate, timeRemaining, isModified'

const notification =
  'message, messageType, securityId, connectionAgreementId, buyStatus, sellStatus, brokerUserName, confirmedBy, errorCode, errorMessage, firstName, lastName, timestamp, ack, visible'

const locateNotification =
  'locateNotificationId, securityId, buyId, locateQuantity, locationQuantity, contraDirection, direction, transactionType, contraMinimum, stockMovePercentage, indexMovePercentage, midPrice, password, brokerName, locateTime, residualPossible, advertisementId, ack, visible, messageType'

const agreement =
  'id, connectionAgreementId, securityUUID, locationQuantity, midPrice, connectionAgreementType, buyPw, sellPw, buyStatus, sellStatus, locateTime'

// spec: 3.1, 7.account.4
test('User: email, token, firstName, lastName, username, organization_name, numUserBrokers, role, firstLogin, credibilityRating; the password never comes back', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'] })
  const body = { email: 'trader@alder.example', password }
  const { user, ...rest } = await desk.person('').callsOk<{ user: object }>('/login', { body })

  expect(Object.keys(rest)).toEqual(['token'])
  has(
    user,
    'email, firstName, lastName, username, organization_name, numUserBrokers, role, firstLogin, credibilityRating',
  )
  expect(user).toMatchObject({ numUserBrokers: 1, role: 'TRADER', credibilityRating: 60 })
  expect(JSON.stringify([user, rest])).not.toContain(password)
  expect(await (await desk.broker('hinoki')).callsOk('/user/my-details')).toMatchObject({
    organization_name: 'Hinoki',
    role: 'BROKER',
    credibilityRating: null,
  })
})

// spec: 3.4, 3.6, 3.7, 3.8, 3.9, 3.10, 3.11, 3.13, 3.16
test(`Advertisement: ${advertisement}`, async () => {
  const { alder } = await startWithOneTrader()
  const draft = await alder.drafts(toyota)
  const sent = await alder.callsOk<Advert>('/advert/submit-advert', { body: submissionBody(draft) })
  const modified = await alder.callsOk<Advert>('/advert/modify-advert', { body: submissionBody(sent) })
  const paused = await alder.callsOk<Advert>(`/advert/pause-advert/${sent.id}`)
  const [listed] = await alder.adverts()

  for (const each of [draft, sent, modified, paused, listed]) has(each, advertisement)
  expect(sent.securityName).toMatch(/^7203\.T - \S/)
  // UTC, and later by that much than when it was sent.
  expect(sent.expiryDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Date.parse(sent.expiryDate ?? '') - (sent.submitTime ?? 0)).toBe(sent.timeRemaining)
  expect(draft).toMatchObject({ timeRemaining: null, expiryDate: null, submitTime: null })
})

// spec: 3.5, 3.14
test.each([
  ['60', 60, 'CASH_ONLY', 'CASH_SWAP'],
  ['150', 150, 'SWAP_ONLY', 'CASH_ONLY'],
  // From ten in the morning to the end of the platform's day, at five.
  ['END_OF_DAY', 7 * 60, 'CASH_SWAP', 'SWAP_ONLY'],
] as const)(
  'an advertisement of duration %s ends after %i minutes; %s with preference %s comes back as it was sent',
  async (duration, minutes, transactionType, transactionTypePreference) => {
    const { alder } = await startWithOneTrader({ env: { CALENDAR: 'jpx' } })
    const terms = { duration, transactionType, transactionTypePreference }

    const sent = await alder.advertises('BUY', toyota, 10_000, terms)
    expect(sent).toMatchObject({ ...terms, timeRemaining: minutes * 60_000 })
    expect(await alder.callsOk('/advert/advert-list')).toMatchObject([terms])
  },
)

// spec: 3.12
test('a draft has the level of both triggers for a buyer and, mirrored, for a seller, in yen', async () => {
  const { alder } = await startWithOneTrader()

  // The close is 2,905.5 yen, and the offsets are 0 and 5 %.
  expect(await alder.drafts(toyota)).toMatchObject({
    buyAdvertisingTrigger: 2_905.5,
    sellAdvertisingTrigger: 2_905.5,
    buyKnockoutTrigger: 3_050,
    sellKnockoutTrigger: 2_760,
  })
})

// spec: 3.18, 7.reference.1
test('Equity: equityId, ric, name, localName, tickSize, lotSize, closePrice, maxPrice, minPrice', async () => {
  const { alder } = await startWithOneTrader()
  const equities = await alder.callsOk<Equity[]>('/equity/get-equities')

  expect(equities.length).toBeGreaterThan(10)
  for (const equity of equities)
    has(equity, 'equityId, ric, name, localName, tickSize, lotSize, closePrice, maxPrice, minPrice')
  expect(new Set(equities.map(({ equityId }) => equityId)).size).toBe(equities.length)
  const found = equities.find(({ ric }) => ric === toyota)
  expect(found).toMatchObject({ name: 'Toyota Motor', localName: 'トヨタ自動車', lotSize: 100 })
  // Every other call accepts an id of the list as a security.
  const body = { securityId: found?.equityId }
  expect(await alder.callsOk('/advert/create-advert', { body })).toMatchObject(body)
})

// spec: 3.19, 7.reference.2
test('Broker: brokerID, brokerName, shortName', async () => {
  const { alder } = await startWithOneTrader({ brokers: ['Hinoki', 'Kaede'] })

  expect(await alder.callsOk<Broker[]>('/broker/user-brokers-list')).toEqual([
    { brokerID: expect.any(String), brokerName: 'Hinoki', shortName: 'Hinoki' },
    { brokerID: expect.any(String), brokerName: 'Kaede', shortName: 'Kaede' },
  ])
  expect(await alder.callsOk('/user/my-details')).toMatchObject({ numUserBrokers: 2 })
})

// spec: 3.20, 7.reference.3
test(`Notification: ${notification}`, async () => {
  const both = await startWithTwoTraders()
  const { desk, alder, birch } = both
  const hinoki = await (await desk.broker('hinoki')).connects()
  await agreePair(both)
  await hinoki.receives('New IOI Match Confirmed')

  for (const someone of [alder, birch, hinoki]) {
    const listed = await someone.callsOk<Notification[]>('/notifications')
    expect(listed.length).toBeGreaterThan(0)
    for (const each of [...listed, ...someone.received]) {
      has(each, notification)
      expect(['statusAlert', 'locate']).toContain(each.messageType)
    }
  }
})

// spec: 3.21, 7.locates.1
test(`Locate notification: ${locateNotification}`, async () => {
  const { alder, birch, locate } = await startLocated()
  const pushed = [await alder.receives('Contra Located'), await birch.receives('Contra Located')]

  for (const each of [locate, ...pushed.map((each) => each.locate)]) has(each, locateNotification)
  expect(locate).toEqual({ ...pushed[0]?.locate, serverTime: expect.any(Number) })
  const { locateQuantity, locationQuantity, advertisementId, buyId } = locate
  expect([locateQuantity, advertisementId]).toEqual([locationQuantity, buyId])
  expect(locate.locateNotificationId).toBe(pushed[0]?.locateNotificationId)
  expect(locate).toMatchObject({ direction: 'BUY', contraDirection: 'SELL', locateQuantity: 10_000 })
  expect(await alder.callsOk<LocateNotification[]>('/locate-notification/list-locate-notifications')).toEqual(
    [locate],
  )
})

// spec: 3.22, 7.locates.5, 9.24
test(`Connection agreement, the earliest locate first: ${agreement}`, async () => {
  const both = await startWithTwoTraders()
  const { desk, alder } = both
  const hinoki = await desk.broker('hinoki')
  const path = '/connection-agreement/broker-user-execution-listing'
  expect(await hinoki.callsOk(path)).toEqual([])
  const first = await agreePair(both)
  desk.clock.advance(1_000)
  const second = await agreePair(both, '6758.T')

  const listed = await hinoki.callsOk<ConnectionAgreement[]>(path)
  expect(listed.map(({ id }) => id)).toEqual([first, second].map((each) => each.connectionAgreementId))
  for (const each of listed) has(each, agreement)
  expect(listed[0]).toMatchObject({
    connectionAgreementId: first.connectionAgreementId,
    securityUUID: desk.securityId(toyota),
    locationQuantity: 10_000,
    buyStatus: false,
    sellStatus: false,
  })
  expect((await alder.isRefused(path)).status).toBe(403)
})
