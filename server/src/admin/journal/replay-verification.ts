import { emptyState, type State } from '@aitai/engine/state/state.ts'
import type { Kysely } from 'kysely'
import { databaseDamageOf, databaseFileFaults } from '../../database/damage.ts'
import type { Database } from '../../database/schema.ts'
import { snapshotContradicts, snapshotVersion, stateHash } from '../../market/fold.ts'
import {
  BrokenJournal,
  type ChainLink,
  chainStart,
  checkJournalEnd,
  journalRowsAfter,
  newestKnownSeq,
  nextJournalLink,
} from '../../market/journal-chain.ts'
import { type AdminContext, type AdminReply, adminResult } from '../admin-context.ts'
import { type Divergence, divergenceAt } from './rule-comparison.ts'

/** More would only repeat the same change of a rule. */
const divergencesShown = 20

/** What has been found so far. */
interface Replay {
  readonly state: State
  link: ChainLink
  broken: string | null
  divergent: number
  readonly divergences: Divergence[]
  /** The entries of which there is a snapshot. */
  snapshots: readonly number[]
  /** Those of them that were not found to agree yet. */
  readonly doubtful: Set<number>
}

/**
 * Replays the journal from its first entry: is every row what was written there, do today's rules decide
 * the same, do the stored snapshots agree, and is the file whole? `verified` is the answer to all of it. To
 * look through the file stops everything else, so that is left out while a server runs on it.
 */
export async function verifyReplay({ db, running }: AdminContext): Promise<AdminReply> {
  const faults = running === null ? await databaseFileFaults(db) : null
  const replay = begun()
  try {
    await walk(db, replay)
  } catch (error) {
    const damage = databaseDamageOf(error)
    if (!(error instanceof BrokenJournal) && damage === null) throw error
    replay.broken = damage ?? (error as BrokenJournal).message
  }
  const { state, link, broken, divergent, divergences, snapshots, doubtful } = replay
  return adminResult({
    verified: broken === null && divergent === 0 && doubtful.size === 0 && (faults ?? []).length === 0,
    entries: link.seq,
    chain: broken === null ? { whole: true, hash: link.hash } : { whole: false, why: broken },
    rules: { divergent, divergences },
    snapshots: { compared: snapshots.length, wrong: [...doubtful] },
    file: faults === null ? 'not looked through: a server runs' : { whole: faults.length === 0, faults },
    stateHash: stateHash(state),
  })
}

const begun = (): Replay => ({
  state: emptyState(),
  link: chainStart,
  broken: null,
  divergent: 0,
  divergences: [],
  snapshots: [],
  doubtful: new Set(),
})

async function snapshotsOf(db: Kysely<Database>): Promise<number[]> {
  const kept = db.selectFrom('snapshot').select('seq').where('version', '=', snapshotVersion).orderBy('seq')
  return (await kept.execute()).map(({ seq }) => seq)
}

async function walk(db: Kysely<Database>, replay: Replay): Promise<void> {
  const known = await newestKnownSeq(db)
  replay.snapshots = await snapshotsOf(db)
  const { state, divergences, doubtful } = replay
  for (const seq of replay.snapshots) doubtful.add(seq)
  for await (const row of journalRowsAfter(db, 0)) {
    const link = nextJournalLink(replay.link, row)
    const divergence = divergenceAt(state, row)
    if (divergence) replay.divergent += 1
    if (divergence && divergences.length < divergencesShown) divergences.push(divergence)
    if (doubtful.has(row.seq) && !(await snapshotContradicts(db, { ...link, state })))
      doubtful.delete(row.seq)
    replay.link = link
  }
  await checkJournalEnd(db, replay.link, known)
}
