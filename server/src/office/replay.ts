import { setImmediate as breathe } from 'node:timers/promises'
import type { Command } from '@aitai/engine/commands.ts'
import { decide } from '@aitai/engine/decide.ts'
import { evolve } from '@aitai/engine/evolve.ts'
import { emptyState, type State } from '@aitai/engine/state.ts'
import { BrokenJournal, type Link, linked, rowsAfter, startOfChain } from '../chain.ts'
import type { JournalTable } from '../database/schema.ts'
import { eventsOf, snapshotVersion, stateHash } from '../fold.ts'
import { done, type Office, type OfficeAnswer } from './office.ts'

/** Where today's rules would have decided otherwise. Types only: what was advertised stays private. */
interface Divergence {
  readonly seq: number
  readonly command: string
  readonly written: readonly string[]
  /** The events today's rules give, or the code with which they refuse. */
  readonly today: readonly string[] | string
}

/** More would only repeat the same change of a rule. */
const divergencesShown = 20
/** Entries between two looks at what else there is to do: a running server goes on serving meanwhile. */
const breatheEvery = 100

/**
 * Replays the journal from its first entry: is every row what was written there, do today's rules decide
 * the same, and does the state agree with the stored snapshots? `verified` is the answer to all three.
 */
export async function verifyReplay(office: Office): Promise<OfficeAnswer> {
  const snapshots = await office.db
    .selectFrom('snapshot')
    .select(['seq', 'digest'])
    .where('version', '=', snapshotVersion)
    .execute()
  const digests = new Map(snapshots.map(({ seq, digest }) => [seq, digest]))
  const state = emptyState()
  const divergences: Divergence[] = []
  const wrongSnapshots: number[] = []
  let link: Link = { seq: 0, hash: startOfChain }
  let broken: string | null = null
  let divergent = 0
  try {
    for await (const row of rowsAfter(office.db, 0)) {
      link = linked(link, row)
      const divergence = divergenceOf(state, row)
      if (divergence) divergent += 1
      if (divergence && divergences.length < divergencesShown) divergences.push(divergence)
      for (const event of eventsOf(row)) evolve(state, event)
      const digest = digests.get(row.seq)
      if (digest !== undefined && digest !== stateHash(state)) wrongSnapshots.push(row.seq)
      if (row.seq % breatheEvery === 0) await breathe()
    }
    const newest = Math.max(0, ...digests.keys())
    if (newest > link.seq) throw new BrokenJournal(link.seq + 1, 'is missing')
  } catch (error) {
    if (!(error instanceof BrokenJournal)) throw error
    broken = error.message
  }
  return done({
    verified: broken === null && divergent === 0 && wrongSnapshots.length === 0,
    entries: link.seq,
    chain: broken === null ? { whole: true, hash: link.hash } : { whole: false, why: broken },
    rules: { divergent, divergences },
    snapshots: { compared: digests.size, wrong: wrongSnapshots },
    stateHash: stateHash(state),
  })
}

/** Decides a written command again and compares, or null where the outcome is the same. */
function divergenceOf(state: State, row: JournalTable): Divergence | null {
  const command = JSON.parse(row.command) as Command
  const written = eventsOf(row).map(({ type }) => type)
  const { seq } = row
  try {
    const decision = decide(state, command)
    if ('refusal' in decision)
      return { seq, command: command.type, written, today: decision.refusal.errorCode }
    if (JSON.stringify(decision.events) === row.events) return null
    return { seq, command: command.type, written, today: decision.events.map(({ type }) => type) }
  } catch (error) {
    // A rule that throws on what was once decided is a bug to be shown, not the end of the replay.
    return {
      seq,
      command: command.type,
      written,
      today: `threw: ${error instanceof Error ? error.message : error}`,
    }
  }
}
