import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { verifyReplay } from '@aitai/server/admin/journal/replay-verification.ts'
import type { Database } from '@aitai/server/database/schema.ts'
import { createJournal, type Entry } from '@aitai/server/market/journal.ts'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { journalOfThreeEntries } from '../../server/test/market/three-entries.ts'
import { testDatabases } from '../../server/test/support/test-databases.ts'
import { generateJournal } from './generated-journal.ts'

interface VerifiedReplay {
  readonly rules: { readonly divergent: number }
}

/** Replaces the journal by another one with correct hashes, and deletes the snapshots. */
async function rewriteJournal(db: Kysely<Database>, entries: readonly Entry[]): Promise<void> {
  await db.deleteFrom('snapshot').execute()
  await db.deleteFrom('journal').execute()
  const journal = createJournal(db)
  await journal.fold()
  await journal.append(entries)
}

/** A day's journal in the database, with a snapshot, and its entries with the prices of locates after a row changed. */
async function forgedDay(store: (typeof testDatabases)[number]) {
  const { db, journal, admin } = await journalOfThreeEntries(store)
  const day = generateJournal(7, 2_000).journal.map((entry) => ({ at: entry.command.at, ...entry }))
  await journal.append(day)
  const folded = await journal.fold()
  await journal.snapshot(folded.state, folded.seq, folded.hash)
  const written = await db.selectFrom('journal').selectAll().orderBy('seq').execute()
  const entries = written.map(({ at, command, events }) => ({
    at,
    command: JSON.parse(command) as Command,
    events: JSON.parse(events) as Event[],
  }))
  const first = entries.findIndex(({ events }) => events.some(({ type }) => type === 'contraLocated'))
  const forged: Entry[] = entries.map((entry) => ({
    ...entry,
    events: entry.events.map((event) =>
      event.type === 'contraLocated' ? { ...event, midPrice: 10_000 } : event,
    ),
  }))
  return { db, admin, first, forged }
}

/** Entries that state a version of the rules, in the command and in the event, or in the command only. */
const statements: Record<string, (at: number) => Entry> = {
  'an entry': (at) => ({
    at,
    command: { type: 'changeReference', at, reference: { rulesVersion: rulesVersion - 1 } },
    events: [{ type: 'referenceChanged', at, reference: { rulesVersion: rulesVersion - 1 } }],
  }),
  'the command of an entry': (at) => ({
    at,
    command: { type: 'changeReference', at, reference: { rulesVersion: rulesVersion - 1 } },
    events: [{ type: 'referenceChanged', at, reference: {} }],
  }),
}

test.each(testDatabases.flatMap((store) => Object.keys(statements).map((what) => ({ store, what }))))(
  'a rewritten journal in which $what lowers the version is not verified ($store.name)',
  async ({ store, what }) => {
    const { db, admin, first, forged } = await forgedDay(store)
    const at = forged[first]?.at ?? 0
    const inserted = statements[what]?.(at) as Entry
    const refusal = `entry ${first + 1} of the journal is not valid: the version of the rules falls from ${rulesVersion} to ${rulesVersion - 1}`
    await rewriteJournal(db, forged.toSpliced(first, 0, inserted))

    expect(await verifyReplay(admin)).toMatchObject({
      result: { verified: false, entries: first, chain: { whole: false, why: refusal } },
    })
    if (what === 'an entry') await expect(createJournal(db).fold()).rejects.toThrow(refusal)
  },
)

test.each(testDatabases)(
  'a rewritten journal that states no version, or one never released, is decided again ($name)',
  async (store) => {
    const { db, admin, forged } = await forgedDay(store)
    const locates = forged.filter(({ events }) => events.some(({ type }) => type === 'contraLocated')).length
    const withVersion = (version: number | undefined) =>
      JSON.parse(
        JSON.stringify(forged, (key, value) => (key === 'rulesVersion' ? version : value)),
      ) as Entry[]
    for (const version of [undefined, 0, 0.5]) {
      await rewriteJournal(db, withVersion(version))
      const reply = (await verifyReplay(admin)) as unknown as { result: VerifiedReplay }
      expect(reply.result).toMatchObject({ verified: false, rules: { ofOtherVersions: 0 } })
      expect(reply.result.rules.divergent).toBeGreaterThanOrEqual(locates)
    }
    expect(locates).toBeGreaterThan(0)
  },
)

test.each(testDatabases)(
  'a day with every kind of entry is decided again with the same events ($name)',
  async (store) => {
    const { admin, journal } = await journalOfThreeEntries(store)
    const { seq: before } = await journal.fold()
    const day = generateJournal(7, 4_000)
    const entries = day.journal.map((entry) => ({ at: entry.command.at, ...entry }))
    await journal.append(entries)

    // The first three entries are of another venue, which has no further activity.
    expect(await verifyReplay(admin)).toMatchObject({
      result: { verified: true, entries: before + entries.length, rules: { divergent: 0 } },
    })
  },
)
