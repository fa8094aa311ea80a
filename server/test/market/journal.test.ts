import { snapshotOf } from '@aitai/engine/evolve/snapshot.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open-database.ts'
import type { JournalTable } from '../../src/database/schema.ts'
import { stateHash } from '../../src/market/fold.ts'
import { createJournal } from '../../src/market/journal.ts'
import { BrokenJournal } from '../../src/market/journal-chain.ts'
import { testDatabases } from '../support/test-databases.ts'
import {
  agreePair,
  answerLocate,
  draftAndSubmit,
  journalRows,
  locatePair,
  openTestMarket,
  stateHashOf,
  type TestMarket,
  untilState,
} from '../support/test-market.ts'

/** A journal with something of everything: two traders who were located and agreed, one who waits. */
async function aBusyMorning(venue: TestMarket): Promise<void> {
  await agreePair(venue, await locatePair(venue))
  const waits = await draftAndSubmit(venue, 'cypress', 'SELL', '6758.T')
  await untilState(venue, (state) => state.adverts.get(waits)?.advertisementStatus === 'LIVE' || null)
}

describe.each(testDatabases)('the journal in $name', (store) => {
  test('a restart folds to the same state, from a snapshot and without one', async () => {
    const place = await store.newLocation()
    const first = await openTestMarket(place)
    await aBusyMorning(first)
    await first.stop()
    const before = await stateHashOf(first)

    const { db, close } = await openDatabase(place)
    const withSnapshot = await createJournal(db).fold()
    await db.deleteFrom('snapshot').execute()
    const without = await createJournal(db).fold()
    await close()

    expect(withSnapshot.snapshotSeq).toBe(withSnapshot.seq)
    expect(stateHash(withSnapshot.state)).toBe(before)
    expect(without.snapshotSeq).toBe(0)
    expect(stateHash(without.state)).toBe(before)
    expect(without.hash).toBe(withSnapshot.hash)
  })

  test('a restart continues with the same open locate and deadline', async () => {
    const place = await store.newLocation()
    const first = await openTestMarket(place)
    const locateId = await locatePair(first)
    const deadline = await first.market.read((state) => state.locates.get(locateId)?.deadline)
    await first.stop()

    const second = await openTestMarket(place, { clock: first.clock })
    await answerLocate(second, 'alder', locateId, 'BUY')
    await answerLocate(second, 'birch', locateId, 'SELL')

    const locate = await second.market.read((state) => state.locates.get(locateId))
    expect(locate?.deadline).toBe(deadline)
    expect(locate?.outcome).toEqual({ BUY: 'ACCEPTED', SELL: 'ACCEPTED' })
    expect(await second.journal.verify()).toMatchObject({ whole: true })
  })

  test('snapshots are taken periodically, and only the newest are kept', async () => {
    const place = await store.newLocation()
    const venue = await openTestMarket(place, { snapshotEvery: 3 })
    await aBusyMorning(venue)
    await venue.stop()

    const { db, close } = await openDatabase(place)
    const kept = await db.selectFrom('snapshot').select('seq').orderBy('seq', 'desc').execute()
    const { seq } = await createJournal(db).fold()
    await close()

    expect(kept).toHaveLength(2)
    expect(kept[0]?.seq).toBe(seq)
  })

  test('a damaged snapshot is skipped', async () => {
    const place = await store.newLocation()
    const first = await openTestMarket(place)
    await aBusyMorning(first)
    await first.stop()
    const before = await stateHashOf(first)

    const { db, close } = await openDatabase(place)
    const row = await db.selectFrom('snapshot').selectAll().executeTakeFirstOrThrow()
    await db
      .updateTable('snapshot')
      .set({ state: row.state.replace('LIVE', 'DEAD') })
      .execute()
    const folded = await createJournal(db).fold()
    await close()

    expect(folded.snapshotSeq).toBe(0)
    expect(stateHash(folded.state)).toBe(before)
  })

  test('a single changed character in any row is detected and the row is named', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await aBusyMorning(venue)
    const rows = await journalRows(venue)
    const { db } = venue.opened
    const columns = ['at', 'command', 'events', 'hash'] as const satisfies (keyof JournalTable)[]

    await fc.assert(
      fc.asyncProperty(
        fc.nat(rows.length - 1),
        fc.constantFrom(...columns),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        async (index, column, place, by) => {
          const row = rows[index] as JournalTable
          const damaged = { ...row, [column]: changedAt(row[column], place, by) }
          await db.updateTable('journal').set(damaged).where('seq', '=', row.seq).execute()
          const result = await venue.journal.verify()
          await db.updateTable('journal').set(row).where('seq', '=', row.seq).execute()

          expect(result).toMatchObject({ whole: false, seq: row.seq })
        },
      ),
      { numRuns: 60 },
    )
    expect(await venue.journal.verify()).toMatchObject({ whole: true, seq: rows.length })
  })

  test('a missing row is detected, also the last one', async () => {
    const place = await store.newLocation()
    const venue = await openTestMarket(place)
    await aBusyMorning(venue)
    await venue.stop()
    const { db, close } = await openDatabase(place)
    const journal = createJournal(db)
    const last = (await journal.fold()).seq

    await db.deleteFrom('journal').where('seq', '=', last).execute()
    const withoutLast = await journal.verify()
    await db.deleteFrom('journal').where('seq', '=', 2).execute()
    const withoutSecond = await journal.verify()
    await close()

    const missing = (seq: number) => ({ whole: false, seq, why: `entry ${seq} of the journal is missing` })
    expect(withoutLast).toEqual(missing(last))
    expect(withoutSecond).toEqual(missing(2))
  })

  test('a start on a changed journal is refused', async () => {
    const place = await store.newLocation()
    const venue = await openTestMarket(place)
    await aBusyMorning(venue)
    await venue.stop()
    const { db, close } = await openDatabase(place)
    await db.deleteFrom('snapshot').execute()
    await db.updateTable('journal').set({ at: 1 }).where('seq', '=', 3).execute()
    const refused = await createJournal(db)
      .fold()
      .catch((error: unknown) => error)
    await close()

    expect(refused).toBeInstanceOf(BrokenJournal)
    expect(String(refused)).toContain('entry 3 of the journal was changed')
  })

  test('a journal longer than one chunk is folded completely', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const { market } = venue
    const presences = Array.from({ length: 5_001 }, (_, i) => i % 2 === 0)
    const submitted = presences.map((present) =>
      market.submit({ type: 'setPresence', traderId: 'alder', present }),
    )
    await Promise.all(submitted)

    const folded = await createJournal(venue.opened.db).fold()
    expect(folded.seq).toBe(5_002)
    const live = await market.read((state) => JSON.stringify(snapshotOf(state)))
    expect(JSON.stringify(snapshotOf(folded.state))).toBe(live)
  })
})

/** Another digit in a number, another character in a text. */
function changedAt(value: number | string, place: number, by: number): number | string {
  const text = String(value)
  const at = place % text.length
  const unit = text.charCodeAt(at)
  const isNumber = typeof value === 'number'
  const other = isNumber ? 48 + ((unit - 48 + by) % 10) : unit === 0x61 ? unit + by : 0x61
  const changed = text.slice(0, at) + String.fromCharCode(other) + text.slice(at + 1)
  return isNumber ? Number(changed) : changed
}
