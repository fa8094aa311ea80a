import { Advert } from '@aitai/contract/schemas/adverts.ts'
import { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { advertView, agreementView, locateView } from '../../src/market/views.ts'
import { testDatabases } from '../support/test-databases.ts'
import {
  advanceClock,
  advertTermsFor,
  agreePair,
  answerLocate,
  draftAndSubmit,
  openTestMarket,
  securityId,
  type TestMarket,
  untilState,
} from '../support/test-market.ts'

async function openMarket(): Promise<TestMarket> {
  const [sqlite] = testDatabases
  if (!sqlite) throw new Error('SQLite is always there')
  return openTestMarket(await sqlite.newLocation())
}

/** Alder buys 10,000 Toyota, birch sells 6,000 of them; both are located. */
async function locateUnequalPair(venue: TestMarket): Promise<string> {
  await draftAndSubmit(venue, 'alder', 'BUY', '7203.T', 10_000)
  const advertId = await draftAndSubmit(venue, 'birch', 'SELL', '7203.T', 6_000)
  return untilState(venue, (state) => state.adverts.get(advertId)?.locateId)
}

const located = (venue: TestMarket, locateId: string, traderId: string, later = 0) =>
  venue.market.read((state, at) => {
    const locate = state.locates.get(locateId)
    if (!locate) throw new Error('there is no such locate')
    return locateView(state, locate, traderId, venue.reference.names(), at + later)
  })

// rule: 15.14
test('each side of a locate sees its own advert, minimum and residual, and nothing of the contra', async () => {
  const venue = await openMarket()
  const locateId = await locateUnequalPair(venue)
  const adverts = await venue.market.read((state) => [...state.adverts.values()])
  const [own, contra] = adverts.map(({ id }) => id)

  const buyer = await located(venue, locateId, 'alder')
  const seller = await located(venue, locateId, 'birch', 7)

  for (const view of [buyer, seller]) expect(Check(LocateNotification, view)).toBe(true)
  expect(buyer).toMatchObject({
    advertisementId: own,
    buyId: own,
    direction: 'BUY',
    contraDirection: 'SELL',
    locateQuantity: 6_000,
    locationQuantity: 6_000,
    shareQuantity: 10_000,
    contraMinimum: 2_500,
    residualPossible: true,
    transactionType: 'CASH_ONLY',
  })
  expect(seller).toMatchObject({
    advertisementId: contra,
    buyId: contra,
    shareQuantity: 6_000,
    contraMinimum: 1_500,
  })
  expect(seller.residualPossible).toBe(false)
  expect(seller.serverTime - buyer.serverTime).toBe(7)
  expect(buyer.deadline - buyer.locateTime).toBe(30_000)
  expect(JSON.stringify(buyer)).not.toContain(contra)
  expect(JSON.stringify(seller)).not.toContain(own)
})

test('prices are in yen and moves in percent', async () => {
  const venue = await openMarket()
  const locateId = await locateUnequalPair(venue)
  const locate = await venue.market.read((state) => state.locates.get(locateId))
  const view = await located(venue, locateId, 'alder')
  expect(view.midPrice * 10_000).toBe(locate?.midPrice)
  expect(Math.round(view.stockMovePercentage * 100)).toBe(locate?.stockMove)
  expect(Math.round(Number(view.indexMovePercentage) * 100)).toBe(locate?.indexMove)
  expect(view.midPrice).toBeGreaterThan(2_000)
  expect(view.midPrice).toBeLessThan(4_000)
})

test("an answer shows only to the side that gave it, and a decline hides the contra's answer", async () => {
  const venue = await openMarket()
  const locateId = await locateUnequalPair(venue)
  const before = await located(venue, locateId, 'birch')
  await answerLocate(venue, 'alder', locateId, 'BUY', 'ACCEPT')
  expect(await located(venue, locateId, 'birch')).toEqual(before)
  expect(await located(venue, locateId, 'alder')).toMatchObject({
    answer: 'ACCEPT',
    outcome: null,
    ack: true,
  })

  await answerLocate(venue, 'birch', locateId, 'SELL', 'DECLINE')
  const declined = await located(venue, locateId, 'birch')
  expect(declined).toMatchObject({ answer: 'DECLINE', outcome: 'DECLINED', password: null, brokerName: null })
  expect(JSON.stringify(declined)).not.toContain('ACCEPT')
})

test('a stranger has no view of a locate', async () => {
  const venue = await openMarket()
  const locateId = await locateUnequalPair(venue)
  await expect(located(venue, locateId, 'cypress')).rejects.toThrow('cypress is not a side of locate')
})

test('the minimum of a locate stays what it was, though its advert was sent again since', async () => {
  const venue = await openMarket()
  const locateId = await locateUnequalPair(venue)
  await answerLocate(venue, 'alder', locateId, 'BUY', 'DECLINE')
  await answerLocate(venue, 'birch', locateId, 'SELL', 'DECLINE')
  const before = await located(venue, locateId, 'alder')
  const advertId = before.advertisementId
  await venue.market.submit({ type: 'cancelAdvert', traderId: 'alder', advertId })
  await venue.market.submit({
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 1_500_000,
    traderId: 'alder',
    advertId,
    freshId: 'again',
    price: 30_000_000,
    terms: { ...advertTermsFor('BUY', 20_000), minimumQuantity: 50 },
  })
  expect(await located(venue, locateId, 'alder')).toEqual(before)
})

// spec: 3.15, 3.16
test('an advert shows its owner names, notionals at the last price, and the remaining time', async () => {
  const venue = await openMarket()
  const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
  const last = venue.quotes.quoteOf(securityId(venue))?.last ?? 0
  const names = venue.reference.names()
  const show = (market = venue.quotes as Parameters<typeof advertView>[2]) =>
    venue.market.read((state, at) => {
      const advert = state.adverts.get(advertId)
      if (!advert) throw new Error('there is no such advert')
      return advertView(state, advert, market, names, at)
    })

  const view = await show()
  expect(Check(Advert, view)).toBe(true)
  expect(view).toMatchObject({
    securityName: '7203.T - Toyota Motor',
    minimumShareQuantity: 2_500,
    jpynotional: Math.round(last),
    usdnotional: Math.round((10_000 * last) / venue.quotes.usdJpy()),
    timeRemaining: 60 * 60_000,
    expiryDate: '2026-11-20T02:00:00.000Z',
  })

  const closed = { quoteOf: () => null, usdJpy: () => 1_500_000 }
  expect(await show(closed)).toMatchObject({ jpynotional: 29_055_000, usdnotional: 193_700 })

  advanceClock(venue, 1_500)
  expect((await show()).timeRemaining).toBe(60 * 60_000 - 1_500)
  await venue.market.submit({ type: 'cancelAdvert', traderId: 'alder', advertId })
  expect(await show()).toMatchObject({ causeOfDeath: 'CANCELLED_BY_USER', timeRemaining: null })
})

// rule: 8.1.1
test('a completed advert keeps its value in yen and dollars, at the mid and the rate of its locate', async () => {
  const venue = await openMarket()
  const locateId = await locateUnequalPair(venue)
  const advertIdOf = (await located(venue, locateId, 'alder')).advertisementId
  const { quotes } = venue
  const twice = {
    quoteOf: (id: string) => {
      const quote = quotes.quoteOf(id)
      return quote && { ...quote, last: 2 * quote.last }
    },
    usdJpy: () => 2 * quotes.usdJpy(),
  }
  const show = (market: Parameters<typeof advertView>[2]) =>
    venue.market.read((state, at) => {
      const advert = state.adverts.get(advertIdOf)
      if (!advert) throw new Error('there is no such advert')
      return advertView(state, advert, market, venue.reference.names(), at)
    })
  const open = await show(twice)
  await agreePair(venue, locateId)

  const { midPrice, jpynotional, usdnotional } = await located(venue, locateId, 'alder')
  const usdJpy = await venue.market.read((state) => toYen(state.locates.get(locateId)?.usdJpy ?? 0))
  const completed = await show(quotes)
  expect(await show(twice)).toEqual(completed)
  expect(open.jpynotional).not.toBe(completed.jpynotional)
  expect(completed).toMatchObject({
    jpynotional: Math.round(10_000 * midPrice),
    usdnotional: Math.round((10_000 * midPrice) / usdJpy),
  })
  expect({ jpynotional, usdnotional }).toEqual({
    jpynotional: Math.round(6_000 * midPrice),
    usdnotional: Math.round((6_000 * midPrice) / usdJpy),
  })
})

// rule: 9.5
test('the broker sees both passwords, and who received which and when', async () => {
  const venue = await openMarket()
  const agreementId = await agreePair(venue, await locateUnequalPair(venue))
  const show = (later = 0) =>
    venue.market.read((state, at) => {
      const agreement = state.agreements.get(agreementId)
      if (!agreement) throw new Error('there is no such agreement')
      return agreementView(state, agreement, venue.reference.names(), at + later)
    })
  const execution = { agreementId, side: 'SELL', brokerId: 'hinoki', brokerUserId: 'hanako' } as const
  await venue.market.submit({ type: 'confirmExecution', ...execution })

  const view = await show()
  expect(Check(ConnectionAgreement, view)).toBe(true)
  expect(view).toMatchObject({
    securityName: '7203.T - Toyota Motor',
    securityLocalName: '7203.T - トヨタ自動車',
    locationQuantity: 6_000,
    connectionAgreementType: 'CASH_ONLY',
    buyOrganizationName: 'alder Asset',
    sellOrganizationName: 'birch Asset',
    buyStatus: false,
    sellStatus: true,
    buyConfirmedBy: null,
    sellConfirmedBy: 'hanako Example',
    sellConfirmedAt: venue.clock.at,
    undoPossible: true,
  })
  expect(view.buyPw).not.toBe(view.sellPw)
  expect((await show(dayMs)).undoPossible).toBe(false)

  await venue.market.submit({ type: 'undoExecution', ...execution })
  expect(await show()).toMatchObject({ sellStatus: false, sellConfirmedBy: null, sellConfirmedAt: null })
})
