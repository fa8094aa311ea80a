import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { emptyState } from '@aitai/engine/model/state.ts'
import { verifyReplay, verifyReplaySince } from '@aitai/server/admin/journal/replay-verification.ts'
import { snapshotContradicts } from '@aitai/server/market/fold.ts'
import { expect, test } from 'vitest'
import { testDatabases } from '../support/test-databases.ts'
import { journalOfThreeEntries } from './three-entries.ts'

test.each(testDatabases)(
  "a journal written by today's rules is verified, with its snapshots ($name)",
  async (store) => {
    const { journal, state, admin } = await journalOfThreeEntries(store)
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
  const { db, admin } = await journalOfThreeEntries(store)
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
  const { db, journal, state, admin } = await journalOfThreeEntries(store)
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
    const { journal, admin } = await journalOfThreeEntries(store)
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
    const { journal, admin } = await journalOfThreeEntries(store, rulesVersion - 1)
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

test.each(testDatabases)(
  'a rewritten journal that states a version which is not known is not verified ($name)',
  async (store) => {
    const { db, journal, admin } = await journalOfThreeEntries(store)
    const { seq } = await journal.fold()
    const command: Command = { type: 'changeReference', at: 4, reference: { rulesVersion: rulesVersion + 1 } }
    await journal.append([{ at: 4, command, events: [{ type: 'referenceChanged', at: 4, reference: {} }] }])

    expect(await verifyReplay({ ...admin, db })).toMatchObject({
      result: { verified: false, entries: seq, chain: { why: expect.stringContaining('a later version') } },
    })
  },
)

test.each(testDatabases)(
  'an entry that was moved to another number is missing, also the last one ($name)',
  async (store) => {
    const { db, admin } = await journalOfThreeEntries(store)
    await db.updateTable('journal').set({ seq: 0 }).where('seq', '=', 3).execute()

    expect(await verifyReplay(admin)).toMatchObject({
      result: { verified: false, entries: 2, chain: { why: 'entry 3 of the journal is missing' } },
    })
  },
)

test.each(testDatabases)('a lost end is detected by a notification of it ($name)', async (store) => {
  const { db, admin } = await journalOfThreeEntries(store)
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
    const { journal, admin } = await journalOfThreeEntries(store)
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
  const { db, journal, state, admin } = await journalOfThreeEntries(store)
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
    const { db, journal, state } = await journalOfThreeEntries(store)
    const { seq, hash } = await journal.fold()

    expect(await snapshotContradicts(db, { state, seq, hash })).toBe(false)
  },
)

test.each(testDatabases)('the file is checked only if no server runs on it ($name)', async (store) => {
  const { admin } = await journalOfThreeEntries(store)

  expect(await verifyReplay(admin)).toMatchObject({ result: { file: { whole: true, faults: [] } } })
  expect(await verifyReplay({ ...admin, running: 'elsewhere' })).toMatchObject({
    result: { verified: true, file: 'not checked: a server runs' },
  })
})

test.each(testDatabases)('a snapshot of a state that never existed is detected ($name)', async (store) => {
  const { journal, admin } = await journalOfThreeEntries(store)
  const { seq, hash } = await journal.fold()
  await journal.snapshot(emptyState(), seq, hash)

  expect(await verifyReplay(admin)).toMatchObject({
    result: { verified: false, chain: { whole: true }, snapshots: { compared: 1, wrong: [3] } },
  })
})
