import type { AdvertEvent, PastDay } from '@aitai/contract/schemas/history.ts'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const dayMs = 86_400_000

async function openDesk() {
  const desk = await startTestServer({ firms: ['Alder', 'Birch'], brokers: ['Hinoki'] })
  const [alder, birch] = (await Promise.all(
    ['alder', 'birch'].map(async (name) => (await desk.trader(name)).connects()),
  )) as [TestUser, TestUser]
  return { desk, alder, birch }
}

const eventsOf = (trader: TestUser, id: string) => trader.asks<AdvertEvent[]>(`/advert/advert-events/${id}`)
const typesOf = async (trader: TestUser, id: string): Promise<string[]> =>
  (await eventsOf(trader, id)).map(({ type }) => type)
const dayOf = (trader: TestUser, day: string) => trader.asks<PastDay>(`/advert/past-day/${day}`)

/** Alder buys 10,000 of 7203.T and Birch sells 6,000 of them. */
async function agree(desk: TestServer, alder: TestUser, birch: TestUser) {
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const { id: contraId } = await birch.advertises('SELL', '7203.T', 6_000)
  const [locate, contra] = [await alder.isLocated(id), await birch.isLocated(contraId)]
  await alder.accepts(locate)
  await birch.accepts(contra)
  desk.clock.advance(1_000)
  return { id, contraId, midPrice: locate.midPrice }
}

test('a trader sees what has happened to an own IOI, and the same of a past day', async () => {
  const { desk, alder, birch } = await openDesk()
  const { id, midPrice } = await agree(desk, alder, birch)
  const other = await alder.advertises('SELL', '6758.T', 10_000)
  await alder.asks(`/advert/pause-advert/${other.id}`)
  await alder.asks(`/advert/resume-advert/${other.id}`)
  await alder.asks(`/advert/cancel-advert/${other.id}`)

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
  expect(await alder.asks('/advert/past-days')).toEqual([{ day: '2026-11-18', sent: 2, completed: 1 }])
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
  const { desk, alder, birch } = await openDesk()
  const { id, contraId } = await agree(desk, alder, birch)
  const missing = await alder.calls('/advert/advert-events/nothing')
  const others = await alder.calls(`/advert/advert-events/${contraId}`)

  expect([others.status, others.text]).toEqual([missing.status, missing.text])
  const { text } = await alder.calls('/advert/past-day/2026-11-18')
  expect(text).toContain(id)
  expect(text).not.toContain(contraId)
  expect(text).not.toContain('Birch')
})

test('the history survives a restart', async () => {
  const { desk, alder, birch } = await openDesk()
  const { id } = await agree(desk, alder, birch)
  const [events, day] = [await eventsOf(alder, id), await dayOf(alder, '2026-11-18')]
  await desk.app.history.update()
  await desk.restart()
  await alder.signsIn()

  expect(await eventsOf(alder, id)).toEqual(events)
  expect((await dayOf(alder, '2026-11-18')).adverts).toEqual(day.adverts)
})
