import { hash as hashOf } from 'node:crypto'
import { fold } from '@aitai/engine/evolve/evolve.ts'
import { type Snapshot, snapshotOf, stateFrom } from '@aitai/engine/evolve/snapshot.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { checkRulesVersion, FallenVersion } from '@aitai/engine/model/rules-version.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import type { Kysely } from 'kysely'
import type { Database, JournalTable, SnapshotTable } from '../database/schema.ts'
import {
  BrokenJournal,
  type ChainLink,
  chainStart,
  journalRowsAfter,
  nextJournalLink,
} from './journal-chain.ts'

/** The state after an entry of the journal, with the number and hash of that entry. */
export interface FoldedJournal {
  readonly state: State
  readonly seq: number
  readonly hash: string
  /** The number of the newest snapshot's entry, 0 if there is none. */
  readonly snapshotSeq: number
}

/** Raised with every change of the snapshot format after a release. A snapshot of another version is ignored. */
export const snapshotVersion = 1
/** Two, so that the fold need not start from the first entry if the newest one is damaged. */
const maxSnapshots = 2

const digestOf = (text: string): string => hashOf('sha256', text)

/** The text of a snapshot. */
const serialize = (state: State): string => JSON.stringify(snapshotOf(state))

/** A hash of the whole state: equal if and only if the states are equal. */
export const stateHash = (state: State): string => digestOf(serialize(state))

export const eventsOf = (row: Pick<JournalTable, 'events'>): Event[] => JSON.parse(row.events) as Event[]

/**
 * Applies the events of a row, in place. Throws BrokenJournal if the row states a lower version of the rules than those
 * before it, and LaterVersion if a later version wrote it.
 */
export function foldRow(state: State, row: JournalTable): void {
  try {
    fold(state, eventsOf(row))
  } catch (error) {
    throw error instanceof FallenVersion
      ? new BrokenJournal(row.seq, `is not valid: ${error.message}`)
      : error
  }
}

/**
 * The state of the journal, at the end or at `until` (milliseconds UTC): the newest valid snapshot and the
 * events after it. It applies events and never decides commands, so a changed rule cannot rewrite history.
 * Throws BrokenJournal on a row that is not as it was written or in which the version of the rules falls, and
 * LaterVersion if a later version wrote one.
 */
export async function foldJournal(
  db: Kysely<Database>,
  until: number = Number.POSITIVE_INFINITY,
): Promise<FoldedJournal> {
  const { state, ...from } = (await newestSnapshot(db, until)) ?? { state: emptyState(), ...chainStart }
  checkRulesVersion(state.rulesVersion)
  let link: ChainLink = from
  for await (const row of journalRowsAfter(db, from.seq)) {
    if (row.at > until) break
    link = nextJournalLink(link, row)
    foldRow(state, row)
  }
  return { state, ...link, snapshotSeq: from.seq }
}

type StateAtEntry = ChainLink & { readonly state: State }

async function newestSnapshot(db: Kysely<Database>, until: number): Promise<StateAtEntry | null> {
  const stored = await db
    .selectFrom('snapshot')
    .select('seq')
    .where('version', '=', snapshotVersion)
    .orderBy('seq', 'desc')
    .execute()
  for (const { seq } of stored) {
    const snapshot = await db.selectFrom('snapshot').selectAll().where('seq', '=', seq).executeTakeFirst()
    if (snapshot && (await isValid(db, snapshot, until)))
      return { state: stateFrom(JSON.parse(snapshot.state) as Snapshot), seq, hash: snapshot.hash }
  }
  return null
}

/** Whether a snapshot is undamaged, belongs to the journal's entry of its number and is not after `until`. */
async function isValid(db: Kysely<Database>, snapshot: SnapshotTable, until: number): Promise<boolean> {
  if (digestOf(snapshot.state) !== snapshot.digest) return false
  const { seq } = snapshot
  const entry = await db
    .selectFrom('journal')
    .select(['at', 'hash'])
    .where('seq', '=', seq)
    .executeTakeFirst()
  return entry !== undefined && entry.hash === snapshot.hash && entry.at <= until
}

/**
 * Whether the snapshot of an entry is damaged or differs from the state that the journal gives. False for a
 * snapshot that has been replaced by a newer one in the meantime.
 */
export async function snapshotContradicts(
  db: Kysely<Database>,
  { state, seq, hash }: StateAtEntry,
): Promise<boolean> {
  const snapshot = await db.selectFrom('snapshot').selectAll().where('seq', '=', seq).executeTakeFirst()
  if (!snapshot) return false
  if (snapshot.hash !== hash || snapshot.state !== serialize(state)) return true
  return digestOf(snapshot.state) !== snapshot.digest
}

/** Stores a snapshot and deletes all but the newest two. */
export async function storeSnapshot(db: Kysely<Database>, folded: StateAtEntry): Promise<void> {
  const state = serialize(folded.state)
  const { seq, hash } = folded
  const row = { seq, version: snapshotVersion, state, hash, digest: digestOf(state) }
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('snapshot').where('seq', '=', seq).execute()
    await trx.insertInto('snapshot').values(row).execute()
    const stored = trx.selectFrom('snapshot').select('seq').orderBy('seq', 'desc').limit(maxSnapshots)
    await trx.deleteFrom('snapshot').where('seq', 'not in', stored).execute()
  })
}
