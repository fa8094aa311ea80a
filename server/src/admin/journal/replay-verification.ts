import type { Command } from '@aitai/engine/model/commands.ts'
import {
  checkRulesVersion,
  FallenVersion,
  firstRulesVersion,
  LaterVersion,
  rulesVersion,
} from '@aitai/engine/model/rules-version.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import type { Kysely } from 'kysely'
import { databaseDamageOf, databaseFileFaults } from '../../database/damage.ts'
import type { Database, JournalTable } from '../../database/schema.ts'
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
import { applyEntry, type Divergence, divergenceAt } from './rule-comparison.ts'

/** Further divergences usually repeat the same change of a rule. */
const divergencesShown = 20
/** The progress of a replay. */
interface Replay {
  readonly state: State
  /** Entries of a lower version of the rules are decided again: no release wrote them. */
  readonly firstVersion: number
  link: ChainLink
  broken: string | null
  /** Entries that another version of the rules decided. They are applied, but not decided again. */
  ofOtherVersions: number
  divergent: number
  readonly divergences: Divergence[]
  /** Sequence numbers of all snapshots. */
  snapshots: readonly number[]
  /** Those that have not been confirmed yet. */
  readonly contradicted: Set<number>
}

/**
 * Replays the journal from its first entry and checks that the chain is intact, that today's rules decide the same
 * wherever this version of them decided, that the stored snapshots agree, and that the database file is undamaged;
 * `verified` is true if all hold. The check of the file blocks everything else, so it is skipped while a server runs.
 */
export const verifyReplay = (admin: AdminContext): Promise<AdminReply> =>
  verifyReplaySince(admin, firstRulesVersion)

/**
 * The same where `firstVersion` is the version of the rules of the first release, so that a test can have a journal of
 * two versions while there is one.
 */
export async function verifyReplaySince(
  { db, running }: AdminContext,
  firstVersion: number,
): Promise<AdminReply> {
  const faults = running === null ? await databaseFileFaults(db) : null
  const replay = newReplay(firstVersion)
  try {
    await replayJournal(db, replay)
  } catch (error) {
    const damage = databaseDamageOf(error)
    const isKnown = error instanceof BrokenJournal || error instanceof LaterVersion
    if (!isKnown && damage === null) throw error
    replay.broken = damage ?? (error as Error).message
  }
  const { state, link, broken, ofOtherVersions, divergent, divergences, snapshots, contradicted } = replay
  return adminResult({
    verified: broken === null && divergent === 0 && contradicted.size === 0 && (faults ?? []).length === 0,
    entries: link.seq,
    chain: broken === null ? { whole: true, hash: link.hash } : { whole: false, why: broken },
    rules: { version: rulesVersion, ofOtherVersions, divergent, divergences },
    snapshots: { compared: snapshots.length, wrong: [...contradicted] },
    file: faults === null ? 'not checked: a server runs' : { whole: faults.length === 0, faults },
    stateHash: stateHash(state),
  })
}

const newReplay = (firstVersion: number): Replay => ({
  firstVersion,
  state: emptyState(),
  link: chainStart,
  broken: null,
  ofOtherVersions: 0,
  divergent: 0,
  divergences: [],
  snapshots: [],
  contradicted: new Set(),
})

/** Applies an entry. Returns how today's rules would decide it differently, if it is for them to say; else null. */
function compared(replay: Replay, row: JournalTable): Divergence | null {
  const version = versionOf(row, replay.state)
  if (version === rulesVersion || version < replay.firstVersion) return divergenceAt(replay.state, row)
  replay.ofOtherVersions += 1
  applyEntry(replay.state, row)
  return null
}

/**
 * The version of the rules that decided an entry: the one that it states, else that of the entries before it. Throws
 * LaterVersion if this version does not know it, and BrokenJournal if it is lower than before.
 */
function versionOf(row: JournalTable, { rulesVersion: before }: State): number {
  const command = JSON.parse(row.command) as Command
  const stated = (command.type === 'changeReference' ? command.reference.rulesVersion : undefined) ?? before
  try {
    checkRulesVersion(stated, before)
  } catch (error) {
    throw error instanceof FallenVersion
      ? new BrokenJournal(row.seq, `is not valid: ${error.message}`)
      : error
  }
  return stated
}

async function snapshotsOf(db: Kysely<Database>): Promise<number[]> {
  const snapshots = db
    .selectFrom('snapshot')
    .select('seq')
    .where('version', '=', snapshotVersion)
    .orderBy('seq')
  return (await snapshots.execute()).map(({ seq }) => seq)
}

async function replayJournal(db: Kysely<Database>, replay: Replay): Promise<void> {
  const known = await newestKnownSeq(db)
  replay.snapshots = await snapshotsOf(db)
  const { state, divergences, contradicted } = replay
  for (const seq of replay.snapshots) contradicted.add(seq)
  for await (const row of journalRowsAfter(db, 0)) {
    const link = nextJournalLink(replay.link, row)
    const divergence = compared(replay, row)
    if (divergence) replay.divergent += 1
    if (divergence && divergences.length < divergencesShown) divergences.push(divergence)
    if (contradicted.has(row.seq) && !(await snapshotContradicts(db, { ...link, state })))
      contradicted.delete(row.seq)
    replay.link = link
  }
  await checkJournalEnd(db, replay.link, known)
}
