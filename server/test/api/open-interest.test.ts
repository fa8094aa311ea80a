import type { DeskOpenInterest, OpenInterestRow } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import { agreePair, locatePair, startWithTwoTraders } from '../support/journeys.ts'
import { importEquitiesCsv, resultOf, shippedEquitiesCsv } from '../support/reference-admin.ts'
import type { TestUser } from '../support/test-user.ts'

const openInterest = (head: TestUser) => head.callsOk<DeskOpenInterest>('/desk/open-interest')
const counts = (rows: readonly OpenInterestRow[]) =>
  rows.map(({ key, count, locatedCount, agreedCount }) => [key, count, locatedCount, agreedCount])

/** A desk head of Alder without IOIs, beside the traders of Alder and Birch. */
async function alderAndBirch(brokers: readonly string[] = ['Hinoki']) {
  const both = await startWithTwoTraders({ brokers })
  await both.desk.addUser({ email: 'head@alder.example', role: 'TRADER', firm: 'Alder' })
  await both.desk.makesDeskHead('head@alder.example')
  return { ...both, head: await both.desk.person('head@alder.example').signsIn() }
}

// rule: 15.28
test("a desk head sees the open interest of the institution's traders, and nothing of another", async () => {
  const { head, alder, birch } = await alderAndBirch()
  const toyota = await alder.advertises('BUY', '7203.T', 10_000)
  const honda = await alder.advertises('SELL', '7267.T', 20_000)
  await alder.advertises('BUY', '8306.T', 30_000)
  await alder.callsOk(`/advert/pause-advert/${honda.id}`)
  const cancelled = await alder.advertises('BUY', '9984.T', 10_000)
  await alder.callsOk(`/advert/cancel-advert/${cancelled.id}`)
  await alder.drafts('6758.T')
  const before = counts((await openInterest(head)).bySide)
  await birch.advertises('BUY', '7203.T', 50_000)
  await birch.advertises('SELL', '4502.T', 50_000)

  const { bySide, bySector, byBroker } = await openInterest(head)
  expect(counts(bySide)).toEqual([
    ['BUY', 2, 0, 0],
    ['SELL', 1, 0, 0],
  ])
  expect(counts(bySide)).toEqual(before)
  expect(counts(bySector)).toEqual([
    ['3700', 2, 0, 0],
    ['7050', 1, 0, 0],
  ])
  const [{ jpynotional: bought }, { jpynotional: sold }] = [toyota, honda]
  expect(bySector[0]?.shareQuantity).toBe(30_000)
  // Prices move between the two calls.
  expect((bySector[0]?.buyNotional ?? 0) / bought).toBeCloseTo(1, 1)
  expect((bySector[0]?.sellNotional ?? 0) / sold).toBeCloseTo(1, 1)
  expect(counts(byBroker)).toEqual([['Hinoki', 3, 0, 0]])
  expect(await alder.isRefused('/desk/open-interest')).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' })
})

// rule: 15.26
test('an IOI in a locate counts with its own size, before and after the answer, at every broker it names', async () => {
  const both = await alderAndBirch(['Hinoki', 'Kaede'])
  const { head, alder } = both
  const { locate } = await locatePair(both)
  const shown = async () => {
    const { bySide, bySector, byBroker } = await openInterest(head)
    return [bySide, bySector, byBroker].map(counts)
  }

  const unanswered = await shown()
  expect(unanswered[2]).toEqual([
    ['Hinoki', 1, 1, 0],
    ['Kaede', 1, 1, 0],
  ])
  const { locatedNotional, jpynotional } =
    (await openInterest(head)).bySide.find(({ count }) => count > 0) ?? {}
  expect(locatedNotional).toBe(jpynotional)
  await alder.accepts(locate)
  expect(await shown()).toEqual(unanswered)
})

test('an agreement of today counts on the own side, at its executing broker, until the day is over', async () => {
  const both = await alderAndBirch(['Hinoki', 'Kaede'])
  const { head, desk } = both
  const { locate } = await agreePair(both)

  const { bySide, bySector, byBroker } = await openInterest(head)
  const agreed = { count: 0, shareQuantity: 0, jpynotional: 0, locatedCount: 0, agreedCount: 1 }
  const value = Math.round(locate.locateQuantity * locate.midPrice)
  expect(bySide.find(({ key }) => key === locate.direction)).toMatchObject({
    ...agreed,
    agreedNotional: value,
  })
  expect(bySide.find(({ key }) => key !== locate.direction)).toMatchObject({
    agreedCount: 0,
    agreedNotional: 0,
  })
  expect(bySector).toMatchObject([{ ...agreed, agreedNotional: value }])
  expect(byBroker).toMatchObject([{ ...agreed, agreedNotional: value }])

  desk.clock.advance(24 * 60 * 60_000)
  await head.signsIn()
  expect(counts((await openInterest(head)).bySide)).toEqual([
    ['BUY', 0, 0, 0],
    ['SELL', 0, 0, 0],
  ])
})

test('an equities file without sectors takes them away, and its IOIs count under none', async () => {
  const { head, desk, alder } = await alderAndBirch()
  await alder.advertises('BUY', '7203.T', 10_000)
  const withoutSectors = shippedEquitiesCsv.replace(',sector,', ',').replaceAll(/,\d{4}(,[yn],100,)/g, '$1')

  await resultOf(importEquitiesCsv(desk, withoutSectors))
  expect(counts((await openInterest(head)).bySector)).toEqual([['', 1, 0, 0]])
  const { changed } = await resultOf<{ changed: unknown[] }>(importEquitiesCsv(desk, shippedEquitiesCsv))
  expect(changed[0]).toEqual({ ric: '7203.T', sector: [null, '3700'] })
  expect(counts((await openInterest(head)).bySector)).toEqual([['3700', 1, 0, 0]])
})
