import type { DeskExposure, OwnExposure } from '@aitai/contract/schemas/cost-analysis.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { expect, test } from 'vitest'
import { locatePair, minuteMs, startWithTwoTraders } from '../support/journeys.ts'
import { testDatabases } from '../support/test-databases.ts'
import type { TestUser } from '../support/test-user.ts'

const period = '2026-11-01..2026-11-30'
const ownOf = (trader: TestUser, of = period) => trader.callsOk<OwnExposure>(`/cost-analysis/exposure/${of}`)
const deskOf = (head: TestUser, of = period) => head.callsOk<DeskExposure>(`/desk/exposure/${of}`)

/** A desk head of Alder without IOIs, beside the traders of Alder and Birch and a broker. */
async function alderAndBirch(env: Readonly<Record<string, string>> = {}) {
  const both = await startWithTwoTraders({ brokers: ['Hinoki'], env })
  await both.desk.addUser({ email: 'head@alder.example', role: 'TRADER', firm: 'Alder' })
  await both.desk.makesDeskHead('head@alder.example')
  const head = await both.desk.person('head@alder.example').signsIn()
  return { ...both, head, broker: await both.desk.broker('hinoki') }
}

const yenOf = ({ locateQuantity, midPrice }: LocateNotification): number =>
  Math.round(locateQuantity * midPrice)

// rule: 24.18, 24.19, 24.20, 24.21, 24.22
for (const database of testDatabases)
  test(`a declined locate and an agreement of known sizes, as reported by the broker, on ${database.name}`, async () => {
    const { databaseUrl } = await database.newLocation()
    const both = await alderAndBirch(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl })
    const { desk, alder, birch, head, broker } = both
    const before = await ownOf(birch)
    expect(before).toMatchObject({ byAdvert: [], byDay: [], total: { locates: 0, agreedOfShown: null } })

    const first = await alder.advertises('BUY', '7203.T', 40_000)
    await birch.advertises('SELL', '7203.T', 30_000)
    const declined = await alder.isLocated(first.id)
    expect(declined.locateQuantity).toBe(30_000)
    // An open locate counts for its trader, who sees it, and for the head once it has ended.
    const open = await ownOf(alder)
    expect(open.total).toMatchObject({ locates: 1, shown: 30_000, shownValue: yenOf(declined), agreed: 0 })
    expect((await deskOf(head)).total.locates).toBe(0)
    await alder.accepts(declined)
    expect((await deskOf(head)).total.locates).toBe(0)
    const [contra] = await birch.locates()
    await birch.declines(contra as LocateNotification)
    expect((await deskOf(head)).total).toMatchObject({ locates: 1, shown: 30_000, agreements: 0 })

    const second = await alder.advertises('SELL', '6758.T', 20_000)
    const sale = await birch.advertises('BUY', '6758.T', 25_000)
    const [own, theirs] = [await alder.isLocated(second.id), await birch.isLocated(sale.id)]
    await alder.accepts(own)
    await birch.accepts(theirs)
    await birch.receives('Contra Connection Accepted!')
    const [agreement] = await broker.agreements()
    const { connectionAgreementId = '', locateTime: executedAt = 0 } = agreement ?? {}
    const body = { connectionAgreementId, quantity: 5_000, price: own.midPrice, executedAt }
    await broker.callsOk('/connection-agreement/broker-execution-report', { body })

    const [shownValue, agreedValue] = [yenOf(declined) + yenOf(own), yenOf(own)]
    const executedValue = Math.round(5_000 * own.midPrice)
    const total = {
      locates: 2,
      shown: 50_000,
      shownValue,
      agreements: 1,
      agreed: 20_000,
      agreedValue,
      executed: 5_000,
      executedValue,
      agreedOfShown: agreedValue / shownValue,
      executedOfShown: executedValue / shownValue,
    }
    const exposure = await ownOf(alder)
    expect(exposure.total).toEqual(total)
    expect(exposure.byAdvert).toMatchObject([
      // Of one moment: by RIC.
      { advertisementId: second.id, direction: 'SELL', shareQuantity: 20_000, shown: 20_000, agreed: 20_000 },
      { advertisementId: first.id, direction: 'BUY', shareQuantity: 40_000, shown: 30_000, agreed: 0 },
    ])
    const day = exposure.byDay[0]?.day ?? ''
    expect(exposure.byDay).toEqual([{ day, ...total }])
    // The contra has the same locates on its own side; its IOI of 25,000 was shown for the located 20,000 alone.
    expect((await ownOf(birch)).byAdvert.map(({ shown, shareQuantity }) => [shareQuantity, shown])).toEqual([
      [25_000, 20_000],
      [30_000, 30_000],
    ])
    expect(JSON.stringify([exposure, await deskOf(head)])).not.toMatch(/Birch|25000|contra/i)
    expect(await deskOf(head)).toEqual({ from: '2026-11-01', to: '2026-11-30', total, byDay: exposure.byDay })
    expect((await ownOf(head)).total.locates).toBe(0)

    // After a restart and on a day without locates.
    await desk.restart()
    expect((await ownOf(await desk.trader('alder'))).total).toEqual(total)
    expect((await ownOf(await desk.trader('alder'), '2026-11-01')).byDay).toEqual([])
  })

test('the exposure of a desk is for its head alone, and a period is of at most 31 days', async () => {
  const { alder, head } = await alderAndBirch()
  expect(await alder.isRefused(`/desk/exposure/${period}`)).toMatchObject({ status: 403 })
  for (const wrong of ['2026-11-18..2026-11-17', '2026-10-01..2026-11-18', '2026-13-01', 'today']) {
    expect((await alder.isRefused(`/cost-analysis/exposure/${wrong}`)).status, wrong).toBe(404)
    expect((await head.isRefused(`/desk/exposure/${wrong}`)).status, wrong).toBe(404)
  }
})

// rule: 24.19
test('a missed locate was shown, too', async () => {
  const both = await alderAndBirch()
  const { alder, birch, desk } = both
  const { locate } = await locatePair(both)
  desk.clock.advance(minuteMs)
  await alder.receives('Contra locate timeout')
  const { total, byAdvert } = await ownOf(alder)
  expect(total).toMatchObject({ locates: 1, shown: locate.locateQuantity, agreements: 0, agreedOfShown: 0 })
  expect(byAdvert).toHaveLength(1)
  expect((await ownOf(birch)).total.shown).toBe(locate.locateQuantity)
})
