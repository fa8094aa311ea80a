import { createHash } from 'node:crypto'
import type { Event } from '@aitai/engine/events.ts'
import { evolve } from '@aitai/engine/evolve.ts'
import { type Snapshot, snapshotOf, stateFrom } from '@aitai/engine/snapshot.ts'
import { emptyState, type State } from '@aitai/engine/state.ts'
import type { Kysely } from 'kysely'
import { type Link, linked, rowsAfter, startOfChain } from './chain.ts'
import type { Database, JournalTable, SnapshotTable } from './database/schema.ts'

/** The state of the journal up to an entry, with the hash of that entry. */
export interface Folded {
  readonly state: State
  readonly seq: number
  readonly hash: string
  /** The entry of the newest valid snapshot, 0 if there is none. */
  readonly snapshotSeq: number
}

/** Raised with every change of what a snapshot holds: one of another version is not read, but folded anew. */
export const snapshotVersion = 1
/** Two, so that a damaged newest one does not cost the whole fold. */
const snapshotsKept = 2

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** One hash for a whole state: two states are the same if and only if this is. */
export const stateHash = (state: State): string => digestOf(JSON.stringify(snapshotOf(state)))

export const eventsOf = (row: Pick<JournalTable, 'events'>): Event[] => JSON.parse(row.events) as Event[]

/**
 * The state of the journal: the newest valid snapshot, then the events after it. Rules are not asked, so a
 * changed rule cannot rewrite history. Throws BrokenJournal on a row that is not what was written.
 */
export async function foldJournal(db: Kysely<Database>): Promise<Folded> {
  const { state, ...from } = (await newestSnapshot(db)) ?? { state: emptyState(), ...beginning }
  let link: Link = from
  for await (const row of rowsAfter(db, from.seq)) {
    link = linked(link, row)
    for (const event of eventsOf(row)) evolve(state, event)
  }
  return { state, ...link, snapshotSeq: from.seq }
}

const beginning: Link = { seq: 0, hash: startOfChain }

type Kept = Link & { readonly state: State }

async function newestSnapshot(db: Kysely<Database>): Promise<Kept | null> {
  const kept = await db
    .selectFrom('snapshot')
    .select('seq')
    .where('version', '=', snapshotVersion)
    .orderBy('seq', 'desc')
    .execute()
  for (const { seq } of kept) {
    const snapshot = await db.selectFrom('snapshot').selectAll().where('seq', '=', seq).executeTakeFirst()
    if (snapshot && (await isValid(db, snapshot)))
      return { state: stateFrom(JSON.parse(snapshot.state) as Snapshot), seq, hash: snapshot.hash }
  }
  return null
}

/** Whole in itself, and of the very entry that stands in the journal. */
async function isValid(db: Kysely<Database>, snapshot: SnapshotTable): Promise<boolean> {
  if (digestOf(snapshot.state) !== snapshot.digest) return false
  const { seq } = snapshot
  const entry = await db.selectFrom('journal').select('hash').where('seq', '=', seq).executeTakeFirst()
  return entry?.hash === snapshot.hash
}

/** Stores the state after an entry and drops older ones. */
export async function storeSnapshot(db: Kysely<Database>, folded: Kept): Promise<void> {
  const state = JSON.stringify(snapshotOf(folded.state))
  const { seq, hash } = folded
  const row = { seq, version: snapshotVersion, state, hash, digest: digestOf(state) }
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('snapshot').where('seq', '=', seq).execute()
    await trx.insertInto('snapshot').values(row).execute()
    const kept = trx.selectFrom('snapshot').select('seq').orderBy('seq', 'desc').limit(snapshotsKept)
    await trx.deleteFrom('snapshot').where('seq', 'not in', kept).execute()
  })
}
