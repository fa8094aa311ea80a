import { expect, test } from 'vitest'
import { auditEvents, Operator } from '../../server/test/support/operator.ts'
import { formatUtcTimestamp } from '../src/wire/utc-timestamp.ts'
import type { TestCounterparty } from './support/test-counterparty.ts'
import { startTrading } from './support/trading-gateway.ts'

const now = (): string => formatUtcTimestamp(Date.now())

const orderBody = (clOrdId: string, side: 1 | 2, more = ''): string =>
  `11=${clOrdId}|18=M|55=7203.T|54=${side}|60=${now()}|38=10000|40=P${more}`

/** The next message that is not about the hours of trading, as fields by their tags. */
async function next(counterparty: TestCounterparty): Promise<Record<string, string>> {
  for (;;) {
    const text = await counterparty.receive()
    if (text === 'closed') throw new Error('the connection was closed')
    const fields = Object.fromEntries(
      text
        .slice(text.indexOf('35='))
        .split('|')
        .map((field) => field.split(/=(.*)/s).slice(0, 2)),
    ) as Record<string, string>
    if (fields['35'] !== 'h') return fields
  }
}

test('an order becomes an advert with its terms, and the report says which they are', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  const parties = '|453=2|448=Kaede|447=D|452=1|448=Hinoki|447=D|452=1'
  alder.send('D', orderBody('A1', 1, `|59=0|110=4000${parties}|5002=2|5003=Y|5009=Y`))

  const report = await next(alder)
  expect(report).toMatchObject({ 35: '8', 11: 'A1', 150: '0', 39: '0', 55: '7203.T', 54: '1', 38: '10000' })
  expect(report).toMatchObject({ 110: '4000', 151: '10000', 14: '0', 6: '0', 59: '0' })
  const trader = await desk.trader('alder')
  const [advert] = await trader.adverts()
  const brokers = await trader.callsOk<{ brokerID: string; shortName: string }[]>('/broker/user-brokers-list')
  expect(advert).toMatchObject({
    id: report[37],
    direction: 'BUY',
    shareQuantity: 10_000,
    minimumQuantity: 40,
    duration: 'END_OF_DAY',
    credibilityHurdle: 21,
    quantityDecay: true,
    ranked: true,
  })
  expect(advert?.brokerIds.map((id) => brokers.find(({ brokerID }) => brokerID === id)?.shortName)).toEqual([
    'Kaede',
    'Hinoki',
  ])
})

test('what an order does not say comes from the preferences of its trader', async () => {
  const { desk, logsOn } = await startTrading()
  const trader = await desk.trader('alder')
  await trader.callsOk('/user-defaults/set-advert-pref-defaults', {
    body: {
      credibilityHurdle: 41,
      duration: '150',
      minQuantity: 60,
      quantityDecay: false,
      transactionType: 'CASH_ONLY',
      contraTransactionType: 'CASH_SWAP',
    },
  })
  const alder = await logsOn('ALDER-OMS')
  alder.send('D', orderBody('A1', 2))
  expect(await next(alder)).toMatchObject({ 150: '0', 110: '6000', 59: '6' })
  expect((await trader.adverts())[0]).toMatchObject({
    direction: 'SELL',
    credibilityHurdle: 41,
    duration: '150',
    transactionType: 'CASH_ONLY',
  })
})

test('two institutions and a broker by FIX alone: orders, locate, answers, outcome, drop copy, execution', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  const birch = await logsOn('BIRCH-OMS')
  const hinoki = await logsOn('HINOKI')
  const broker = '|453=1|448=Hinoki|447=D|452=1'
  alder.send('D', orderBody('A1', 1, broker))
  expect(await next(alder)).toMatchObject({ 150: '0' })
  birch.send('D', orderBody('B1', 2, broker))
  expect(await next(birch)).toMatchObject({ 150: '0' })

  const [request, contra] = [await next(alder), await next(birch)]
  expect(request).toMatchObject({ 35: 'R', 55: '7203.T', 54: '1', 38: '10000', 5018: 'A1' })
  expect(contra).toMatchObject({ 35: 'R', 54: '2', 38: '10000', 5018: 'B1' })
  alder.send('AJ', `693=Q1|131=${request[131]}|694=1`)
  birch.send('AJ', `693=Q2|131=${contra[131]}|694=1`)

  const [bought, sold] = [await next(alder), await next(birch)]
  expect(bought).toMatchObject({ 35: '8', 11: 'A1', 150: '7', 39: '7', 54: '1', 448: 'Hinoki', 452: '1' })
  expect(bought).not.toHaveProperty('31')
  expect(sold).toMatchObject({ 35: '8', 11: 'B1', 150: '7', 54: '2', 44: bought[44] })
  expect(bought[5013]).not.toBe(sold[5013])

  const copies = [await next(hinoki), await next(hinoki)]
  expect(copies.map((copy) => [copy[35], copy[150], copy[54], copy[38], copy[5013], copy[797]])).toEqual([
    ['8', '7', '1', '10000', bought[5013], 'Y'],
    ['8', '7', '2', '10000', sold[5013], 'Y'],
  ])
  const agreementId = copies[0]?.[37]
  expect(bought[5014]).toBe(agreementId)
  for (const side of [1, 2]) hinoki.send('BN', `37=${agreementId}|1036=1|54=${side}`)
  hinoki.send(
    'AE',
    `571=T1|487=0|37=${agreementId}|55=7203.T|32=10000|31=${bought[44]}|60=${formatUtcTimestamp(desk.clock.now())}`,
  )
  expect(await next(hinoki)).toMatchObject({ 35: 'AR', 571: 'T1', 939: '0' })
  const reader = await desk.broker('hinoki')
  const [agreement] = await reader.agreements()
  expect(agreement).toMatchObject({ buyStatus: true, sellStatus: true, executions: [{ quantity: 10_000 }] })
})

test('a decline is reported to each side as its own, and suspends both orders', async () => {
  const { logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  const birch = await logsOn('BIRCH-OMS')
  alder.send('D', orderBody('A1', 1))
  birch.send('D', orderBody('B1', 2))
  await next(alder)
  await next(birch)
  const [request, contra] = [await next(alder), await next(birch)]
  alder.send('AJ', `131=${request[131]}|694=1`)
  birch.send('AJ', `131=${contra[131]}|694=6`)
  expect(await next(alder)).toMatchObject({ 150: '9', 39: '9', 5010: 'CONTRA_DECLINED', 5011: request[131] })
  expect(await next(birch)).toMatchObject({ 150: '9', 39: '9', 5010: 'DECLINED', 5011: contra[131] })

  birch.send('AJ', `131=${contra[131]}|694=1`)
  expect(await next(birch)).toMatchObject({ 35: 'j', 372: 'AJ', 379: contra[131], 5010: 'LOCATE-ANSWERED' })
  birch.send('AJ', '131=unknown|694=1')
  expect(await next(birch)).toMatchObject({ 35: 'j', 380: '1', 5010: 'FIX-UNKNOWN-LOCATE' })

  alder.send('G', `11=A2|41=A1|18=M q|55=7203.T|54=1|60=${now()}|38=10000|40=P`)
  expect(await next(alder)).toMatchObject({ 150: 'D', 39: '0', 11: 'A2', 41: 'A1' })
})

test('an order is replaced, suspended, released, asked about and cancelled by its ClOrdIDs', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  alder.send('D', orderBody('A1', 1))
  await next(alder)
  alder.send('G', `11=A2|41=A1|18=M|55=7203.T|54=1|60=${now()}|38=20000|40=P`)
  expect(await next(alder)).toMatchObject({ 150: '5', 39: '5', 11: 'A2', 41: 'A1', 38: '20000' })
  alder.send('G', `11=A3|41=A2|18=M S|55=7203.T|54=1|60=${now()}|38=20000|40=P`)
  expect(await next(alder)).toMatchObject({ 150: '9', 39: '9', 11: 'A3' })
  alder.send('H', '11=A3|55=7203.T|54=1')
  const paused = { 5010: 'PAUSED', 58: 'Paused. Resume it to make it available for matching.' }
  expect(await next(alder)).toMatchObject({ 150: 'I', 39: '9', 11: 'A3', ...paused })
  alder.send('G', `11=A4|41=A3|18=M q|55=7203.T|54=1|60=${now()}|38=20000|40=P`)
  expect(await next(alder)).toMatchObject({ 150: 'D', 39: '0', 11: 'A4' })
  alder.send('F', `11=A5|41=A4|55=7203.T|54=1|60=${now()}`)
  expect(await next(alder)).toMatchObject({ 150: '4', 39: '4', 11: 'A5', 41: 'A4', 151: '0' })
  alder.send('F', `11=A6|41=A5|55=7203.T|54=1|60=${now()}`)
  expect(await next(alder)).toMatchObject({ 35: '9', 11: 'A6', 41: 'A5', 102: '0', 5010: 'ADVERT-ERROR-002' })
  expect((await (await desk.trader('alder')).adverts())[0]).toMatchObject({
    causeOfDeath: 'CANCELLED_BY_USER',
  })
})

// rule: 27.2
test('the order behind an IOI is its own trader’s alone, and a replacement changes or keeps it', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  const trader = await desk.trader('alder')
  const order = async () => (await trader.adverts())[0]
  alder.send('D', orderBody('A1', 1, '|5022=PT-12/3|5023=50000|5024=7000.0'))
  const sent = await next(alder)
  expect(sent).toMatchObject({ 150: '0' })
  for (const tag of ['5022', '5023', '5024']) expect(sent).not.toHaveProperty(tag)
  const first = { orderReference: 'PT-12/3', parentQuantity: 50_000, doneElsewhere: 7_000 }
  expect(await order()).toMatchObject(first)

  const replacing = (to: string, from: string, more: string): void =>
    alder.send('G', `11=${to}|41=${from}|18=M|55=7203.T|54=1|60=${now()}|38=10000|40=P${more}`)
  replacing('A2', 'A1', '|5002=2')
  expect(await next(alder)).toMatchObject({ 150: '5' })
  expect(await order()).toMatchObject(first)
  replacing('A3', 'A2', '|5022=PT-13|5023=0|5024=0')
  expect(await next(alder)).toMatchObject({ 150: '5' })
  expect(await order()).toMatchObject({ orderReference: 'PT-13', parentQuantity: null, doneElsewhere: 0 })
})

// rule: 28.2
test('an order says how often it is resumed and renewed, which a replacement changes or keeps', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  const trader = await desk.trader('alder')
  const rules = async () => {
    const [{ autoResumes, autoRenewals, resumesLeft } = {}] = await trader.adverts()
    return { autoResumes, autoRenewals, resumesLeft }
  }
  // One more than the platform knows is refused before it is read, like any value outside the dictionary.
  for (const more of ['|5025=4', '|5026=6', '|5025=-1', '|5026=1.5']) {
    alder.send('D', orderBody('A0', 1, more))
    expect(await next(alder)).toMatchObject({ 35: '3', 371: more.slice(1, 5) })
  }
  alder.send('D', orderBody('A1', 1, '|5025=3|5026=5'))
  const sent = await next(alder)
  expect(sent).toMatchObject({ 150: '0' })
  for (const tag of ['5025', '5026']) expect(sent).not.toHaveProperty(tag)
  expect(await rules()).toEqual({ autoResumes: 3, autoRenewals: 5, resumesLeft: 3 })

  const replacing = (to: string, from: string, more: string): void =>
    alder.send('G', `11=${to}|41=${from}|18=M|55=7203.T|54=1|60=${now()}|38=10000|40=P${more}`)
  replacing('A2', 'A1', '|5002=2')
  expect(await next(alder)).toMatchObject({ 150: '5' })
  expect(await rules()).toEqual({ autoResumes: 3, autoRenewals: 5, resumesLeft: 3 })
  replacing('A3', 'A2', '|5025=0|5026=1')
  expect(await next(alder)).toMatchObject({ 150: '5' })
  expect(await rules()).toEqual({ autoResumes: 0, autoRenewals: 1, resumesLeft: 0 })
})

// rule: 25.11
test('the price of an order is its limit, which a replacement changes, keeps or removes', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  const trader = await desk.trader('alder')
  const limit = async () => (await trader.adverts())[0]?.limitPrice
  alder.send('D', orderBody('A1', 1, '|44=2850.5'))
  expect(await next(alder)).toMatchObject({ 150: '0', 39: '0' })
  expect((await trader.adverts())[0]).toMatchObject({ limitPrice: 2_850.5, isBeyondLimit: true })
  alder.send('H', '11=A1|55=7203.T|54=1')
  const waiting = await next(alder)
  expect(waiting).toMatchObject({ 150: 'I', 39: '0', 5010: 'LIMIT' })
  expect(waiting[58]).toContain('limit price of JPY 2,850.5')

  const replacing = (to: string, from: string, more: string): void =>
    alder.send('G', `11=${to}|41=${from}|18=M|55=7203.T|54=1|60=${now()}|38=10000|40=P${more}`)
  for (const [to, from, more, becomes] of [
    ['A2', 'A1', '|44=2860', 2_860],
    ['A3', 'A2', '|5002=2', 2_860],
    ['A4', 'A3', '|44=0', null],
  ] as const) {
    replacing(to, from, more)
    expect(await next(alder)).toMatchObject({ 150: '5', 11: to })
    expect(await limit()).toBe(becomes)
  }
  replacing('A5', 'A4', '|44=2850.3')
  expect(await next(alder)).toMatchObject({ 35: '9', 11: 'A5', 5010: 'LIMIT-LEVEL' })
})

test('an end is the minute that was named, also in a replacement, and one that is repeated stays', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  const trader = await desk.trader('alder')
  const sent = formatUtcTimestamp(desk.clock.now() + 20_500)
  const terms = (id: string): string => `${id}|18=M|55=7203.T|54=1|60=${sent}|38=10000|40=P|59=6`
  alder.send('D', `${terms('11=A1')}|126=${formatUtcTimestamp(desk.clock.now() + 60 * 60_000 + 20_500)}`)
  const { 126: end = '' } = await next(alder)
  expect((await trader.adverts())[0]).toMatchObject({ duration: '60' })

  alder.send('G', `${terms('11=A2|41=A1')}|126=${end}`)
  expect(await next(alder)).toMatchObject({ 150: '5', 126: end })
  expect((await trader.adverts())[0]).toMatchObject({ duration: '60' })
  // An hour after this message, and not an hour after the first one.
  alder.send('G', `${terms('11=A3|41=A2').replace(sent, '20261118-01:20:00')}|126=20261118-02:20:00`)
  expect(await next(alder)).toMatchObject({ 150: '5', 126: '20261118-02:20:00.000' })
  expect((await trader.adverts())[0]).toMatchObject({ duration: '11:20' })
  alder.send('G', `${terms('11=A4|41=A3')}|126=20261118-02:05:20`)
  expect(await next(alder)).toMatchObject({ 35: '9', 5010: 'FIX-EXPIRE-TIME' })
})

test('what the trader does at the desk is reported, once', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  alder.send('D', orderBody('A1', 1))
  const { 37: id } = await next(alder)
  const trader = await desk.trader('alder')
  await trader.callsOk(`/advert/pause-advert/${id}`)
  expect(await next(alder)).toMatchObject({ 150: '9', 39: '9', 11: 'A1' })
  await trader.callsOk(`/advert/resume-advert/${id}`)
  expect(await next(alder)).toMatchObject({ 150: 'D', 39: '0' })
  await trader.callsOk(`/advert/cancel-advert/${id}`)
  expect(await next(alder)).toMatchObject({
    150: '4',
    5010: 'CANCELLED_BY_USER',
    58: 'Cancelled at the desk.',
  })
})

test.each<[string, string, Record<string, string>]>([
  ['an unknown security', '11=A1|55=0000.T|54=1|38=10000', { 103: '1', 5010: 'SECURITY-NOT-FOUND' }],
  ['an odd lot', '11=A1|55=7203.T|54=1|38=10050', { 103: '99', 5010: 'ADVERT-LOT' }],
  ['too few shares', '11=A1|55=7203.T|54=1|38=100', { 5010: 'ADVERT-ERROR-004' }],
  ['an unknown broker', '11=A1|453=1|448=NOBODY|447=D|452=1|55=7203.T|54=1|38=10000', { 5010: 'FIX-BROKER' }],
  ['a minimum of nearly everything', '11=A1|55=7203.T|54=1|38=10000|110=9900', { 5010: 'FIX-MINIMUM-RANGE' }],
])('%s is rejected with its code', async (_, fields, expected) => {
  const { logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  alder.send('D', `${fields}|60=${now()}|40=P`)
  expect(await next(alder)).toMatchObject({ 35: '8', 150: '8', 39: '8', 37: 'NONE', 11: 'A1', ...expected })
  // The trader's draft stays; the next order takes it.
  alder.send('D', orderBody('A2', 1))
  expect(await next(alder)).toMatchObject({ 150: '0', 11: 'A2' })
})

test('a ClOrdID is used once a day, whether its order was accepted or not', async () => {
  const { logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  for (const body of [orderBody('A1', 1), '11=A2|55=0000.T|54=1|38=100|40=P|60=20261126-00:00:00'])
    alder.send('D', body)
  expect(await next(alder)).toMatchObject({ 150: '0' })
  expect(await next(alder)).toMatchObject({ 150: '8' })
  for (const clOrdId of ['A1', 'A2']) {
    alder.send('D', orderBody(clOrdId, 1))
    expect(await next(alder)).toMatchObject({ 150: '8', 103: '6', 11: clOrdId, 5010: 'FIX-DUPLICATE' })
    // Sent again on purpose: it has its report already.
    alder.send('D', orderBody(clOrdId, 1), '97=Y')
  }
  alder.send('H', '11=A1|55=7203.T|54=1')
  expect(await next(alder)).toMatchObject({ 150: 'I', 39: '0' })
})

test('a credential that was revoked ends its session, and is not tried again at each Logon', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  alder.send('D', orderBody('A1', 1))
  expect(await next(alder)).toMatchObject({ 150: '0' })
  const operator = new Operator(desk)
  const credentials = await operator.lists('credential list', {})
  const id = String(credentials.find(({ owner }) => owner === 'Alder')?.id)
  await operator.runs('credential revoke', { id, reason: 'lost' })

  const text = 'The platform does not accept the credential of this session'
  let session = alder
  for (let attempt = 0; attempt < 4; attempt += 1) {
    expect(await next(session)).toMatchObject({ 35: '5', 58: text })
    session.send('5')
    expect(await session.receive()).toBe('closed')
    session = await logsOn('ALDER-OMS', '98=0|108=30|141=Y')
  }
  expect(await auditEvents(desk, 'loginFailed')).toHaveLength(1)
})

test('orders and what was reported of them outlive the gateway', async () => {
  const { desk, logsOn, restart } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  alder.send('D', orderBody('A1', 1))
  const { 37: id } = await next(alder)
  await restart()
  const trader = await desk.trader('alder')
  await trader.callsOk(`/advert/pause-advert/${id}`)
  const again = await logsOn('ALDER-OMS', '98=0|108=30|141=Y')
  expect(await next(again)).toMatchObject({ 150: '9', 11: 'A1' })
  again.send('D', orderBody('A1', 1))
  expect(await next(again)).toMatchObject({ 150: '8', 5010: 'FIX-DUPLICATE' })
})

test('securities and the hours of matching are sent on request', async () => {
  const { desk, logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  alder.send('x', '320=L1|559=4')
  const text = await alder.receive()
  const list = text.includes('35=h') ? await alder.receive() : text
  const listed = await (await desk.trader('alder')).callsOk<unknown[]>('/equity/get-equities')
  expect(list).toContain('|320=L1|322=L1-1|560=0|')
  expect(list).toContain(`|393=${listed.length}|`)
  expect(list).toMatch(/\|55=7203\.T\|107=[^|]+\|561=100/)
})

test('an institution receives nothing about another one before a locate', async () => {
  const { logsOn } = await startTrading()
  const alder = await logsOn('ALDER-OMS')
  const birch = await logsOn('BIRCH-OMS')
  alder.send('D', orderBody('A1', 1))
  await next(alder)
  birch.send('D', orderBody('B1', 1))
  await next(birch)
  birch.send('F', `11=B2|41=A1|55=7203.T|54=1|60=${now()}`)
  expect(await next(birch)).toMatchObject({ 35: '9', 37: 'NONE', 102: '1', 5010: 'FIX-UNKNOWN-ORDER' })
})
