import { setImmediate as breathe } from 'node:timers/promises'
import { emptyState, type State } from '@aitai/engine/state.ts'
import type { Kysely } from 'kysely'
import { BrokenJournal, beginning, checkEnd, type Link, linked, newestKnown, rowsAfter } from '../chain.ts'
import { damageIn, faultsOfFile } from '../database/damage.ts'
import type { Database } from '../database/schema.ts'
import { contradicts, snapshotVersion, stateHash } from '../fold.ts'
import { type Divergence, decidedAgain } from './decided-again.ts'
import { done, type Office, type OfficeAnswer } from './office.ts'

/** More would only repeat the same change of a rule. */
const divergencesShown = 20
/** Entries between two looks at what else there is to do: a running server goes on serving meanwhile. */
const breatheEvery = 100

/** What has been found so far. */
interface Replay {
  readonly state: State
  link: Link
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
export async function verifyReplay({ db, running }: Office): Promise<OfficeAnswer> {
  const faults = running === null ? await faultsOfFile(db) : null
  const replay = begun()
  try {
    await walk(db, replay)
  } catch (error) {
    const damage = damageIn(error)
    if (!(error instanceof BrokenJournal) && damage === null) throw error
    replay.broken = damage ?? (error as BrokenJournal).message
  }
  const { state, link, broken, divergent, divergences, snapshots, doubtful } = replay
  return done({
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
  link: beginning,
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
  const known = await newestKnown(db)
  replay.snapshots = await snapshotsOf(db)
  const { state, divergences, doubtful } = replay
  for (const seq of replay.snapshots) doubtful.add(seq)
  for await (const row of rowsAfter(db, 0)) {
    const link = linked(replay.link, row)
    const divergence = decidedAgain(state, row)
    if (divergence) replay.divergent += 1
    if (divergence && divergences.length < divergencesShown) divergences.push(divergence)
    if (doubtful.has(row.seq) && !(await contradicts(db, { ...link, state }))) doubtful.delete(row.seq)
    replay.link = link
    if (row.seq % breatheEvery === 0) await breathe()
  }
  await checkEnd(db, replay.link, known)
}
