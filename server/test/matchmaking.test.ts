import { restlessSecurities } from '@aitai/engine/evolve.ts'
import type { State } from '@aitai/engine/state.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { stateHash } from '../src/fold.ts'
import { createJournal, type Journal } from '../src/journal.ts'
import { Refused, Unavailable } from '../src/matchmaking.ts'
import type { Names } from '../src/reference/names.ts'
import { stores } from './stores.ts'
import {
  advertises,
  allowInserts,
  answers,
  arrives,
  drafts,
  hashOf,
  meeting,
  openVenue,
  passes,
  ready,
  refuseInserts,
  rowsOf,
  submission,
  until,
  type Venue,
} from './venue.ts'

const statusOf = (venue: Venue, advertId: string): Promise<string | undefined> =>
  venue.matchmaking.read((state) => state.adverts.get(advertId)?.advertisementStatus)

const isLive = (venue: Venue, advertId: string): Promise<true> =>
  until(venue, (state) => state.adverts.get(advertId)?.advertisementStatus === 'LIVE' || null)

const pause = (venue: Venue, traderId: string, advertId: string): Promise<void> =>
  venue.matchmaking.submit({ type: 'pauseAdvert', traderId, advertId })

/** The state in memory is what anybody would fold from the journal. */
async function agreesWithJournal(venue: Venue): Promise<void> {
  const folded = await createJournal(venue.opened.db).fold()
  expect(await hashOf(venue)).toBe(stateHash(folded.state))
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
    const venue = await openVenue(await store.place(), { sweepDelay: () => 2_000 })
    await advertises(venue, 'alder', 'BUY')
    const advertId = await advertises(venue, 'birch', 'SELL')
    await isLive(venue, advertId)
    passes(venue, 1_999)
    // Many looks at the clock later, nothing has happened.
    for (let looks = 0; looks < 20; looks += 1) await arrives(venue, looks % 2 ? 'cypress' : 'alder')
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

describe.each(stores)('a failed write on $name', (store) => {
  test('answers that nothing can be said, and leaves the state as the journal has it', async () => {
    const venue = await openVenue(await store.place())
    const advertId = await advertises(venue, 'alder', 'BUY')
    await isLive(venue, advertId)
    await refuseInserts(venue, 'journal', 'command', 'pauseAdvert')
    const told = venue.told.length

    const together = [
      pause(venue, 'alder', advertId),
      pause(venue, 'alder', advertId),
      arrives(venue, 'cypress'),
    ]
    const ended = await Promise.allSettled(together)

    for (const each of ended) expect((each as PromiseRejectedResult).reason).toBeInstanceOf(Unavailable)
    await ready(venue)
    expect(await statusOf(venue, advertId)).toBe('LIVE')
    expect(venue.told).toHaveLength(told)
    await agreesWithJournal(venue)

    await allowInserts(venue, 'journal')
    await pause(venue, 'alder', advertId)
    expect(await statusOf(venue, advertId)).toBe('PAUSED')
    await agreesWithJournal(venue)
  })

  test('takes the entry back with the notice that could not be stored', async () => {
    const venue = await openVenue(await store.place())
    const advertId = await advertises(venue, 'alder', 'BUY')
    await isLive(venue, advertId)
    const before = await rowsOf(venue)
    await refuseInserts(venue, 'notice', 'message', 'ADVERT_UPDATED')

    await expect(pause(venue, 'alder', advertId)).rejects.toBeInstanceOf(Unavailable)
    await ready(venue)
    expect(await rowsOf(venue)).toEqual(before)

    await allowInserts(venue, 'notice')
    await pause(venue, 'alder', advertId)
    const numbers = await venue.opened.db.selectFrom('notice').select('number').orderBy('number').execute()
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, i) => i + 1))
  })

  test('shows nobody what was not written', async () => {
    const venue = await openVenue(await store.place())
    const advertId = await advertises(venue, 'alder', 'BUY')
    await isLive(venue, advertId)
    await refuseInserts(venue, 'journal', 'command', 'pauseAdvert')

    const seen = new Set<string | undefined>()
    const looking: Promise<void>[] = []
    const looksOften = async (): Promise<void> => {
      for (let looks = 0; looks < 100; looks += 1)
        seen.add(await statusOf(venue, advertId).catch(() => undefined))
    }
    const command = { type: 'pauseAdvert', traderId: 'alder', advertId } as const
    for (let round = 0; round < 5; round += 1) {
      await ready(venue)
      // The answer is prepared right before the write begins: who begins to look then looks into the write.
      const begins = (): number => looking.push(Promise.resolve().then(looksOften))
      await expect(venue.matchmaking.submit(command, begins)).rejects.toBeInstanceOf(Unavailable)
    }
    await Promise.all(looking)

    expect(looking).toHaveLength(5)
    expect([...seen]).not.toContain('PAUSED')
    expect(seen.size).toBeGreaterThan(0)
  })

  test('refuses at once what waits behind it', async () => {
    const venue = await openVenue(await store.place(), { tickMs: 60_000 })
    await arrives(venue, 'birch')
    await refuseInserts(venue, 'journal', 'command', 'alder')
    // More than are written at once, so that some still wait as the first write fails.
    const all = Array.from({ length: 1_200 }, (_, i) =>
      venue.matchmaking.submit({
        type: 'setPresence',
        traderId: i ? 'birch' : 'alder',
        present: i % 2 === 0,
      }),
    )
    const ended = await Promise.allSettled(all)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toEqual([])
    await ready(venue)
    await agreesWithJournal(venue)
  })

  test('or a bug half-way through a change drops the state and folds it again', async () => {
    let breaks = false
    const fails = (): never => {
      throw new Error('a bug')
    }
    const overNames = (names: Names): Names =>
      breaks ? { ...names, people: Object.assign(new Map(names.people), { get: fails }) } : names
    const venue = await openVenue(await store.place(), { overNames, tickMs: 60_000 })
    const advertId = await advertises(venue, 'alder', 'BUY')
    await isLive(venue, advertId)

    breaks = true
    await expect(pause(venue, 'alder', advertId)).rejects.toBeInstanceOf(Unavailable)
    breaks = false

    await ready(venue)
    expect(await statusOf(venue, advertId)).toBe('LIVE')
    expect(String(venue.errors[0])).toContain('pauseAdvert could not be taken into the state')
    await agreesWithJournal(venue)
  })

  test('is told if it was written after all, though its answer was lost', async () => {
    let loses = false
    const overJournal = (journal: Journal): Journal => ({
      ...journal,
      async append(...given) {
        const stored = await journal.append(...given)
        if (loses) throw new Error('the connection ended before the answer')
        return stored
      },
    })
    const venue = await openVenue(await store.place(), { overJournal })
    const advertId = await advertises(venue, 'alder', 'BUY')
    await isLive(venue, advertId)

    loses = true
    await expect(pause(venue, 'alder', advertId)).rejects.toBeInstanceOf(Unavailable)
    loses = false

    await until(venue, () => venue.told.at(-1)?.body.message === 'ADVERT_UPDATED' || null)
    expect(await statusOf(venue, advertId)).toBe('PAUSED')
    await agreesWithJournal(venue)
  })

  test('of a writer that is no longer the writer does not count: its place in the journal is taken', async () => {
    const venue = await openVenue(await store.place(), { tickMs: 60_000 })
    const other = createJournal(venue.opened.db)
    await other.fold()
    const at = venue.clock.at
    const present = { type: 'presenceChanged', at, traderId: 'birch', present: true } as const
    const command = { type: 'setPresence', at, traderId: 'birch', present: true } as const
    await other.append([{ at, command, events: [present] }])

    await expect(arrives(venue, 'alder')).rejects.toBeInstanceOf(Unavailable)
    await until(venue, (state) => state.traders.get('birch')?.present || null)
    await ready(venue)
    await arrives(venue, 'alder')
    await agreesWithJournal(venue)
    expect(await venue.journal.verify()).toMatchObject({ whole: true })
  })

  test('that the disk may have lost ends the taking of commands for good', async () => {
    const lost: unknown[] = []
    let breaks = false
    const overJournal = (journal: Journal): Journal => ({
      ...journal,
      append: (...given) =>
        breaks
          ? Promise.reject(Object.assign(new Error('disk I/O error'), { errcode: 1_034 }))
          : journal.append(...given),
    })
    const onLostSync = (error: unknown): void => {
      lost.push(error)
    }
    const venue = await openVenue(await store.place(), { overJournal, onLostSync })
    breaks = true
    await expect(arrives(venue, 'alder')).rejects.toBeInstanceOf(Unavailable)
    breaks = false

    expect(lost).toHaveLength(1)
    expect(venue.matchmaking.isReady()).toBe(false)
    await expect(arrives(venue, 'alder')).rejects.toBeInstanceOf(Unavailable)
  })

  test('in the midst of a locate loses neither the locate nor the answer that came before', async () => {
    const venue = await openVenue(await store.place())
    const locateId = await meeting(venue)
    await answers(venue, 'alder', locateId, 'BUY')
    await refuseInserts(venue, 'journal', 'events', 'connectionAgreed')
    await expect(answers(venue, 'birch', locateId, 'SELL')).rejects.toBeInstanceOf(Unavailable)
    await ready(venue)
    const sealed = await venue.matchmaking.read((state) => state.locates.get(locateId)?.answers)
    expect(sealed).toEqual({ BUY: 'ACCEPT', SELL: null })

    await allowInserts(venue, 'journal')
    await answers(venue, 'birch', locateId, 'SELL')
    const agreements = await venue.matchmaking.read((state) => state.agreements.size)
    expect(agreements).toBe(1)
  })
})

test('a full disk refuses commands, keeps what was acknowledged, and is over when there is space', async () => {
  const [sqlite] = stores
  if (!sqlite) throw new Error('SQLite is always there')
  const venue = await openVenue(await sqlite.place(), { tickMs: 60_000 })
  const { db } = venue.opened
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  const full = (rows[0]?.page_count ?? 0) + 8
  await sql.raw(`pragma max_page_count = ${full}`).execute(db)

  const acknowledged: boolean[] = []
  for (let i = 0; i < 500; i += 1) {
    const present = i % 2 === 0
    const done = await venue.matchmaking
      .submit({ type: 'setPresence', traderId: 'alder', present })
      .then(() => true)
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(Unavailable)
        return false
      })
    acknowledged.push(done)
    if (!done) break
  }
  const kept = acknowledged.filter((done) => done).length
  expect(acknowledged.at(-1)).toBe(false)
  expect(kept).toBeGreaterThan(10)
  expect(String(venue.errors[0])).toContain('full')
  // What was acknowledged can still be looked at.
  const present = await until(venue, (state) => state.traders.get('alder')?.present)
  expect(present).toBe(kept % 2 === 1)

  await sql.raw('pragma max_page_count = 1073741823').execute(db)
  await ready(venue)
  await venue.matchmaking.submit({ type: 'setPresence', traderId: 'alder', present: !present })
  expect(await rowsOf(venue)).toHaveLength(kept + 2)
  await agreesWithJournal(venue)
})
