import { restlessSecurities } from '@aitai/engine/hints.ts'
import type { State } from '@aitai/engine/state.ts'
import { describe, expect, test } from 'vitest'
import { Refused, Unavailable } from '../src/matchmaking.ts'
import { stores } from './stores.ts'
import {
  advertises,
  agreesWithJournal,
  arrives,
  drafts,
  isLive,
  meeting,
  openVenue,
  passes,
  pause,
  rowsOf,
  statusOf,
  submission,
  until,
} from './venue.ts'

/** A clock that counts how often it is looked at. */
function countedClock() {
  let [at, looks] = [Date.UTC(2026, 10, 20, 1), 0]
  return {
    get at() {
      looks += 1
      return at
    },
    set at(moment: number) {
      at = moment
    },
    get looks() {
      return looks
    },
  }
}

describe.each(stores)('matchmaking on $name', (store) => {
  test('commands that wait together are written in the order they came and told together', async () => {
    const venue = await openVenue(await store.place(), { tickMs: 60_000 })
    await arrives(venue, 'alder')
    const rics = venue.reference
      .names()
      .listed.slice(0, 40)
      .map(({ security }) => security.ric)
    const ids = await Promise.all(rics.map((ric) => drafts(venue, 'alder', ric)))
    const writes: number[] = []
    venue.matchmaking.onTold((told) => writes.push(told.length))
    const before = (await rowsOf(venue)).length

    await Promise.all(
      ids.map((id, i) => venue.matchmaking.submit(submission(venue, 'alder', id, 'BUY', rics[i], 1_000_000))),
    )

    await until(venue, () => writes.length > 0 || null)
    const rows = (await rowsOf(venue)).slice(before, before + ids.length)
    expect(rows.map(({ command }) => JSON.parse(command).advertId)).toEqual(ids)
    expect(writes).toEqual([ids.length])
    expect(venue.told.map(({ body }) => body.advertisementId)).toEqual(ids)
  })

  test('a refused command and one that changes nothing leave no row', async () => {
    const venue = await openVenue(await store.place())
    const advertId = await drafts(venue, 'alder')
    await arrives(venue, 'alder')
    const before = await rowsOf(venue)

    await arrives(venue, 'alder')
    const refused = await pause(venue, 'alder', advertId).catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(Refused)
    expect((refused as Refused).refusal.errorCode).toBe('ADVERT-ERROR-007')
    expect(await rowsOf(venue)).toEqual(before)
  })

  test('the answer to a submit is the same whether a contra waits or not', async () => {
    const venue = await openVenue(await store.place())
    await isLive(venue, await advertises(venue, 'alder', 'SELL'))
    await arrives(venue, 'birch')
    const advertId = await drafts(venue, 'birch')

    const answered = await venue.matchmaking.submit(
      submission(venue, 'birch', advertId, 'BUY'),
      (state) => state.adverts.get(advertId)?.advertisementStatus,
    )

    expect(answered).toBe('SENT')
    await until(venue, (state) => state.adverts.get(advertId)?.locateId)
  })

  test('each of two commands that are written together is answered from the state right after it', async () => {
    const venue = await openVenue(await store.place())
    const advertId = await advertises(venue, 'alder', 'BUY')
    await isLive(venue, advertId)
    const status = (state: State) => state.adverts.get(advertId)?.advertisementStatus
    const ask = { traderId: 'alder', advertId } as const

    const answered = await Promise.all([
      venue.matchmaking.submit({ type: 'pauseAdvert', ...ask }, status),
      venue.matchmaking.submit({ type: 'resumeAdvert', ...ask }, status),
    ])

    expect(answered).toEqual(['PAUSED', 'LIVE'])
  })

  test('a security is looked through once for each change, not at every tick', async () => {
    const venue = await openVenue(await store.place())
    await isLive(venue, await advertises(venue, 'alder', 'BUY'))
    await isLive(venue, await advertises(venue, 'alder', 'BUY', '6758.T'))
    await venue.matchmaking.submit({ type: 'setPresence', traderId: 'alder', present: false })
    await isLive(venue, await advertises(venue, 'birch', 'SELL'))

    await until(venue, (state) => restlessSecurities(state, venue.clock.at).length === 0 || null)
  })

  test('what the clock brings comes with its own tick, never with the command of somebody else', async () => {
    const venue = await openVenue(await store.place(), { tickMs: 60_000 })
    const advertId = await advertises(venue, 'alder', 'BUY')
    venue.clock.at += 60 * 60_000

    for (const firm of ['birch', 'cypress'])
      await advertises(venue, firm, firm === 'birch' ? 'SELL' : 'BUY', '6758.T')
    await arrives(venue, 'alder')

    // Its hour is over, and only a tick may say so: the moment must not tell that birch has just sent one.
    expect(await statusOf(venue, advertId)).toBe('SENT')
    const commands = (await rowsOf(venue)).map(({ command }) => JSON.parse(command).type)
    expect(commands).not.toContain('sweep')
  })

  test('the moments of the journal never go back, though the clock does', async () => {
    const venue = await openVenue(await store.place())
    await arrives(venue, 'alder')
    venue.clock.at -= 3_600_000
    await arrives(venue, 'birch')

    const moments = (await rowsOf(venue)).map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  })

  test('a bug in one command fails that one alone', async () => {
    const venue = await openVenue(await store.place())
    const stranger = drafts(venue, 'nobody').catch((error: unknown) => error)
    const advertId = await drafts(venue, 'alder')

    expect(String(await stranger)).toContain('nobody is not in the reference data')
    expect(await statusOf(venue, advertId)).toBe('UNSENT')
  })

  test('time alone ends an advert', async () => {
    const venue = await openVenue(await store.place())
    const advertId = await advertises(venue, 'alder', 'BUY')
    passes(venue, 60 * 60_000)
    await until(venue, (state) => state.adverts.get(advertId)?.causeOfDeath === 'EXPIRED' || null)
    expect(venue.told.at(-1)?.body.message).toBe('Advertisement expired')
  })

  test('time alone ends a locate, after the deadline and the grace', async () => {
    const venue = await openVenue(await store.place())
    const locateId = await meeting(venue)
    passes(venue, 31_501)
    const outcome = await until(venue, (state) => state.locates.get(locateId)?.outcome)
    expect(outcome).toEqual({ BUY: 'TIMED_OUT', SELL: 'TIMED_OUT' })
  })

  test('a contra is looked for only after the drawn delay', async () => {
    const venue = await openVenue(await store.place(), { sweepDelay: () => 2_000, clock: countedClock() })
    await advertises(venue, 'alder', 'BUY')
    const advertId = await advertises(venue, 'birch', 'SELL')
    await isLive(venue, advertId)
    passes(venue, 1_999)
    const looks = () => (venue.clock as ReturnType<typeof countedClock>).looks
    const before = looks()
    // Many looks at the clock later, nothing has happened.
    await until(venue, () => looks() > before + 50 || null)
    expect(await statusOf(venue, advertId)).toBe('LIVE')

    passes(venue, 2_000)
    await until(venue, (state) => state.adverts.get(advertId)?.locateId)
  })

  test('beyond the commands that may wait, one more is refused at once', async () => {
    const venue = await openVenue(await store.place())
    const many = Array.from({ length: 10_000 }, () => arrives(venue, 'alder'))
    await expect(arrives(venue, 'birch')).rejects.toBeInstanceOf(Unavailable)
    await Promise.all(many)
    await arrives(venue, 'birch')
  })

  test('a stop finishes what waits and takes nothing more', async () => {
    const venue = await openVenue(await store.place())
    const waiting = Promise.all([arrives(venue, 'alder'), arrives(venue, 'birch')])
    const stopping = venue.matchmaking.stop()
    await expect(arrives(venue, 'cypress')).rejects.toBeInstanceOf(Unavailable)
    await waiting
    await stopping
    expect(venue.matchmaking.isReady()).toBe(false)
    await agreesWithJournal(venue)
  })
})
