import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { expect, test } from 'vitest'
import {
  expectTextInBothLanguages,
  liveAdvert,
  minuteMs,
  startWithOneTrader,
  untilStatus,
} from '../support/journeys.ts'
import { failingMarkets, ScriptedMarket } from '../support/scripted-market.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

/** The alert about the end of an advert. */
const alertOn = (person: TestUser, type: string, id: string) =>
  until(`${type} of ${id}`, async () =>
    person.received.find(({ message, advertisementId }) => message === type && advertisementId === id),
  )

/** A security for each way in which its market fails, and how the adverts then end. */
const ends: Readonly<Record<keyof typeof failingMarkets, readonly [string, string]>> = {
  '001': ['7203.T', 'BAD_MARKET_DATA'],
  '002': ['6758.T', 'BAD_MARKET_DATA'],
  '003': ['8306.T', 'BAD_MARKET_DATA'],
  '004': ['9984.T', 'INACTIVE_MARKET'],
  '005': ['4063.T', 'INACTIVE_MARKET'],
  '006': ['6501.T', 'INACTIVE_MARKET'],
  // The specification lists 007 as bad market data too; a malformed market is the more exact of the two.
  '007': ['7011.T', 'MALFORMED_MARKET'],
  '012': ['4519.T', 'BAD_MARKET_DATA'],
  '013': ['7974.T', 'BAD_MARKET_DATA'],
}
const codes = Object.keys(ends) as (keyof typeof failingMarkets)[]

// spec: 4.statuses.22, 8.market.1, 8.market.2, 8.market.3
test('an advert in a market that fails for five minutes ends with the error and its cause', async () => {
  const market = new ScriptedMarket()
  const { desk, alder } = await startWithOneTrader({ quotes: market.quotes })
  const equities = await alder.callsOk<Equity[]>('/equity/get-equities')
  const ids = new Map<string, string>()
  for (const code of codes) ids.set(code, (await liveAdvert(alder, ends[code][0])).id)

  for (const code of codes) {
    const equity = equities.find(({ ric }) => ric === ends[code][0])
    if (!equity) throw new Error(`${ends[code][0]} is not listed`)
    const { ric, closePrice, maxPrice } = equity
    const prices = { close: closePrice * yen, highest: maxPrice * yen }
    market.says(ric, failingMarkets[code]({ now: desk.clock.now(), ...prices }))
  }
  desk.clock.advance(5 * minuteMs)
  for (const code of codes) {
    const id = ids.get(code) ?? ''
    const { causeOfDeath, errorCode } = await untilStatus(alder, id, 'DEAD')
    expect([causeOfDeath, errorCode]).toEqual([ends[code][1], `MARKET-ERROR-${code}`])
    expectTextInBothLanguages(errorCode)
    expect((await alertOn(alder, 'MARKET_ERROR', id)).errorCode).toBe(errorCode)
  }
})

// spec: 4.statuses.22, 8.market.4
test('an advert whose cancel trigger fires ends with the cause, and the alert has its text', async () => {
  const market = new ScriptedMarket()
  const { alder } = await startWithOneTrader({ quotes: market.quotes })
  const level = { knockoutTriggerActivated: true, knockoutTrigger: 2_960 }
  const apart = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 3 }
  const { id: first } = await alder.advertises('BUY', '7203.T', 10_000, level)
  const { id: second } = await alder.advertises('BUY', '6758.T', 10_000, apart)
  market.standsAt('7203.T', 2_960)
  // 3.1 % up, while the index stands still.
  market.standsAt('6758.T', 4_504)

  for (const [id, causeOfDeath, errorCode, errorMessage] of [
    [first, 'CANCEL_TRIGGER', 'CANCEL-TRIGGER-001', 'Cancelled, Cancel Trigger'],
    [second, 'INDEX_RELATIVE_CANCEL', 'CANCEL-TRIGGER-002', 'Cancelled, Index Relative Cancel'],
  ] as const) {
    expect(await untilStatus(alder, id, 'DEAD')).toMatchObject({ causeOfDeath, errorCode })
    expect(await alertOn(alder, 'CANCEL_TRIGGER', id)).toMatchObject({ errorCode, errorMessage })
  }
  expect(await alder.callsOk('/user/ioi-counts')).toMatchObject({ triggerCancel: 2 })
})
