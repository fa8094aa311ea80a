import { roundDownToTick } from '@aitai/engine/market/tick-sizes.ts'
import { securitiesToMatch } from '@aitai/engine/matching/candidates.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { describe, expect, test } from 'vitest'
import { Refused, Unavailable } from '../../src/errors.ts'
import { testDatabases } from '../support/test-databases.ts'
import {
  advanceClock,
  advertStatusOf,
  draftAdvert,
  draftAndSubmit,
  expectStateMatchesJournal,
  journalRows,
  locatePair,
  openTestMarket,
  pauseAdvertOf,
  setPresent,
  submitCommand,
  ticksByHand,
  toyota,
  untilLive,
  untilState,
} from '../support/test-market.ts'

describe.each(testDatabases)('the command loop on $name', (store) => {
  test('commands that wait together are written in the order of their arrival and pushed together', async () => {
    const venue = await openTestMarket(await store.newLocation(), { tickMs: 60_000 })
    await setPresent(venue, 'alder')
    const rics = venue.reference
      .names()
      .listed.slice(0, 40)
      .map(({ security }) => security.ric)
    const ids = await Promise.all(rics.map((ric) => draftAdvert(venue, 'alder', ric)))
    const writes: number[] = []
    venue.market.onNotifications((notifications) => writes.push(notifications.length))
    const before = (await journalRows(venue)).length

    await Promise.all(
      ids.map((id, i) => venue.market.submit(submitCommand(venue, 'alder', id, 'BUY', rics[i], 100_000))),
    )

    await untilState(venue, () => writes.length > 0 || null)
    const rows = (await journalRows(venue)).slice(before, before + ids.length)
    expect(rows.map(({ command }) => JSON.parse(command).advertId)).toEqual(ids)
    expect(writes).toEqual([ids.length])
    expect(venue.notified.map(({ body }) => body.advertisementId)).toEqual(ids)
  })

  test('a refused command and one that changes nothing leave no row', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const advertId = await draftAdvert(venue, 'alder')
    await setPresent(venue, 'alder')
    const before = await journalRows(venue)

    await setPresent(venue, 'alder')
    const refused = await pauseAdvertOf(venue, 'alder', advertId).catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(Refused)
    expect((refused as Refused).refusal.errorCode).toBe('ADVERT-ERROR-007')
    expect(await journalRows(venue)).toEqual(before)
  })

  // rule: 15.11
  test('the reply to a submit is the same whether a contra waits or not', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await untilLive(venue, await draftAndSubmit(venue, 'alder', 'SELL'))
    await setPresent(venue, 'birch')
    const advertId = await draftAdvert(venue, 'birch')

    const answered = await venue.market.submit(
      submitCommand(venue, 'birch', advertId, 'BUY'),
      (state) => state.adverts.get(advertId)?.advertisementStatus,
    )

    expect(answered).toBe('LIVE')
    await untilState(venue, (state) => state.adverts.get(advertId)?.locateId)
  })

  test('each of two commands that are written together is answered from the state right after it', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    await untilLive(venue, advertId)
    const status = (state: State) => state.adverts.get(advertId)?.advertisementStatus
    const pausing = { traderId: 'alder', advertId } as const

    const answered = await Promise.all([
      venue.market.submit({ type: 'pauseAdvert', ...pausing }, status),
      venue.market.submit({ type: 'resumeAdvert', ...pausing, price: 2_000 * yen }, status),
    ])

    expect(answered).toEqual(['PAUSED', 'LIVE'])
  })

  test('a security is swept once for each change, not at every tick', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await untilLive(venue, await draftAndSubmit(venue, 'alder', 'BUY'))
    await untilLive(venue, await draftAndSubmit(venue, 'alder', 'BUY', '6758.T'))
    await venue.market.submit({ type: 'setPresence', traderId: 'alder', present: false })
    await untilLive(venue, await draftAndSubmit(venue, 'birch', 'SELL'))

    await untilState(venue, (state) => securitiesToMatch(state, venue.clock.at).length === 0 || null)
  })

  test("changes due by the clock come with their own tick, never with another user's command", async () => {
    const venue = await openTestMarket(await store.newLocation(), { tickMs: 60_000 })
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    venue.clock.at += 60 * 60_000

    for (const firm of ['birch', 'cypress'])
      await draftAndSubmit(venue, firm, firm === 'birch' ? 'SELL' : 'BUY', '6758.T')
    await setPresent(venue, 'alder')

    // It has expired, and only a tick may notify of it: the time must not reveal that birch has just sent
    // one.
    expect(await advertStatusOf(venue, advertId)).toBe('LIVE')
    const commands = (await journalRows(venue)).map(({ command }) => JSON.parse(command).type)
    expect(commands).not.toContain('sweep')
  })

  test("what a quote does to an advert comes with the next tick, never earlier by another user's command", async () => {
    const { startTicks, tick } = ticksByHand()
    const venue = await openTestMarket(await store.newLocation(), { startTicks })
    for (const ric of [toyota, '6758.T']) await draftAndSubmit(venue, 'alder', 'BUY', ric)
    await tick(venue, 2)
    // The market has sent nothing for so long that adverts end.
    venue.clock.at += 10 * 60_000
    const marketErrors = () =>
      venue.notified.filter(({ userId, body }) => userId === 'alder' && body.message === 'MARKET_ERROR')

    await draftAndSubmit(venue, 'birch', 'SELL')
    expect(marketErrors()).toEqual([])
    await tick(venue, 1)
    expect(marketErrors()).toHaveLength(2)
  })

  test('an advert that a sweep releases is matched by a later tick', async () => {
    const { startTicks, tick } = ticksByHand()
    const venue = await openTestMarket(await store.newLocation(), { startTicks })
    await draftAndSubmit(venue, 'birch', 'SELL')
    await tick(venue, 2)
    await setPresent(venue, 'alder')
    const advertId = await draftAdvert(venue, 'alder')
    const { terms, ...command } = submitCommand(venue, 'alder', advertId, 'BUY')
    const security = venue.reference.names().listed.find((each) => each.security.ric === toyota)?.security
    if (!security) throw new Error(`${toyota} is not listed`)
    // Every price fires it.
    const fires = {
      advertisingTriggerActivated: true,
      advertisingTrigger: roundDownToTick(security.maxPrice, security),
    }
    await venue.market.submit({ ...command, terms: { ...terms, ...fires } })
    const located = () => venue.market.read((state) => state.adverts.get(advertId)?.locateId)

    expect(await advertStatusOf(venue, advertId)).toBe('SENT')
    await tick(venue, 1)
    expect(await advertStatusOf(venue, advertId)).toBe('LIVE')
    expect(await located()).toBe(null)

    await tick(venue, 1)
    expect(await located()).not.toBe(null)
  })

  test('times in the journal never decrease, though the clock does', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await setPresent(venue, 'alder')
    venue.clock.at -= 3_600_000
    await setPresent(venue, 'birch')

    const times = (await journalRows(venue)).map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  test('a bug in one command fails only that one', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const stranger = draftAdvert(venue, 'nobody').catch((error: unknown) => error)
    const advertId = await draftAdvert(venue, 'alder')

    expect(String(await stranger)).toContain('nobody is not in the reference data')
    expect(await advertStatusOf(venue, advertId)).toBe('UNSENT')
  })

  test('an advert ends by time alone', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    advanceClock(venue, 60 * 60_000)
    await untilState(venue, (state) => state.adverts.get(advertId)?.causeOfDeath === 'EXPIRED' || null)
    expect(venue.notified.at(-1)?.body.message).toBe('Advertisement expired')
  })

  test('a locate ends by time alone, after the deadline and the grace period', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const locateId = await locatePair(venue)
    advanceClock(venue, 31_501)
    const outcome = await untilState(venue, (state) => state.locates.get(locateId)?.outcome)
    expect(outcome).toEqual({ BUY: 'TIMED_OUT', SELL: 'TIMED_OUT' })
  })

  // rule: 4.15
  test('a contra is looked for only after the drawn delay', async () => {
    const { startTicks, tick } = ticksByHand()
    const venue = await openTestMarket(await store.newLocation(), { startTicks, sweepDelay: () => 2_000 })
    await draftAndSubmit(venue, 'alder', 'BUY')
    const advertId = await draftAndSubmit(venue, 'birch', 'SELL')
    const located = () => venue.market.read((state) => state.adverts.get(advertId)?.locateId)
    await tick(venue, 2)

    advanceClock(venue, 1_999)
    await tick(venue, 2)
    expect(await advertStatusOf(venue, advertId)).toBe('LIVE')
    expect(await located()).toBe(null)

    advanceClock(venue, 1)
    await tick(venue, 2)
    expect(await located()).not.toBe(null)
  })

  test('a command beyond the queue limit is refused at once', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const many = Array.from({ length: 10_000 }, () => setPresent(venue, 'alder'))
    await expect(setPresent(venue, 'birch')).rejects.toBeInstanceOf(Unavailable)
    await Promise.all(many)
    await setPresent(venue, 'birch')
  })

  test('a stop finishes what waits and accepts nothing more', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const waiting = Promise.all([setPresent(venue, 'alder'), setPresent(venue, 'birch')])
    const stopping = venue.market.stop()
    await expect(setPresent(venue, 'cypress')).rejects.toBeInstanceOf(Unavailable)
    await waiting
    await stopping
    expect(venue.market.isReady()).toBe(false)
    await expectStateMatchesJournal(venue)
  })
})
