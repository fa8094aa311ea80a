import { expect, test } from 'vitest'
import { startWithOneTrader, startWithTwoTraders, toyota, untilStatus } from '../support/journeys.ts'
import { ScriptedMarket } from '../support/scripted-market.ts'
import { submissionBody } from '../support/test-user.ts'
import { until } from '../support/until.ts'

// rule: 25.2, 25.6
test('an IOI waits beyond its limit, is live within it, and is located there', async () => {
  const market = new ScriptedMarket()
  market.standsAt(toyota, 2_905)
  const { alder, birch } = await startWithTwoTraders({ quotes: market.quotes })
  const buy = await alder.advertises('BUY', toyota, 10_000, { limitPrice: 2_900 })
  expect(buy).toMatchObject({ limitPrice: 2_900, isBeyondLimit: true, advertisementStatus: 'SENT' })
  const sell = await birch.advertises('SELL', toyota, 10_000, { limitPrice: null })
  expect(sell).toMatchObject({ limitPrice: null, isBeyondLimit: false, advertisementStatus: 'LIVE' })
  expect(await alder.locates()).toEqual([])

  market.standsAt(toyota, 2_899)
  const [atAlder, atBirch] = [await alder.isLocated(buy.id), await birch.isLocated(sell.id)]
  expect([atAlder.midPrice, atBirch.midPrice]).toEqual([2_899, 2_899])
  // The other side sees nothing of it.
  expect(JSON.stringify(await birch.locates())).not.toMatch(/limit/i)
})

// rule: 25.8
test('the owner is notified that it waits, and its history has the moment', async () => {
  const market = new ScriptedMarket()
  const { alder } = await startWithOneTrader({ quotes: market.quotes })
  const buy = await alder.advertises('BUY', toyota, 10_000, { limitPrice: 2_950 })
  await untilStatus(alder, buy.id, 'LIVE')
  market.standsAt(toyota, 2_960)
  expect(await untilStatus(alder, buy.id, 'SENT')).toMatchObject({ isBeyondLimit: true })

  const reasons = await alder.callsOk<{ code: string }[]>(`/advert/why-not-matching/${buy.id}`)
  expect(reasons.map(({ code }) => code)).toContain('LIMIT')
  const events = await alder.callsOk<{ type: string }[]>(`/advert/advert-events/${buy.id}`)
  expect(events.map(({ type }) => type)).toContain('BEYOND_LIMIT')
})

// rule: 25.8, 15.22
test('why it does not match names the own limit alone, and whether another waits changes nothing for the contra', async () => {
  const market = new ScriptedMarket()
  market.standsAt(toyota, 2_905)
  const { alder, birch } = await startWithTwoTraders({ quotes: market.quotes })
  const sell = await birch.advertises('SELL', toyota, 10_000, { limitPrice: 2_901 })
  type Reason = { code: string; values: object }
  const reasonsOf = (trader: typeof alder, id: string) =>
    trader.callsOk<Reason[]>(`/advert/why-not-matching/${id}`)
  await untilStatus(birch, sell.id, 'LIVE')
  const before = await reasonsOf(birch, sell.id)

  const buy = await alder.advertises('BUY', toyota, 10_000, { limitPrice: 2_900 })
  expect(await reasonsOf(alder, buy.id)).toEqual([{ code: 'LIMIT', values: { price: 2_900 } }])
  expect(before).toEqual([{ code: 'WAITING_FOR_CONTRA', values: {} }])
  expect(await reasonsOf(birch, sell.id)).toEqual(before)
  // Another trader's advert is answered like a missing one.
  const foreign = await birch.isRefused(`/advert/why-not-matching/${buy.id}`, {})
  expect(foreign).toEqual(await birch.isRefused('/advert/why-not-matching/missing', {}))
})

test.each([
  ['off the tick', { limitPrice: 2_905.3 }, 'LIMIT-LEVEL'],
  ['outside the day', { limitPrice: 9_000 }, 'LIMIT-LEVEL'],
  [
    'at its knockout',
    { limitPrice: 3_000, knockoutTriggerActivated: true, knockoutTrigger: 3_000 },
    'LIMIT-ORDER',
  ],
] as const)('a limit %s is refused, by a submit and by a modification', async (_, terms, errorCode) => {
  const { alder } = await startWithOneTrader()
  const draft = await alder.drafts(toyota)
  const body = { ...submissionBody(draft), direction: 'BUY', shareQuantity: 10_000, ...terms }
  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 409, errorCode })

  const sent = await alder.advertises('BUY', '6758.T', 10_000)
  const changed = { ...submissionBody(sent), limitPrice: 1 }
  expect(await alder.isRefused('/advert/modify-advert', { body: changed })).toMatchObject({
    errorCode: 'LIMIT-LEVEL',
  })
})

test('a limit that is left out is none, and one that is given later is in the history of the day', async () => {
  const { alder } = await startWithOneTrader()
  const draft = await alder.drafts(toyota)
  const { limitPrice: _, ...body } = { ...submissionBody(draft), direction: 'BUY', shareQuantity: 10_000 }
  const sent = await alder.callsOk<{ id: string; limitPrice: null }>('/advert/submit-advert', { body })
  expect(sent.limitPrice).toBeNull()

  await alder.callsOk('/advert/modify-advert', { body: { ...body, id: sent.id, limitPrice: 2_950 } })
  await until('the list', async () => (await alder.adverts())[0]?.limitPrice === 2_950)
})
