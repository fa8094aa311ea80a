import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Unavailable } from '../../src/errors.ts'
import { createJournal, type Journal } from '../../src/market/journal.ts'
import type { Names } from '../../src/reference/names.ts'
import { testDatabases } from '../support/test-databases.ts'
import {
  advertStatusOf,
  allowInserts,
  answerLocate,
  draftAndSubmit,
  expectStateMatchesJournal,
  failInserts,
  journalRows,
  locatePair,
  openTestMarket,
  pauseAdvertOf,
  setPresent,
  untilLive,
  untilReady,
  untilState,
} from '../support/test-market.ts'

describe.each(testDatabases)('a failed write on $name', (store) => {
  test('replies that the outcome is unknown, and leaves the state as the journal has it', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    await untilState(venue, () => venue.notified.length > 0 || null)
    await failInserts(venue, 'journal', 'command', 'pauseAdvert')
    const notified = venue.notified.length

    const together = [
      pauseAdvertOf(venue, 'alder', advertId),
      pauseAdvertOf(venue, 'alder', advertId),
      setPresent(venue, 'cypress'),
    ]
    const ended = await Promise.allSettled(together)

    for (const each of ended) expect((each as PromiseRejectedResult).reason).toBeInstanceOf(Unavailable)
    await untilReady(venue)
    expect(await advertStatusOf(venue, advertId)).toBe('LIVE')
    expect(venue.notified).toHaveLength(notified)
    await expectStateMatchesJournal(venue)

    await allowInserts(venue, 'journal')
    await pauseAdvertOf(venue, 'alder', advertId)
    expect(await advertStatusOf(venue, advertId)).toBe('PAUSED')
    await expectStateMatchesJournal(venue)
  })

  test('rolls the entry back with the notification that could not be stored', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    await untilLive(venue, advertId)
    const before = await journalRows(venue)
    await failInserts(venue, 'notification', 'message', 'ADVERT_UPDATED')

    await expect(pauseAdvertOf(venue, 'alder', advertId)).rejects.toBeInstanceOf(Unavailable)
    await untilReady(venue)
    expect(await journalRows(venue)).toEqual(before)

    await allowInserts(venue, 'notification')
    await pauseAdvertOf(venue, 'alder', advertId)
    const numbers = await venue.opened.db
      .selectFrom('notification')
      .select('number')
      .orderBy('number')
      .execute()
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, i) => i + 1))
  })

  test('shows nobody what was not written', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    await untilLive(venue, advertId)
    await failInserts(venue, 'journal', 'command', 'pauseAdvert')

    const seen = new Set<string | undefined>()
    const looking: Promise<void>[] = []
    const looksOften = async (): Promise<void> => {
      for (let looks = 0; looks < 100; looks += 1)
        seen.add(await advertStatusOf(venue, advertId).catch(() => undefined))
    }
    const command = { type: 'pauseAdvert', traderId: 'alder', advertId } as const
    for (let round = 0; round < 3; round += 1) {
      await untilReady(venue)
      // The reply is prepared right before the write begins, so that a reader who starts then reads during
      // the write.
      const begins = (): number => looking.push(Promise.resolve().then(looksOften))
      await expect(venue.market.submit(command, begins)).rejects.toBeInstanceOf(Unavailable)
    }
    await Promise.all(looking)

    expect(looking).toHaveLength(3)
    expect([...seen]).not.toContain('PAUSED')
    expect(seen.size).toBeGreaterThan(0)
  })

  test('refuses what was decided while it was in flight, and reads never wait for it', async () => {
    let begun = 0
    let write = Promise.resolve()
    const overJournal = (journal: Journal): Journal => ({
      ...journal,
      async write(...given) {
        if (given[0].length > 0) begun += 1
        await write
        await journal.write(...given)
      },
    })
    const venue = await openTestMarket(await store.newLocation(), { tickMs: 60_000, overJournal })
    const arePresent = () =>
      venue.market.read(({ traders }) => ['alder', 'birch'].map((id) => traders.get(id)?.present))
    const submitBoth = async (end: (write: PromiseWithResolvers<void>) => void) => {
      const inFlight = Promise.withResolvers<void>()
      write = inFlight.promise
      const [before, expected] = [begun, await arePresent()]
      const first = setPresent(venue, 'alder')
      await untilState(venue, () => begun > before || null)
      const decided: boolean[] = []
      const second = venue.market.submit(
        { type: 'setPresence', traderId: 'birch', present: true },
        ({ traders }) => decided.push(traders.get('alder')?.present ?? false),
      )
      await untilState(venue, () => decided.length > 0 || null)
      expect(decided).toEqual([true])
      expect(await arePresent()).toEqual(expected)
      end(inFlight)
      return (await Promise.allSettled([first, second])).map(({ status }) => status)
    }

    expect(await submitBoth(({ reject }) => reject(new Error('no more')))).toEqual(['rejected', 'rejected'])
    await untilReady(venue)
    expect(await arePresent()).toEqual([false, false])

    expect(await submitBoth(({ resolve }) => resolve())).toEqual(['fulfilled', 'fulfilled'])
    expect(await arePresent()).toEqual([true, true])
    await expectStateMatchesJournal(venue)
  })

  test('refuses the waiting commands at once', async () => {
    const venue = await openTestMarket(await store.newLocation(), { tickMs: 60_000 })
    await setPresent(venue, 'birch')
    await failInserts(venue, 'journal', 'command', 'alder')
    // More than are written at once, so that some still wait when the first write fails.
    const all = Array.from({ length: 1_200 }, (_, i) =>
      venue.market.submit({
        type: 'setPresence',
        traderId: i ? 'birch' : 'alder',
        present: i % 2 === 0,
      }),
    )
    const ended = await Promise.allSettled(all)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toEqual([])
    await untilReady(venue)
    await expectStateMatchesJournal(venue)
  })

  test('or a bug halfway through a change drops the state and folds it again', async () => {
    let breaks = false
    const fails = (): never => {
      throw new Error('a bug')
    }
    const overNames = (names: Names): Names =>
      breaks ? { ...names, people: Object.assign(new Map(names.people), { get: fails }) } : names
    const venue = await openTestMarket(await store.newLocation(), { overNames })
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    await untilLive(venue, advertId)

    breaks = true
    await expect(pauseAdvertOf(venue, 'alder', advertId)).rejects.toBeInstanceOf(Unavailable)
    breaks = false

    await untilReady(venue)
    expect(await advertStatusOf(venue, advertId)).toBe('LIVE')
    expect(String(venue.errors[0])).toContain('pauseAdvert could not be applied to the state')
    await expectStateMatchesJournal(venue)
  })

  test('notifies if the write succeeded after all, although its reply was lost', async () => {
    const overJournal = (journal: Journal): Journal => ({
      ...journal,
      async write(...given) {
        await journal.write(...given)
        // Not of a sweep, whose failure would refuse the pause before it is written.
        if (given[0].some(({ command }) => command.includes('pauseAdvert')))
          throw new Error('the connection ended before the answer')
      },
    })
    const venue = await openTestMarket(await store.newLocation(), { overJournal })
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    await untilLive(venue, advertId)

    await expect(pauseAdvertOf(venue, 'alder', advertId)).rejects.toBeInstanceOf(Unavailable)

    await untilState(venue, () => venue.notified.at(-1)?.body.message === 'ADVERT_UPDATED' || null)
    expect(await advertStatusOf(venue, advertId)).toBe('PAUSED')
    await expectStateMatchesJournal(venue)
  })

  test('of a process that is no longer the writer does not count: its number in the journal is taken', async () => {
    const venue = await openTestMarket(await store.newLocation(), { tickMs: 60_000 })
    const other = createJournal(venue.opened.db)
    await other.fold()
    const at = venue.clock.at
    const present = { type: 'presenceChanged', at, traderId: 'birch', present: true } as const
    const command = { type: 'setPresence', at, traderId: 'birch', present: true } as const
    await other.append([{ at, command, events: [present] }])

    await expect(setPresent(venue, 'alder')).rejects.toBeInstanceOf(Unavailable)
    await untilState(venue, (state) => state.traders.get('birch')?.present || null)
    await untilReady(venue)
    await setPresent(venue, 'alder')
    await expectStateMatchesJournal(venue)
    expect(await venue.journal.verify()).toMatchObject({ whole: true })
  })

  test('that may have lost data ends the processing of commands for good', async () => {
    const lost: unknown[] = []
    let breaks = false
    const overJournal = (journal: Journal): Journal => ({
      ...journal,
      write: (...given) =>
        breaks
          ? Promise.reject(Object.assign(new Error('disk I/O error'), { errcode: 1_034 }))
          : journal.write(...given),
    })
    const onLostSync = (error: unknown): void => {
      lost.push(error)
    }
    const venue = await openTestMarket(await store.newLocation(), { overJournal, onLostSync })
    breaks = true
    await expect(setPresent(venue, 'alder')).rejects.toBeInstanceOf(Unavailable)
    breaks = false

    expect(lost).toHaveLength(1)
    expect(venue.market.isReady()).toBe(false)
    await expect(setPresent(venue, 'alder')).rejects.toBeInstanceOf(Unavailable)
  })

  test('during a locate loses neither the locate nor the earlier answer', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const locateId = await locatePair(venue)
    await answerLocate(venue, 'alder', locateId, 'BUY')
    await failInserts(venue, 'journal', 'events', 'connectionAgreed')
    await expect(answerLocate(venue, 'birch', locateId, 'SELL')).rejects.toBeInstanceOf(Unavailable)
    await untilReady(venue)
    const sealed = await venue.market.read((state) => state.locates.get(locateId)?.answers)
    expect(sealed).toEqual({ BUY: 'ACCEPT', SELL: null })

    await allowInserts(venue, 'journal')
    await answerLocate(venue, 'birch', locateId, 'SELL')
    const agreements = await venue.market.read((state) => state.agreements.size)
    expect(agreements).toBe(1)
  })
})

test('a full disk refuses commands, keeps what was acknowledged, and recovers when there is space', async () => {
  const [sqlite] = testDatabases
  if (!sqlite) throw new Error('SQLite is always there')
  const venue = await openTestMarket(await sqlite.newLocation(), { tickMs: 60_000 })
  const { db } = venue.opened
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  const full = (rows[0]?.page_count ?? 0) + 8
  await sql.raw(`pragma max_page_count = ${full}`).execute(db)

  const acknowledged: boolean[] = []
  for (let i = 0; i < 500; i += 1) {
    const present = i % 2 === 0
    const done = await venue.market
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
  // What was acknowledged can still be read.
  const present = await untilState(venue, (state) => state.traders.get('alder')?.present)
  expect(present).toBe(kept % 2 === 1)

  await sql.raw('pragma max_page_count = 1073741823').execute(db)
  await untilReady(venue)
  await venue.market.submit({ type: 'setPresence', traderId: 'alder', present: !present })
  expect(await journalRows(venue)).toHaveLength(kept + 2)
  await expectStateMatchesJournal(venue)
})
