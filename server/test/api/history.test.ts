import type { AdvertEvent, PastDay } from '@aitai/contract/schemas/history.ts'
import { expect, test } from 'vitest'
import { agreePair, startWithTwoTraders } from '../support/journeys.ts'
import type { TestUser } from '../support/test-user.ts'

const dayMs = 86_400_000

const eventsOf = (trader: TestUser, id: string) =>
  trader.callsOk<AdvertEvent[]>(`/advert/advert-events/${id}`)
const typesOf = async (trader: TestUser, id: string): Promise<string[]> =>
  (await eventsOf(trader, id)).map(({ type }) => type)
const dayOf = (trader: TestUser, day: string) => trader.callsOk<PastDay>(`/advert/past-day/${day}`)

/** Alder has bought 6,000 of 10,000 shares of 7203.T from Birch. */
async function startAgreed() {
  const both = await startWithTwoTraders()
  const pair = await agreePair(both, '7203.T', 6_000)
  both.desk.clock.advance(1_000)
  return { ...both, ...pair, midPrice: pair.locate.midPrice }
}

test('a trader sees what has happened to an own IOI, and the same of a past day', async () => {
  const { desk, alder, id, midPrice } = await startAgreed()
  const other = await alder.advertises('SELL', '6758.T', 10_000)
  await alder.callsOk(`/advert/pause-advert/${other.id}`)
  await alder.callsOk(`/advert/resume-advert/${other.id}`)
  await alder.callsOk(`/advert/cancel-advert/${other.id}`)

  expect(await typesOf(alder, id)).toEqual(['SENT', 'LOCATED', 'ANSWERED', 'COMPLETED'])
  expect((await eventsOf(alder, id)).at(-1)).toMatchObject({
    quantity: 6_000,
    price: midPrice,
    brokerName: 'Hinoki',
  })
  const cancelled = await eventsOf(alder, other.id)
  expect(cancelled.map(({ type }) => type)).toEqual(['SENT', 'PAUSED', 'RESUMED', 'ENDED'])
  expect(cancelled.at(-1)).toMatchObject({ causeOfDeath: 'CANCELLED_BY_USER' })

  desk.clock.advance(dayMs)
  await alder.signsIn()
  expect(await alder.callsOk('/advert/past-days')).toEqual([{ day: '2026-11-18', sent: 2, completed: 1 }])
  const day = await dayOf(alder, '2026-11-18')
  expect(day.adverts).toMatchObject([
    { id: other.id, advertisementStatus: 'DEAD', causeOfDeath: 'CANCELLED_BY_USER' },
    { id, advertisementStatus: 'COMPLETED', quantityRemaining: 4_000, jpynotional: 10_000 * midPrice },
  ])
  expect(day.locates).toMatchObject([
    { advertisementId: id, outcome: 'ACCEPTED', brokerName: 'Hinoki', password: null, locateQuantity: 6_000 },
  ])
  expect((await dayOf(alder, '2026-11-17')).adverts).toEqual([])
  expect((await alder.isRefused('/advert/past-day/2026-02-30')).status).toBe(404)
  expect((await alder.isRefused('/advert/past-day/yesterday')).status).toBe(404)
})

test('an IOI of somebody else is answered like one that does not exist, and another day shows nothing of it', async () => {
  const { alder, id, contraId } = await startAgreed()
  const missing = await alder.calls('/advert/advert-events/nothing')
  const others = await alder.calls(`/advert/advert-events/${contraId}`)

  expect([others.status, others.text]).toEqual([missing.status, missing.text])
  const { text } = await alder.calls('/advert/past-day/2026-11-18')
  expect(text).toContain(id)
  expect(text).not.toContain(contraId)
  expect(text).not.toContain('Birch')
})

test('the history survives a restart', async () => {
  const { desk, alder, id } = await startAgreed()
  const [events, day] = [await eventsOf(alder, id), await dayOf(alder, '2026-11-18')]
  await desk.app.history.update()
  await desk.restart()
  await alder.signsIn()

  expect(await eventsOf(alder, id)).toEqual(events)
  expect((await dayOf(alder, '2026-11-18')).adverts).toEqual(day.adverts)
})
