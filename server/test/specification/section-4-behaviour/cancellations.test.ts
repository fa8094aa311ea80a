import { yen } from '@aitai/engine/market/price.ts'
import type { Quote } from '@aitai/engine/market/quote.ts'
import { expect, test } from 'vitest'
import { expectTextInBothLanguages, minuteMs, startWithTwoTraders, untilStatus } from '../journey-fixtures.ts'
import { ScriptedMarket } from '../scripted-market.ts'

// spec: 4.statuses.22
test('4.statuses.22 Cancellation reasons: bad market data, inactive market, malformed market, cancel trigger, index-relative cancel.', async () => {
  const market = new ScriptedMarket()
  const { desk, alder } = await startWithTwoTraders({ quotes: market.quotes })
  const buys = async (ric: string, terms: object = {}) =>
    untilStatus(alder, (await alder.advertises('BUY', ric, 10_000, terms)).id, 'LIVE')
  const failing: readonly (readonly [string, string, Partial<Quote> | null])[] = [
    ['6758.T', 'BAD_MARKET_DATA', null],
    ['8306.T', 'INACTIVE_MARKET', { condition: 'HALTED' }],
    ['6501.T', 'MALFORMED_MARKET', { last: Number.NaN }],
  ]
  const markets = []
  for (const [ric, cause, quote] of failing) markets.push([await buys(ric), ric, cause, quote] as const)
  const level = await buys('7203.T', { knockoutTriggerActivated: true, knockoutTrigger: 2_960 })
  const apart = await buys('9984.T', { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 3 })

  for (const [, ric, , quote] of markets) market.says(ric, quote)
  market.standsAt('7203.T', 2_961)
  // 3.1 % up, while the index stands still.
  market.says('9984.T', { bid: 4_345 * yen, ask: 4_347 * yen, indexMove: 0 })
  expect(await untilStatus(alder, level.id, 'DEAD')).toMatchObject({
    causeOfDeath: 'CANCEL_TRIGGER',
    errorCode: 'CANCEL-TRIGGER-001',
  })
  expect(await untilStatus(alder, apart.id, 'DEAD')).toMatchObject({
    causeOfDeath: 'INDEX_RELATIVE_CANCEL',
    errorCode: 'CANCEL-TRIGGER-002',
  })
  desk.clock.advance(5 * minuteMs)
  for (const [{ id }, , causeOfDeath] of markets) {
    const dead = await untilStatus(alder, id, 'DEAD')
    expect(dead.causeOfDeath).toBe(causeOfDeath)
    expectTextInBothLanguages(dead.errorCode)
  }
  expect(await alder.asks('/user/ioi-counts')).toMatchObject({ triggerCancel: 2 })
})
