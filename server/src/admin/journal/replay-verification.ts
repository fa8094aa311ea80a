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

/** Further divergences usually repeat the same change of a rule. */
const divergencesShown = 20
/** The progress of a replay. */
interface Replay {
  readonly state: State
  link: ChainLink
  broken: string | null
  divergent: number
  readonly divergences: Divergence[]
  /** Sequence numbers of all snapshots. */
  snapshots: readonly number[]
  /** Those that have not been confirmed yet. */
  readonly doubtful: Set<number>
}

/**
 * Replays the journal from its first entry and checks that the chain is intact, that today's rules decide the
 * same, that the stored snapshots agree, and that the database file is undamaged; `verified` is true if all
 * hold. The check of the file blocks everything else, so it is skipped while a server runs.
 */
export async function verifyReplay({ db, running }: AdminContext): Promise<AdminReply> {
  const faults = running === null ? await databaseFileFaults(db) : null
  const replay = newReplay()
  try {
    await replayJournal(db, replay)
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
    file: faults === null ? 'not checked: a server runs' : { whole: faults.length === 0, faults },
    stateHash: stateHash(state),
  })
}

const newReplay = (): Replay => ({
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

async function replayJournal(db: Kysely<Database>, replay: Replay): Promise<void> {
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
