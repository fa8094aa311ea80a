import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../support/test-server.ts'
import { password } from '../../support/test-user.ts'
import { toyota } from '../journey-fixtures.ts'
import {
  agreeSides,
  alderEmail,
  locateSides,
  startCallFixture,
  startWithOneUser,
  submissionBodyOf,
} from './call-fixtures.ts'

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

describe('the field names of section 3, in the replies', () => {
  // spec: 3.1
  test('User: email, token, firstName, lastName, username, organization_name, numUserBrokers, role, firstLogin, credibilityRating; the password never comes back', async () => {
    const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'] })
    const body = { email: alderEmail, password }
    const { user, ...rest } = await desk.person('').asks<{ user: object }>('/login', { body })

    has(rest, 'token')
    has(
      user,
      'email, firstName, lastName, username, organization_name, numUserBrokers, role, firstLogin, credibilityRating',
    )
    expect(JSON.stringify([user, rest])).not.toContain(password)
  })

  // spec: 3.4, 3.6, 3.7, 3.8, 3.9, 3.10, 3.11, 3.13
  test(`Advertisement: ${advertisement}`, async () => {
    const { alder } = await startWithOneUser()
    const draft = await alder.asks<Advert>('/advert/create-advert', {
      body: { securityId: alder.desk.securityId(toyota) },
    })
    const sent = await alder.asks<Advert>('/advert/submit-advert', { body: submissionBodyOf(draft) })
    const modified = await alder.asks<Advert>('/advert/modify-advert', { body: submissionBodyOf(sent) })
    const paused = await alder.asks<Advert>(`/advert/pause-advert/${sent.id}`)
    const [listed] = await alder.adverts()

    for (const each of [draft, sent, modified, paused, listed]) has(each, advertisement)
    expect(['60', '150', 'END_OF_DAY']).toContain(sent.duration)
    expect(sent.securityName).toMatch(/^7203\.T - \S/)
    // UTC, and later by that much than when it was sent.
    expect(sent.expiryDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(sent.expiryDate ?? '') - (sent.submitTime ?? 0)).toBe(sent.timeRemaining)
    const { buyKnockoutTrigger, sellKnockoutTrigger, buyAdvertisingTrigger, sellAdvertisingTrigger } = draft
    for (const level of [
      buyKnockoutTrigger,
      sellKnockoutTrigger,
      buyAdvertisingTrigger,
      sellAdvertisingTrigger,
    ])
      expect(level).toBeGreaterThan(0)
  })

  // spec: 3.18
  test('Equity: equityId, ric, name, localName, tickSize, lotSize, closePrice, maxPrice, minPrice', async () => {
    const { alder } = await startWithOneUser()
    const equities = await alder.asks<object[]>('/equity/get-equities')

    expect(equities.length).toBeGreaterThan(10)
    for (const equity of equities)
      has(equity, 'equityId, ric, name, localName, tickSize, lotSize, closePrice, maxPrice, minPrice')
  })

  // spec: 3.19
  test('Broker: brokerID, brokerName, shortName', async () => {
    const { alder } = await startWithOneUser()
    const [broker] = await alder.asks<object[]>('/broker/user-brokers-list')
    has(broker, 'brokerID, brokerName, shortName')
  })

  // spec: 3.20
  test(`Notification: ${notification}`, async () => {
    const market = await startCallFixture()
    const { alder, birch, hinoki } = market
    await agreeSides(market)
    await hinoki.receives('New IOI Match Confirmed')

    for (const someone of [alder, birch, hinoki]) {
      const listed = await someone.asks<Notification[]>('/notifications')
      expect(listed.length).toBeGreaterThan(0)
      for (const each of [...listed, ...someone.received]) {
        has(each, notification)
        expect(['statusAlert', 'locate']).toContain(each.messageType)
      }
    }
  })

  // spec: 3.21
  test(`Locate notification: ${locateNotification}`, async () => {
    const market = await startCallFixture()
    const { alder, birch } = market
    await locateSides(market)
    const notifications = [await alder.receives('Contra Located'), await birch.receives('Contra Located')]
    const path = '/locate-notification/list-locate-notifications'
    const listed = await alder.asks<LocateNotification[]>(path)

    expect(listed).toHaveLength(1)
    for (const each of [...listed, ...notifications.map(({ locate }) => locate)])
      has(each, locateNotification)
    const { locateQuantity, locationQuantity, advertisementId, buyId } = listed[0] as LocateNotification
    expect([locateQuantity, advertisementId]).toEqual([locationQuantity, buyId])
  })

  // spec: 3.22
  test(`Connection agreement: ${agreement}`, async () => {
    const market = await startCallFixture()
    const { hinoki } = market
    const { agreementId: connectionAgreementId } = await agreeSides(market)
    const path = '/connection-agreement'
    const listed = await hinoki.asks<ConnectionAgreement[]>(`${path}/broker-user-execution-listing`)
    const body = { connectionAgreementId, sellStatus: true }
    const confirmed = await hinoki.asks(`${path}/broker-execution-confirmation`, { body })

    expect(listed).toHaveLength(1)
    for (const each of [...listed, confirmed]) has(each, agreement)
    expect(listed[0]).toMatchObject({ id: connectionAgreementId, buyStatus: false, sellStatus: false })
  })

  // spec: 3.24
  test('Market hours: platformHourRanges, matchingEngineHourRanges, afterHours', async () => {
    const { desk, alder } = await startWithOneUser()
    const hours = await alder.asks(`/status/get-platform-hours/${desk.securityId(toyota)}`)
    has(hours, 'platformHourRanges, matchingEngineHourRanges, afterHours')
  })

  test('Trader preferences: priceConditions, advertPreferences, pathPreferences', async () => {
    const { alder } = await startWithOneUser({ brokers: ['Hinoki', 'Kaede'] })
    const brokers = await alder.asks<{ brokerID: string }[]>('/broker/user-brokers-list')
    const body = { brokerIds: brokers.map(({ brokerID }) => brokerID), ranked: true }
    const prefs = await alder.asks<Record<string, { brokers?: object[] }>>(
      '/user-defaults/set-broker-defaults',
      { body },
    )

    has(prefs, 'priceConditions, advertPreferences, pathPreferences')
    has(
      prefs.priceConditions,
      'advertTriggerOffset, advertTriggerStatus, knockoutTriggerOffset, knockoutTriggerStatus, indexRelativeOffset, indexRelativeStatus',
    )
    has(
      prefs.advertPreferences,
      'credibilityHurdle, duration, minQuantity, quantityDecay, transactionType, contraTransactionType',
    )
    has(prefs.pathPreferences, 'ranked, brokers')
    for (const broker of prefs.pathPreferences?.brokers ?? []) has(broker, 'id, brokerName, shortName')
  })

  // spec: 3.28
  test("Bulk upload or restore result row: status, advertisement, errorCode, errorMap; selected is the client's own", async () => {
    const { desk, alder } = await startWithOneUser()
    const raw = `ric,direction,shareQuantity\n${desk.securityId(toyota)},BUY,10000\ninvalid,BUY,10000\n`
    const headers = { 'content-type': 'text/html' }
    const uploaded = await alder.asks<object[]>('/advert/bulk-upload-adverts', { raw, headers })
    const { id, ...previous } = await alder.drafts(toyota)
    const restored = await alder.asks<object[]>('/advert/prepare-restore', { body: [{ id, ...previous }] })

    expect([uploaded.length, restored.length]).toEqual([2, 1])
    for (const row of [...uploaded, ...restored]) has(row, 'status, advertisement, errorCode, errorMap')
    has((uploaded[0] as { advertisement: object }).advertisement, advertisement)
  })

  // spec: 3.33
  test('IOI counts: upload, cancel, locate, accept, decline, timeout, triggerCancel', async () => {
    const { alder } = await startWithOneUser()
    const counts = await alder.asks<Record<string, number>>('/user/ioi-counts')

    has(counts, 'upload, cancel, locate, accept, decline, timeout, triggerCancel')
    expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })
})
