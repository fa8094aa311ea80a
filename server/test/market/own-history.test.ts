import { startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import { historyPosition } from '../../src/market/history/history-store.ts'
import { OwnHistory } from '../../src/market/history/own-history.ts'
import { testDatabases } from '../support/test-databases.ts'
import {
  advanceClock,
  agreePair,
  draftAndSubmit,
  locatePair,
  openTestMarket,
  type TestMarket,
  untilState,
} from '../support/test-market.ts'

/** Alder bought from Birch, and Hinoki received both passwords. */
const tradedDay = async (venue: TestMarket): Promise<string> => agreePair(venue, await locatePair(venue))

/** Everything that the history shows to alder. */
async function readAs(history: OwnHistory, traderId: string, day: number) {
  const { adverts, locates } = await history.between(traderId, day - 1, day + 1)
  const events = await Promise.all(adverts.map(({ advertId }) => history.eventsOf(traderId, advertId)))
  return { adverts, locates: [...locates], events, days: await history.daysSince(traderId, 0) }
}

for (const database of testDatabases) {
  test(`the history answers with all that the journal has, stored or not, on ${database.name}`, async () => {
    const venue = await openTestMarket(await database.newLocation())
    const { db } = venue.opened
    const history = new OwnHistory(db)
    const agreementId = await tradedDay(venue)
    const day = tradingDay(venue.clock.at)
    expect(await historyPosition(db)).toBe(0)
    const before = await readAs(history, 'alder', day)
    expect(before.adverts).toMatchObject([{ advertisementStatus: 'COMPLETED', traderId: 'alder' }])
    expect(before.days).toEqual([{ day, sent: 1, completed: 1 }])

    await history.update()
    expect(await historyPosition(db)).toBe(venue.market.load().entries)
    expect(await readAs(history, 'alder', day)).toEqual(before)
    const execution = { agreementId, brokerId: 'hinoki', brokerUserId: 'hanako', side: 'BUY' } as const
    await venue.market.submit({ type: 'confirmExecution', ...execution })
    const [events = []] = (await readAs(history, 'alder', day)).events
    expect(events?.map(({ type }) => type)).toEqual([
      ...['SENT', 'LOCATED', 'ANSWERED', 'COMPLETED', 'RECEIVED'],
    ])
    const [advert] = before.adverts
    expect(await history.eventsOf('birch', advert?.advertId ?? '')).toBeNull()
    expect(await history.eventsOf('birch', 'nothing')).toBeNull()
  })

  test(`IOIs of one moment come in the order of their sending, stored or not, on ${database.name}`, async () => {
    const venue = await openTestMarket(await database.newLocation(), { tickMs: 60_000 })
    const history = new OwnHistory(venue.opened.db)
    const day = tradingDay(venue.clock.at)
    const rics = venue.reference
      .names()
      .listed.slice(0, 8)
      .map(({ security }) => security.ric)
    const sent: string[] = []
    for (const [i, ric] of rics.entries()) {
      if (i === 4) await history.update()
      sent.unshift(await draftAndSubmit(venue, 'alder', 'BUY', ric, 100_000))
    }

    const idsNow = async () =>
      (await history.between('alder', day, day)).adverts.map(({ advertId }) => advertId)
    expect(await idsNow()).toEqual(sent)
    await history.update()
    expect(await idsNow()).toEqual(sent)
  })

  test(`a report on the next day leaves an IOI on its own day, on ${database.name}`, async () => {
    const venue = await openTestMarket(await database.newLocation())
    const history = new OwnHistory(venue.opened.db)
    const agreementId = await tradedDay(venue)
    const day = tradingDay(venue.clock.at)
    advanceClock(venue, startOfTradingDay(day + 1) + 3_600_000 - venue.clock.at)
    await untilState(venue, (state) => state.day === day + 1 || undefined)
    await history.update()
    const agreement = await venue.market.read((state) => state.agreements.get(agreementId))
    if (!agreement) throw new Error('there is no agreement')
    const { locationQuantity: quantity, midPrice: price, locateTime: executedAt } = agreement
    const by = { agreementId, brokerId: 'hinoki', brokerUserId: 'hanako' }
    const execution = { executionId: 'execution', quantity, price, executedAt }
    await venue.market.submit({ type: 'reportExecution', ...execution, ...by })

    for (const isStored of [false, true]) {
      if (isStored) await history.update()
      expect((await history.between('alder', day + 1, day + 1)).adverts).toEqual([])
      const { adverts, locates } = await history.between('alder', day, day)
      expect(adverts).toMatchObject([{ day, advertisementStatus: 'COMPLETED' }])
      expect([...locates.values()]).toMatchObject([{ executions: [{ quantity, price }] }])
      const events = await history.eventsOf('alder', adverts[0]?.advertId ?? '')
      expect(events?.at(-1)).toMatchObject({ type: 'EXECUTED', quantity })
    }
  })

  test(`a history of another version is built again, on ${database.name}`, async () => {
    const venue = await openTestMarket(await database.newLocation())
    const { db } = venue.opened
    const history = new OwnHistory(db)
    await tradedDay(venue)
    const day = tradingDay(venue.clock.at)
    await history.update()
    const before = await readAs(history, 'birch', day)
    await db.updateTable('history_position').set({ version: 0 }).execute()
    await db.updateTable('history_advert').set({ body: '{}' }).execute()

    await history.update()
    expect(await readAs(history, 'birch', day)).toEqual(before)
  })
}
