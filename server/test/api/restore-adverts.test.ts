import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { expect, test } from 'vitest'
import { unassignBroker } from '../../src/admin/brokers.ts'
import { advertContent, marketHash, prepareRestoreOf, sendRow } from '../support/csv-uploads.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const hour = 3_600_000

async function alone(env: Record<string, string> = {}): Promise<{ desk: TestServer; alder: TestUser }> {
  const desk = await startTestServer({ firms: ['Alder'], env })
  return { desk, alder: await desk.trader('alder') }
}

/** Sends three adverts that differ in everything. Returns the list as the client stores it. */
async function yesterday(alder: TestUser): Promise<Advert[]> {
  const toyota = await alder.drafts('7203.T')
  const triggers: Partial<AdvertSubmission> = {
    advertisingTriggerActivated: true,
    advertisingTrigger: toyota.sellAdvertisingTrigger,
    knockoutTriggerActivated: true,
    knockoutTrigger: toyota.sellKnockoutTrigger,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 4.5,
  }
  const body = { ...toyota, direction: 'SELL', shareQuantity: 20_000, ...triggers }
  await alder.callsOk('/advert/submit-advert', { body })
  await alder.advertises('BUY', '6758.T', 30_000, { quantityDecay: true, minimumQuantity: 20 })
  await alder.advertises('BUY', '8306.T', 50_000, { duration: '60', credibilityHurdle: 1 })
  return alder.adverts()
}

/** A new close, as the morning's file contains it. */
async function closesAt(desk: TestServer, ric: string, inYen: number): Promise<void> {
  const set = { close_price: inYen * yen }
  await desk.app.database.updateTable('equity').set(set).where('ric', '=', ric).execute()
  await desk.running.referenceChanged()
}

/** The next morning, signed in again. */
async function nextDay(desk: TestServer): Promise<TestUser> {
  desk.clock.advance(dayMs / 2)
  const evening = await desk.trader('alder')
  const isOver = async () => (await evening.adverts()).every((advert) => advert.causeOfDeath === 'EXPIRED')
  await until('the adverts to end', isOver)
  desk.clock.advance(dayMs / 2)
  const alder = await desk.trader('alder')
  await until('the list of the new day', async () => (await alder.adverts()).length === 0)
  return alder
}

// spec: 7.adverts.10, 7.adverts.11
test("adverts of the day before are restored with today's levels at the same offsets, and sent", async () => {
  const { desk, alder } = await alone()
  const kept = await yesterday(alder)
  expect(kept.find(({ securityName }) => securityName.startsWith('7203.T'))).toMatchObject({
    advertisingTrigger: 2_905.5,
    advertisingTriggerOffset: 0,
    knockoutTrigger: 2_760,
    knockoutTriggerOffset: 5,
  })
  const again = await nextDay(desk)
  await closesAt(desk, '7203.T', 3_000)
  const before = await marketHash(desk)

  const results = await prepareRestoreOf(again, kept)
  expect(await marketHash(desk)).toBe(before)
  expect(results.map(({ line, status, errorCode }) => [line, status, errorCode])).toEqual([
    [1, 'OK', null],
    [2, 'OK', null],
    [3, 'OK', null],
  ])
  expect(results.find(({ ric }) => ric === '7203.T')?.advertisement).toMatchObject({
    direction: 'SELL',
    shareQuantity: 20_000,
    id: null,
    advertisementStatus: 'UNSENT',
    advertisingTrigger: 3_000,
    knockoutTrigger: 2_850,
    knockoutTriggerOffset: 5,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 4.5,
  })
  // Under 10 has always been read as 10.
  expect(results.find(({ ric }) => ric === '8306.T')?.advertisement?.credibilityHurdle).toBe(10)
  for (const { advertisement } of results)
    expect(advertContent(await sendRow(again, advertisement))).toEqual(advertContent(advertisement))
  expect(await again.adverts()).toHaveLength(3)
})

test('a close that arrives after the adverts have ended does not change what is stored of them', async () => {
  const { desk, alder } = await alone()
  await yesterday(alder)
  const kept = async () => {
    const adverts = await alder.adverts()
    return adverts.map((advert) => [advert.advertisingTriggerOffset, advert.knockoutTriggerOffset])
  }
  const before = await kept()
  expect(before).toContainEqual([0, 5])

  await closesAt(desk, '7203.T', 3_000)
  expect(await kept()).toEqual(before)
})

// spec: 7.adverts.11, 8.hours.1
test('RESTORE-ERR-01 quantity, 02 duplicate, 04 invalid ric', async () => {
  const { desk, alder } = await alone()
  const kept = await yesterday(alder)
  const [mufg, sony, toyota] = kept
  const again = await nextDay(desk)
  await again.advertises('BUY', '7203.T', 10_000)

  const requests = [
    { ...mufg, shareQuantity: 200 },
    { ...sony, submitTime: 1 },
    toyota,
    sony,
    { ...sony, securityId: 'invalid' },
  ]
  expect(await prepareRestoreOf(again, requests)).toMatchObject([
    { line: 1, errorCode: 'RESTORE-ERR-01', errorMap: { shareQuantity: 200, minimumShareQuantity: 4_300 } },
    // The newer of two on one security counts.
    { line: 2, errorCode: 'RESTORE-ERR-02', errorMap: { otherLine: 4 }, ric: '6758.T' },
    { line: 3, errorCode: 'RESTORE-ERR-02', errorMap: {}, ric: '7203.T' },
    { line: 4, status: 'OK', ric: '6758.T' },
    { line: 5, errorCode: 'RESTORE-ERR-04', ric: 'invalid', advertisement: null },
  ])
})

// spec: 8.hours.1, 8.hours.2
test('RESTORE-ERR-03 outside platform hours, 05 when the exchange is closed today', async () => {
  const { desk, alder } = await alone({ CALENDAR: 'jpx' })
  const kept = await yesterday(alder)
  const resultRow = async () => (await prepareRestoreOf(await desk.trader('alder'), kept))[0]

  desk.clock.advance(9 * hour)
  const hours = '23:00 to 08:00'
  expect(await resultRow()).toMatchObject({
    errorCode: 'RESTORE-ERR-03',
    errorMap: { exchange: 'XTKS', hours },
  })
  desk.clock.advance(2.5 * dayMs)
  expect(await resultRow()).toMatchObject({ errorCode: 'RESTORE-ERR-05', errorMap: { exchange: 'XTKS' } })
})

test('the other checks are those of a file, with its codes', async () => {
  const { desk, alder } = await alone()
  const [, sony, toyota] = await yesterday(alder)
  const again = await nextDay(desk)

  const resultRow = async (previous: unknown) => (await prepareRestoreOf(again, [previous]))[0]
  expect(await resultRow({ ...sony, minimumQuantity: 9 })).toMatchObject({ errorCode: 'ERR-007' })
  expect(await resultRow({ ...toyota, knockoutTriggerOffset: 11 })).toMatchObject({ errorCode: 'ERR-010' })
  // A knockout that is on and has lost its offset is refused, never silently dropped.
  expect(await resultRow({ ...toyota, knockoutTriggerOffset: undefined })).toMatchObject({
    errorCode: 'ERR-010',
    errorMap: { knockoutTriggerOffset: '' },
  })
  expect(await resultRow({ ...toyota, indexRelativeKOTrigger: null })).toMatchObject({ errorCode: 'ERR-011' })
})

test('brokers that may not be used any more are dropped; with none left one must be chosen', async () => {
  const { desk, alder } = await alone()
  const [mufg] = await yesterday(alder)
  const again = await nextDay(desk)
  const resultRow = async () =>
    (await prepareRestoreOf(again, [{ ...mufg, brokerIds: [...all, 'nobody'] }]))[0]
  const all = mufg?.brokerIds ?? []

  expect((await resultRow())?.advertisement?.brokerIds).toEqual(all)
  expect(await unassignBroker(desk.admin, { firm: 'Alder', shortName: 'Hinoki' })).not.toHaveProperty(
    'refusal',
  )
  expect((await resultRow())?.advertisement?.brokerIds).toHaveLength(1)
  expect(await unassignBroker(desk.admin, { firm: 'Alder', shortName: 'Kaede' })).not.toHaveProperty(
    'refusal',
  )
  expect(await resultRow()).toMatchObject({ status: 'ERROR', errorCode: 'ADVERT-ERROR-011' })
})

test('1,000 adverts are validated; with one more the list is refused, with the maximum', async () => {
  const { alder } = await alone()
  const [mufg] = await yesterday(alder)
  const list = (length: number) => Array.from({ length }, () => ({ ...mufg, securityId: 'invalid' }))

  expect(await prepareRestoreOf(alder, list(1_000))).toHaveLength(1_000)
  expect(await alder.isRefused('/advert/prepare-restore', { body: list(1_001) })).toMatchObject({
    status: 400,
    errorCode: 'TOO_MANY_ROWS',
    variables: { max: 1_000 },
  })
  expect(await prepareRestoreOf(alder, [])).toEqual([])
})

test.each([
  ['an object', {}, 'body'],
  ['a list of nothing', [null], '0'],
  ['an advert without a security', [{ direction: 'BUY' }], '0/securityId'],
  ['a quantity in words', (kept: Advert) => [{ ...kept, shareQuantity: '100' }], '0/shareQuantity'],
  [
    'a minimum beyond any',
    (kept: Advert) => [kept, { ...kept, minimumQuantity: 1e300 }],
    '1/minimumQuantity',
  ],
  [
    'an offset beyond any',
    (kept: Advert) => [{ ...kept, knockoutTriggerOffset: 1e9 }],
    '0/knockoutTriggerOffset',
  ],
])('%s is not a list of adverts: INVALID', async (_, body, field) => {
  const { desk, alder } = await alone()
  const kept = await alder.drafts('7203.T')
  const before = await marketHash(desk)

  const request = typeof body === 'function' ? body(kept) : body
  expect(await alder.isRefused('/advert/prepare-restore', { body: request })).toMatchObject({
    status: 400,
    errorCode: 'INVALID',
    field,
  })
  expect(await marketHash(desk)).toBe(before)
})

test('what a client stored beside the terms is ignored, and nothing of another institution is in the reply', async () => {
  const desk = await startTestServer({ firms: ['Alder', 'Birch', 'Cypress'] })
  const kept = await yesterday(await desk.trader('alder'))
  const alder = await nextDay(desk)
  const claims = { status: 'OK', traderId: 'x', advertTriggerSatisfied: true, currentQuantity: 1, extra: {} }
  const answered = async (list: readonly object[]): Promise<string> => {
    const answer = await alder.calls('/advert/prepare-restore', { body: list })
    const headers = [...answer.headers].filter(([name]) => name !== 'date')
    return JSON.stringify([answer.status, answer.text, headers])
  }
  const alone = await answered(kept)
  expect(await answered(kept.map((advert) => ({ ...advert, ...claims })))).toBe(alone)

  const birch = await (await desk.trader('birch')).connects()
  const cypress = await (await desk.trader('cypress')).connects()
  const sell = await birch.advertises('SELL', '6758.T', 30_000)
  await cypress.advertises('BUY', '6758.T', 30_000)
  await birch.declines(await birch.isLocated(sell.id))
  await cypress.advertises('SELL', '8306.T', 50_000)
  expect(await answered(kept)).toBe(alone)
})
