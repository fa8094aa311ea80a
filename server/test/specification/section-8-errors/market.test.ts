import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { yen } from '@aitai/engine/market/price.ts'
import { expect, test } from 'vitest'
import type { TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import { type FailingMarket, failingMarkets } from '../failing-markets.ts'
import { expectTextInBothLanguages, minuteMs, startWithOneTrader, untilStatus } from '../journey-fixtures.ts'
import { ScriptedMarket } from '../scripted-market.ts'

const rics = ['7203.T', '6758.T', '8306.T', '9984.T', '4063.T'] as const

/** A live advert in a market that then fails in each of these ways until it ends. Returns how they ended. */
async function endsIn(ways: Readonly<Record<string, FailingMarket>>): Promise<Map<string, Advert>> {
  const market = new ScriptedMarket()
  const { desk, alder } = await startWithOneTrader({ quotes: market.quotes })
  const equities = await alder.asks<Equity[]>('/equity/get-equities')
  const standing: { code: string; id: string }[] = []
  for (const [place, code] of Object.keys(ways).entries()) {
    const { id } = await alder.advertises('BUY', rics[place] ?? '', 10_000)
    await untilStatus(alder, id, 'LIVE')
    standing.push({ code, id })
  }

  for (const [place, way] of Object.values(ways).entries()) {
    const equity = equities.find(({ ric }) => ric === rics[place])
    if (!equity) throw new Error(`${rics[place]} is not listed`)
    const { closePrice: close, maxPrice: highest } = equity
    market.says(equity.ric, way({ now: desk.clock.now(), close: close * yen, highest: highest * yen }))
    const shown = await alder.asks<{ marketError: string }>(`/status/get-quote/${equity.equityId}`)
    expect([null, `MARKET-ERROR-${Object.keys(ways)[place]}`]).toContain(shown.marketError)
  }
  desk.clock.advance(5 * minuteMs)
  const ended = new Map<string, Advert>()
  for (const { code, id } of standing) {
    const advert = await untilStatus(alder, id, 'DEAD')
    expect((await notificationOf(alder, id)).errorCode).toBe(advert.errorCode)
    ended.set(code, advert)
  }
  return ended
}

/** The alert about the end of an advert. */
const notificationOf = (person: TestUser, id: string) =>
  until(`MARKET_ERROR of ${id}`, async () =>
    person.received.find(
      ({ message, advertisementId }) => message === 'MARKET_ERROR' && advertisementId === id,
    ),
  )

const pick = (...codes: (keyof typeof failingMarkets)[]) =>
  Object.fromEntries(codes.map((code) => [code, failingMarkets[code]]))

// spec: 8.market.1
test('8.market.1 Market errors 001, 002, 003, 007, 012, 013: Cancelled, Bad Market Data.', async () => {
  // 007 is a malformed market: its own sentence says so.
  const ended = await endsIn(pick('001', '002', '003', '012', '013'))

  expect(ended.size).toBe(5)
  for (const [code, { causeOfDeath, errorCode }] of ended) {
    expect([causeOfDeath, errorCode]).toEqual(['BAD_MARKET_DATA', `MARKET-ERROR-${code}`])
    expectTextInBothLanguages(errorCode)
  }
})

// spec: 8.market.2
test('8.market.2 004 to 006: Cancelled, Inactive market.', async () => {
  const ended = await endsIn(pick('004', '005', '006'))

  expect(ended.size).toBe(3)
  for (const [code, { causeOfDeath, errorCode }] of ended) {
    expect([causeOfDeath, errorCode]).toEqual(['INACTIVE_MARKET', `MARKET-ERROR-${code}`])
    expectTextInBothLanguages(errorCode)
  }
})

// spec: 8.market.3
test('8.market.3 007 is also listed as Malformed market (English text), so the two readings conflict for 007.', async () => {
  const ended = await endsIn(pick('007'))

  expect(ended.get('007')).toMatchObject({
    causeOfDeath: 'MALFORMED_MARKET',
    errorCode: 'MARKET-ERROR-007',
  })
  expectTextInBothLanguages('MARKET-ERROR-007')
})

// spec: 8.market.4
test('8.market.4 Cancel triggers: 001 Cancelled, Cancel Trigger; 002 Cancelled, Index Relative Cancel.', async () => {
  const market = new ScriptedMarket()
  const { alder } = await startWithOneTrader({ quotes: market.quotes })
  const level = { knockoutTriggerActivated: true, knockoutTrigger: 2_960 }
  const apart = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 3 }
  const buys = async (ric: string, terms: object) => (await alder.advertises('BUY', ric, 10_000, terms)).id
  const [first, second] = [await buys('7203.T', level), await buys('6758.T', apart)]
  market.standsAt('7203.T', 2_960)
  market.standsAt('6758.T', 4_504)

  expect(await untilStatus(alder, first, 'DEAD')).toMatchObject({
    causeOfDeath: 'CANCEL_TRIGGER',
    errorCode: 'CANCEL-TRIGGER-001',
  })
  expect(await untilStatus(alder, second, 'DEAD')).toMatchObject({
    causeOfDeath: 'INDEX_RELATIVE_CANCEL',
    errorCode: 'CANCEL-TRIGGER-002',
  })
  const alerts = await until('both alerts', async () => {
    const alerts = alder.received.filter(({ message }) => message === 'CANCEL_TRIGGER')
    return alerts.length === 2 && alerts
  })
  expect(alerts.map(({ errorMessage }) => errorMessage).toSorted()).toEqual([
    ...['Cancelled, Cancel Trigger', 'Cancelled, Index Relative Cancel'],
  ])
})
