import type { Command } from '@aitai/engine/commands.ts'
import { decide } from '@aitai/engine/decide.ts'
import type { Event } from '@aitai/engine/events.ts'
import { addCandidatesAfterCooldown, applyEvents } from '@aitai/engine/matching/candidates.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { JournalTable } from '../../database/schema.ts'
import { eventsOf } from '../../market/fold.ts'
import { BrokenJournal } from '../../market/journal-chain.ts'

/** Where today's rules would have decided otherwise. Types only: what was advertised stays private. */
export interface Divergence {
  readonly seq: number
  readonly command: string
  readonly written: readonly string[]
  /** The events today's rules give, or the code with which they refuse. */
  readonly today: readonly string[] | string
}

/**
 * Decides a written command again as the server does, compares, and takes what is written into the state.
 * Null where the outcome is the same. Throws BrokenJournal on an entry that the state cannot take.
 */
export function divergenceAt(state: State, row: JournalTable): Divergence | null {
  const command = JSON.parse(row.command) as Command
  const today = eventsToday(state, command)
  // The same text is the same events: what was decided is taken, and need not be read.
  const isSame = typeof today !== 'string' && JSON.stringify(today) === row.events
  const written = isSame ? today : eventsOf(row)
  try {
    applyEvents(state, command, written)
  } catch (error) {
    throw new BrokenJournal(row.seq, `does not follow from those before it (${saidBy(error)})`)
  }
  if (isSame) return null
  const types = (events: readonly Event[]): string[] => events.map(({ type }) => type)
  return {
    seq: row.seq,
    command: command.type,
    written: types(written),
    today: typeof today === 'string' ? today : types(today),
  }
}

/** What today's rules make happen, or the code with which they refuse. */
function eventsToday(state: State, command: Command): readonly Event[] | string {
  try {
    if (command.type === 'sweep') addCandidatesAfterCooldown(state, command.at)
    const decision = decide(state, command)
    return 'refusal' in decision ? decision.refusal.errorCode : decision.events
  } catch (error) {
    // A rule that throws on what was once decided is a bug to be shown, not the end of the replay.
    return `threw: ${saidBy(error)}`
  }
}

const saidBy = (error: unknown): string => (error instanceof Error ? error.message : String(error))
