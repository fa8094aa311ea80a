import { hash as hashOf } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Event } from '@aitai/engine/events.ts'
import { evolve } from '@aitai/engine/evolve.ts'
import { type Snapshot, snapshotOf, stateFrom } from '@aitai/engine/state/snapshot.ts'
import { emptyState, type State } from '@aitai/engine/state/state.ts'
import type { Kysely } from 'kysely'
import type { Database, JournalTable, SnapshotTable } from '../database/schema.ts'
import { type ChainLink, chainStart, journalRowsAfter, nextJournalLink } from './journal-chain.ts'

/** The state of the journal up to an entry, with the hash of that entry. */
export interface FoldedJournal {
  readonly state: State
  readonly seq: number
  readonly hash: string
  /** The entry of the newest valid snapshot, 0 if there is none. */
  readonly snapshotSeq: number
}

/** Raised with every change of what a snapshot holds: one of another version is not read, but folded anew. */
export const snapshotVersion = 3
/** Two, so that a damaged newest one does not cost the whole fold. */
const snapshotsKept = 2

const digestOf = (text: string): string => hashOf('sha256', text)

/** A whole state as text: what a snapshot keeps. */
const written = (state: State): string => JSON.stringify(snapshotOf(state))

/** One hash for a whole state: two states are the same if and only if this is. */
export const stateHash = (state: State): string => digestOf(written(state))

export const eventsOf = (row: Pick<JournalTable, 'events'>): Event[] => JSON.parse(row.events) as Event[]

/** Entries between two looks at what else there is to do: a running server goes on serving meanwhile. */
const breatheEvery = 500

/**
 * The state of the journal: the newest valid snapshot, then the events after it; or what it was at a moment,
 * in milliseconds UTC. Rules are not asked, so a changed rule cannot rewrite history. Throws BrokenJournal on
 * a row that is not what was written.
 */
export async function foldJournal(
  db: Kysely<Database>,
  until: number = Number.POSITIVE_INFINITY,
): Promise<FoldedJournal> {
  const { state, ...from } = (await newestSnapshot(db, until)) ?? { state: emptyState(), ...chainStart }
  let link: ChainLink = from
  for await (const row of journalRowsAfter(db, from.seq)) {
    if (row.at > until) break
    link = nextJournalLink(link, row)
    for (const event of eventsOf(row)) evolve(state, event)
    if (row.seq % breatheEvery === 0) await breathe()
  }
  return { state, ...link, snapshotSeq: from.seq }
}

type Kept = ChainLink & { readonly state: State }

async function newestSnapshot(db: Kysely<Database>, until: number): Promise<Kept | null> {
  const kept = await db
    .selectFrom('snapshot')
    .select('seq')
    .where('version', '=', snapshotVersion)
    .orderBy('seq', 'desc')
    .execute()
  for (const { seq } of kept) {
    const snapshot = await db.selectFrom('snapshot').selectAll().where('seq', '=', seq).executeTakeFirst()
    if (snapshot && (await isValid(db, snapshot, until)))
      return { state: stateFrom(JSON.parse(snapshot.state) as Snapshot), seq, hash: snapshot.hash }
  }
  return null
}

/** Whole in itself, and of the very entry that stands in the journal, which is not after the moment. */
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
 * Whether the snapshot of an entry is damaged, or says something else of the state there than the journal.
 * One that a newer has replaced meanwhile says nothing.
 */
export async function snapshotContradicts(
  db: Kysely<Database>,
  { state, seq, hash }: Kept,
): Promise<boolean> {
  const snapshot = await db.selectFrom('snapshot').selectAll().where('seq', '=', seq).executeTakeFirst()
  if (!snapshot) return false
  if (snapshot.hash !== hash || snapshot.state !== written(state)) return true
  return digestOf(snapshot.state) !== snapshot.digest
}

/** Stores the state after an entry and drops older ones. */
export async function storeSnapshot(db: Kysely<Database>, folded: Kept): Promise<void> {
  const state = written(folded.state)
  const { seq, hash } = folded
  const row = { seq, version: snapshotVersion, state, hash, digest: digestOf(state) }
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('snapshot').where('seq', '=', seq).execute()
    await trx.insertInto('snapshot').values(row).execute()
    const kept = trx.selectFrom('snapshot').select('seq').orderBy('seq', 'desc').limit(snapshotsKept)
    await trx.deleteFrom('snapshot').where('seq', 'not in', kept).execute()
  })
}
