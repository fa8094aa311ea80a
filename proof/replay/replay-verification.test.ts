import { decide } from '@aitai/engine/decide.ts'
import { fold } from '@aitai/engine/evolve/evolve.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { noSizeLimits } from '@aitai/engine/model/reference-data.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { emptyState } from '@aitai/engine/model/state.ts'
import { verifyReplay, verifyReplaySince } from '@aitai/server/admin/journal/replay-verification.ts'
import { type OpenDatabase, openDatabase } from '@aitai/server/database/open-database.ts'
import type { Database } from '@aitai/server/database/schema.ts'
import { snapshotContradicts } from '@aitai/server/market/fold.ts'
import { createJournal, type Entry } from '@aitai/server/market/journal.ts'
import type { Kysely } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { adminContextOn } from '../../server/test/support/admin-context.ts'
import { testDatabases } from '../../server/test/support/test-databases.ts'
import { generateJournal } from './generated-journal.ts'

const firm = (firmId: string) => ({ firmId, affiliateGroup: null, brokerIds: [], ...noSizeLimits })
const change = (at: number, firmId: string, version?: number): Command => ({
  type: 'changeReference',
  at,
  reference: {
    firms: [firm(firmId)],
    traders: [{ traderId: `${firmId}-1`, firmId }],
    ...(version === undefined ? {} : { rulesVersion: version }),
  },
})

const opened: OpenDatabase[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

/** A journal of three entries, decided by today's rules, and the state after them. */
async function journalOf(store: (typeof testDatabases)[number], version = rulesVersion) {
  const database = await openDatabase(await store.newLocation())
  opened.push(database)
  const { db } = database
  const journal = createJournal(db)
  await journal.fold()
  const state = emptyState()
  const commands: Command[] = [
    change(1, 'alder', version),
    change(2, 'birch'),
    { type: 'setPresence', at: 3, traderId: 'alder-1', present: true },
  ]
  for (const command of commands) {
    const decision = decide(state, command)
    if ('refusal' in decision) throw new Error(decision.refusal.errorCode)
    await journal.append([{ at: command.at, command, events: decision.events }])
    fold(state, decision.events)
  }
  return { db, journal, state, admin: adminContextOn(db) }
}

test.each(testDatabases)(
  "a journal written by today's rules is verified, with its snapshots ($name)",
  async (store) => {
    const { journal, state, admin } = await journalOf(store)
    const { seq, hash } = await journal.fold()
    await journal.snapshot(state, seq, hash)

    expect(await verifyReplay(admin)).toMatchObject({
      result: {
        verified: true,
        entries: 3,
        chain: { whole: true, hash },
        snapshots: { compared: 1, wrong: [] },
      },
    })
  },
)

/** With the beginnings of both hashes, so that the report has more detail. */
const changedEntry = /^entry 2 of the journal was changed \([0-9a-f]{12}, written as [0-9a-f]{12}\)$/

test.each(testDatabases)('an entry that was changed afterwards is detected ($name)', async (store) => {
  const { db, admin } = await journalOf(store)
  await db.updateTable('journal').set({ at: 99 }).where('seq', '=', 2).execute()

  expect(await verifyReplay(admin)).toMatchObject({
    result: {
      verified: false,
      entries: 1,
      chain: { whole: false, why: expect.stringMatching(changedEntry) },
    },
  })
})

test.each(testDatabases)('a removed entry and a lost end are detected ($name)', async (store) => {
  const { db, journal, state, admin } = await journalOf(store)
  const { seq, hash } = await journal.fold()
  await journal.snapshot(state, seq, hash)
  await db.deleteFrom('journal').where('seq', '=', 3).execute()
  expect(await verifyReplay(admin)).toMatchObject({
    result: { verified: false, chain: { why: 'entry 3 of the journal is missing' } },
  })

  await db.deleteFrom('journal').where('seq', '=', 1).execute()
  expect(await verifyReplay(admin)).toMatchObject({
    result: { verified: false, chain: { why: 'entry 1 of the journal is missing' } },
  })
})

test.each(testDatabases)(
  "where today's rules decide differently, the entry is named without its content ($name)",
  async (store) => {
    const { journal, admin } = await journalOf(store)
    const again: Command = { type: 'setPresence', at: 4, traderId: 'alder-1', present: true }
    await journal.append([
      {
        at: 4,
        command: again,
        events: [{ type: 'presenceChanged', at: 4, traderId: 'alder-1', present: false }],
      },
    ])

    expect(await verifyReplay(admin)).toMatchObject({
      result: {
        verified: false,
        chain: { whole: true },
        rules: {
          divergent: 1,
          divergences: [{ seq: 4, command: 'setPresence', written: ['presenceChanged'], today: [] }],
        },
      },
    })
  },
)

test.each(testDatabases)(
  'what another version of the rules decided is applied and counted, but not decided again ($name)',
  async (store) => {
    const { journal, admin } = await journalOf(store, rulesVersion - 1)
    const again: Command = { type: 'setPresence', at: 4, traderId: 'alder-1', present: true }
    const odd: Event = { type: 'presenceChanged', at: 4, traderId: 'alder-1', present: false }
    await journal.append([{ at: 4, command: again, events: [odd] }])

    expect(await verifyReplaySince(admin, rulesVersion - 1)).toMatchObject({
      result: { verified: true, rules: { version: rulesVersion, ofOtherVersions: 4, divergent: 0 } },
    })

    // The upgrade states the new version; from here on every entry is decided again.
    const upgrade: Command = { type: 'changeReference', at: 5, reference: { rulesVersion } }
    const { reference } = upgrade
    await journal.append([
      { at: 5, command: upgrade, events: [{ type: 'referenceChanged', at: 5, reference }] },
      { at: 6, command: { ...again, at: 6, present: false }, events: [{ ...odd, at: 6 }] },
    ])

    expect(await verifyReplaySince(admin, rulesVersion - 1)).toMatchObject({
      result: { verified: false, rules: { ofOtherVersions: 4, divergent: 1, divergences: [{ seq: 6 }] } },
    })
  },
)

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
  const { db, journal, admin } = await journalOf(store)
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
  'a rewritten journal that states a version which is not known is not verified ($name)',
  async (store) => {
    const { db, journal, admin } = await journalOf(store)
    const { seq } = await journal.fold()
    const command: Command = { type: 'changeReference', at: 4, reference: { rulesVersion: rulesVersion + 1 } }
    await journal.append([{ at: 4, command, events: [{ type: 'referenceChanged', at: 4, reference: {} }] }])

    expect(await verifyReplay({ ...admin, db })).toMatchObject({
      result: { verified: false, entries: seq, chain: { why: expect.stringContaining('a later version') } },
    })
  },
)

test.each(testDatabases)(
  'a day with every kind of entry is decided again with the same events ($name)',
  async (store) => {
    const { admin, journal } = await journalOf(store)
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

test.each(testDatabases)(
  'an entry that was moved to another number is missing, also the last one ($name)',
  async (store) => {
    const { db, admin } = await journalOf(store)
    await db.updateTable('journal').set({ seq: 0 }).where('seq', '=', 3).execute()

    expect(await verifyReplay(admin)).toMatchObject({
      result: { verified: false, entries: 2, chain: { why: 'entry 3 of the journal is missing' } },
    })
  },
)

test.each(testDatabases)('a lost end is detected by a notification of it ($name)', async (store) => {
  const { db, admin } = await journalOf(store)
  const notification = { id: 'n1', user_id: 'alder-1', number: 1, seq: 3, at: 3, about: null }
  await db
    .insertInto('notification')
    .values({ ...notification, message: 'Contra Located', body: '{}', ack: 0 })
    .execute()
  await db.deleteFrom('journal').where('seq', '=', 3).execute()

  expect(await verifyReplay(admin)).toMatchObject({
    result: { verified: false, chain: { why: 'entry 3 of the journal is missing' } },
  })
})

test.each(testDatabases)(
  'an entry that does not follow from those before it is named ($name)',
  async (store) => {
    const { journal, admin } = await journalOf(store)
    const command: Command = { type: 'pauseAdvert', at: 4, traderId: 'alder-1', advertId: 'nowhere' }
    const events = [{ type: 'advertPaused', at: 4, advertId: 'nowhere', by: 'OWNER' } as const]
    await journal.append([{ at: 4, command, events }])

    expect(await verifyReplay(admin)).toMatchObject({
      result: {
        verified: false,
        entries: 3,
        chain: { why: expect.stringContaining('entry 4 of the journal does not follow') },
      },
    })
  },
)

test.each(
  testDatabases.flatMap((store) => (['state', 'digest', 'hash'] as const).map((of) => ({ store, of }))),
)('one changed character in the $of of a snapshot is found ($store.name)', async ({ store, of }) => {
  const { db, journal, state, admin } = await journalOf(store)
  const { seq, hash } = await journal.fold()
  await journal.snapshot(state, seq, hash)
  const snapshot = await db.selectFrom('snapshot').selectAll().executeTakeFirstOrThrow()
  const [first = '', rest] = [snapshot[of][0], snapshot[of].slice(1)]
  const changed = String.fromCharCode(first.charCodeAt(0) + 1) + rest
  await db
    .updateTable('snapshot')
    .set({ [of]: changed })
    .execute()

  expect(await verifyReplay(admin)).toMatchObject({
    result: { verified: false, chain: { whole: true }, snapshots: { compared: 1, wrong: [3] } },
  })
})

test.each(testDatabases)(
  'a snapshot that was replaced during the verification is no contradiction ($name)',
  async (store) => {
    const { db, journal, state } = await journalOf(store)
    const { seq, hash } = await journal.fold()

    expect(await snapshotContradicts(db, { state, seq, hash })).toBe(false)
  },
)

test.each(testDatabases)('the file is checked only if no server runs on it ($name)', async (store) => {
  const { admin } = await journalOf(store)

  expect(await verifyReplay(admin)).toMatchObject({ result: { file: { whole: true, faults: [] } } })
  expect(await verifyReplay({ ...admin, running: 'elsewhere' })).toMatchObject({
    result: { verified: true, file: 'not checked: a server runs' },
  })
})

test.each(testDatabases)('a snapshot of a state that never existed is detected ($name)', async (store) => {
  const { journal, admin } = await journalOf(store)
  const { seq, hash } = await journal.fold()
  await journal.snapshot(emptyState(), seq, hash)

  expect(await verifyReplay(admin)).toMatchObject({
    result: { verified: false, chain: { whole: true }, snapshots: { compared: 1, wrong: [3] } },
  })
})
