import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import {
  advertContent,
  type Cells,
  csvOf,
  marketHash,
  plainRow,
  postFile,
  sendRow,
  uploadFile,
} from '../support/csv-uploads.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const hour = 3_600_000

async function alone(): Promise<{ desk: TestServer; alder: TestUser }> {
  const desk = await startTestServer({ firms: ['Alder'] })
  return { desk, alder: await desk.trader('alder') }
}

/** Plain rows with these changes. */
const rows = (desk: TestServer, ...changes: readonly Cells[]): string =>
  csvOf(
    desk,
    changes.map((change) => ({ ...plainRow, ...change })),
  )

const on = { knockoutTriggerActivated: 'yes' }

// spec: 7.adverts.9, 8.account.9
test.each<[string, string, Cells, Record<string, unknown>]>([
  [
    'ERR-001',
    'invalid value for a header',
    { duration: '90' },
    { errorMap: { header: 'duration', value: '90' }, advertisement: null, ric: '7203.T' },
  ],
  [
    'ERR-001',
    'a formula is a value like any other',
    { brokers: "=cmd|' /C calc'!A0" },
    { errorMap: { header: 'brokers', value: "=cmd|' /C calc'!A0" } },
  ],
  ['ERR-002', 'invalid ric code', { ric: 'invalid' }, { errorMap: {}, advertisement: null, ric: 'invalid' }],
  ['ERR-002', 'an empty ric stays empty', { ric: '' }, { errorMap: {}, advertisement: null, ric: '' }],
  [
    'ERR-006',
    'quantity below minimum quantity',
    { shareQuantity: '3400' },
    {
      errorMap: { shareQuantity: 3_400, minimumShareQuantity: 3_500 },
      advertisement: expect.objectContaining({ direction: 'BUY', shareQuantity: 3_400, id: null }),
    },
  ],
  [
    'ERR-007',
    'minimum quantity outside min and max',
    { minimumQuantity: '76' },
    { errorMap: { minimumQuantity: 76, min: 10, max: 75 } },
  ],
  [
    'ERR-008',
    'credibility hurdle outside range',
    { credibilityHurdle: '9' },
    { errorMap: { credibilityHurdle: 9, min: 10, max: 100 } },
  ],
  [
    'ERR-009',
    'advertisement trigger offset outside range',
    { advertisingTriggerActivated: 'yes', advertisingTriggerOffset: '10.01' },
    { errorMap: { advertisingTriggerOffset: 10.01, min: 0, max: 10 } },
  ],
  [
    'ERR-010',
    'cancel trigger outside range',
    { ...on, knockoutTriggerOffset: '-1' },
    { errorMap: { knockoutTriggerOffset: -1, min: 0, max: 10 } },
  ],
  [
    'ERR-011',
    'index relative offset outside range',
    { indexRelativeKOTriggerActivated: 'yes', indexRelativeKOTriggerOffset: '2' },
    { errorMap: { indexRelativeKOTriggerOffset: 2, min: 3, max: 7 } },
  ],
  [
    'TRIGGER-ORDER',
    'what the specification has no row code for has the code of a submit',
    { ...on, advertisingTriggerActivated: 'yes', advertisingTriggerOffset: '0', knockoutTriggerOffset: '0' },
    { errorMap: {} },
  ],
])('%s: %s', async (errorCode, _, cells, expected) => {
  const { desk, alder } = await alone()

  expect(await uploadFile(alder, rows(desk, cells))).toMatchObject([
    { line: 2, status: 'ERROR', errorCode, ...expected },
  ])
})

test('a trigger that a low rating may not arm is refused with the rating it requires', async () => {
  const desk = await startTestServer({ firms: ['Alder'], limits: { armingRating: 61 } })
  const file = rows(desk, { advertisingTriggerActivated: 'yes', advertisingTriggerOffset: '2' })

  expect(await uploadFile(await desk.trader('alder'), file)).toMatchObject([
    { errorCode: 'TRIGGER-RATING', errorMap: { rating: 61 } },
  ])
})

// spec: 5.bulk.9
test('ERR-004: user or institution already has an advertisement on this security', async () => {
  const { desk, alder } = await alone()
  await desk.addUser({ email: 'colleague@alder.example', role: 'TRADER', firm: 'Alder' })
  const colleague = await desk.person('colleague@alder.example').signsIn()
  await alder.advertises('SELL', '7203.T', 10_000)

  const file = rows(desk, {}, { ric: '6758.T' })
  for (const trader of [alder, colleague])
    expect(await uploadFile(trader, file)).toMatchObject([
      { line: 2, ric: '7203.T', errorCode: 'ERR-004' },
      { line: 3, ric: '6758.T', status: 'OK' },
    ])
})

test('a security that was only looked up has a draft, and the row is sent instead', async () => {
  const { desk, alder } = await alone()
  const draft = await alder.drafts('7203.T')

  const [row, other] = await uploadFile(alder, rows(desk, {}, { ric: '6758.T' }))
  expect(row).toMatchObject({ status: 'OK', draftId: draft.id, ric: '7203.T' })
  expect(other).toMatchObject({ status: 'OK', draftId: null })
  const body = { ...row?.advertisement, id: draft.id }
  const sent = await alder.callsOk<Advert>('/advert/submit-advert', { body })
  expect(sent).toMatchObject({ id: draft.id, advertisementStatus: 'LIVE', shareQuantity: 10_000 })
  expect(await alder.adverts()).toHaveLength(1)
})

// spec: 5.bulk.10
test('ERR-005: multiple advertisements on the same security in one file', async () => {
  const { desk, alder } = await alone()

  expect(await uploadFile(alder, rows(desk, {}, { ric: '6758.T' }, { direction: 'SELL' }))).toMatchObject([
    { line: 2, errorCode: 'ERR-005', errorMap: { otherLine: 4 } },
    { line: 3, status: 'OK' },
    { line: 4, errorCode: 'ERR-005', errorMap: { otherLine: 2 } },
  ])
})

// spec: 5.bulk.17, 8.advert.9
test('ERR-012 outside platform hours, ERR-014 when the exchange is closed today', async () => {
  const desk = await startTestServer({ firms: ['Alder'], env: { CALENDAR: 'jpx' } })
  const resultRow = async () => (await uploadFile(await desk.trader('alder'), rows(desk, {})))[0]
  expect(await resultRow()).toMatchObject({ status: 'OK' })

  // From ten in the morning to seven in the evening in Tokyo: the platform closes at five.
  desk.clock.advance(9 * hour)
  const hours = '23:00 to 08:00'
  expect(await resultRow()).toMatchObject({ errorCode: 'ERR-012', errorMap: { exchange: 'XTKS', hours } })
  // To Saturday.
  desk.clock.advance(2.5 * 24 * hour)
  expect(await resultRow()).toMatchObject({ errorCode: 'ERR-014', errorMap: { exchange: 'XTKS' } })
})

// spec: 5.bulk.18
test('ERR-013: number of data fields differs from headers', async () => {
  const { desk, alder } = await alone()
  const id = desk.securityId('7203.T')
  const file = `ric,direction,shareQuantity\r\n${id},BUY\r\n,\r\n\r\n${id},BUY,10,000\r\n6758.T,BUY,10000\r\n`

  expect(await uploadFile(alder, file)).toMatchObject([
    { line: 2, errorCode: 'ERR-013', errorMap: { fields: 2, headers: 3 }, ric: '7203.T' },
    { line: 5, errorCode: 'ERR-013', errorMap: { fields: 4, headers: 3 }, ric: '7203.T' },
    { line: 6, errorCode: 'ERR-002' },
  ])
})

test.each([
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['knockoutTrigger', 'knockoutTrigger'],
  ['direction', 'direction'],
])('an unknown or repeated column, as %s, refuses every row', async (column, header) => {
  const { desk, alder } = await alone()
  const id = desk.securityId('7203.T')

  const file = `ric,direction,shareQuantity,${column}\n${id},BUY,10000,yes\n${id},BUY,10000,\n`
  expect(await uploadFile(alder, file)).toMatchObject([
    { line: 2, errorCode: 'ERR-001', errorMap: { header, value: '' } },
    { line: 3, errorCode: 'ERR-001', errorMap: { header, value: '' } },
  ])
  expect(({} as Record<string, unknown>).yes).toBeUndefined()
})

/** Every column, each kind of trigger and every fallback. */
const anyThatIsSent: readonly Cells[] = [
  plainRow,
  { ...plainRow, ric: '6758.T', direction: 'sell', shareQuantity: '12,345', minimumQuantity: '33' },
  { ...plainRow, ric: '8306.T', quantityDecay: 'yes', duration: 'end of day', ranked: 'yes' },
  { ...plainRow, ric: '9984.T', brokers: 'Kaede;Hinoki', ranked: 'no', credibilityHurdle: '61' },
  { ...plainRow, ric: '6501.T', ...on, knockoutTriggerOffset: '2.25', transactionType: 'swap only' },
  { ...plainRow, ric: '4063.T', ...on, advertisingTriggerActivated: 'yes', advertisingTriggerOffset: '1.5' },
  { ...plainRow, ric: '9432.T', shareQuantity: '90000', indexRelativeKOTriggerActivated: 'yes' },
  // The offset of a disabled trigger needs only to be in its range.
  { ...plainRow, ric: '7974.T', advertisingTriggerOffset: '10', knockoutTriggerOffset: '0' },
  { ...plainRow, ric: '8035.T', indexRelativeKOTriggerOffset: '500', transactionTypePreference: 'CASH_SWAP' },
]

// spec: 3.28, 4.bulk.3, 7.adverts.9
test('only OK rows are submitted, one by one, and each is accepted just as it was shown', async () => {
  const { desk, alder } = await alone()
  const written = anyThatIsSent.map((row) => ({
    ...row,
    ...(row.shareQuantity?.includes(',') ? { shareQuantity: `"${row.shareQuantity}"` } : {}),
  }))
  const before = await marketHash(desk)

  const results = await uploadFile(alder, csvOf(desk, written))
  expect(results.map(({ status, line, ric }) => [status, line, ric])).toEqual(
    anyThatIsSent.map(({ ric }, index) => ['OK', index + 2, ric]),
  )
  expect(await marketHash(desk)).toBe(before)
  for (const { advertisement } of results) {
    const sent = await sendRow(alder, advertisement)
    expect(advertContent(sent)).toEqual(advertContent(advertisement))
    // A row with an advertising trigger waits for it.
    expect(sent.advertisementStatus).toBe(advertisement?.advertisingTriggerActivated ? 'SENT' : 'LIVE')
  }
  expect(results[1]?.advertisement).toMatchObject({
    shareQuantity: 12_300,
    minimumQuantity: 33,
    minimumShareQuantity: 4_100,
    direction: 'SELL',
    id: null,
    advertisementStatus: 'UNSENT',
    submitTime: null,
    securityName: '6758.T - Sony Group',
  })
})

test('the content of a file is never stored, and nothing of another institution is in the reply', async () => {
  const desk = await startTestServer({ firms: ['Alder', 'Birch', 'Cypress'] })
  const alder = await desk.trader('alder')
  const changes = anyThatIsSent.map((row) => ({ ...row, shareQuantity: '20000' }))
  const file = csvOf(desk, [...changes, { ric: 'invalid' }, { ...plainRow, duration: '90' }])
  const answered = async (): Promise<string> => {
    const { status, text, headers } = await postFile(alder, file, 'text/csv')
    return JSON.stringify([status, text, [...headers].filter(([name]) => name !== 'date')])
  }
  const alone = await answered()

  const birch = await (await desk.trader('birch')).connects()
  const cypress = await (await desk.trader('cypress')).connects()
  const buy = await birch.advertises('BUY', '7203.T', 10_000)
  const sell = await cypress.advertises('SELL', '7203.T', 10_000)
  await birch.advertises('BUY', '6758.T', 20_000)
  await cypress.advertises('SELL', '8306.T', 20_000)
  await birch.accepts(await birch.isLocated(buy.id))
  await cypress.accepts(await cypress.isLocated(sell.id))
  expect(await answered()).toBe(alone)
  expect(await alder.adverts()).toEqual([])
})
