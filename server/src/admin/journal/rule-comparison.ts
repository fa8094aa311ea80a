import type { Command } from '@aitai/engine/commands.ts'
import { decide } from '@aitai/engine/decide.ts'
import type { Event } from '@aitai/engine/events.ts'
import { addCandidatesAfterCooldown, applyEvents } from '@aitai/engine/matching/candidates.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { JournalTable } from '../../database/schema.ts'
import { eventsOf } from '../../market/fold.ts'
import { BrokenJournal } from '../../market/journal-chain.ts'

/** An entry that today's rules would decide differently. Types only: the content of adverts stays private. */
export interface Divergence {
  readonly seq: number
  readonly command: string
  readonly written: readonly string[]
  /** The events of today's rules, or the code of their refusal. */
  readonly today: readonly string[] | string
}

/**
 * Decides a journalled command again, compares the outcome, and applies the written events to the state. Returns
 * null if the outcome is the same. Throws BrokenJournal if the events cannot be applied.
 */
export function divergenceAt(state: State, row: JournalTable): Divergence | null {
  const command = JSON.parse(row.command) as Command
  const today = eventsToday(state, command)
  // Equal text means equal events, so the written ones need not be parsed.
  const isSame = typeof today !== 'string' && JSON.stringify(today) === row.events
  const written = isSame ? today : eventsOf(row)
  try {
    applyEvents(state, command, written)
  } catch (error) {
    throw new BrokenJournal(row.seq, `does not follow from those before it (${messageOf(error)})`)
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

/** The events of today's rules, or the code of their refusal. */
function eventsToday(state: State, command: Command): readonly Event[] | string {
  try {
    if (command.type === 'sweep') addCandidatesAfterCooldown(state, command.at)
    const decision = decide(state, command)
    return 'refusal' in decision ? decision.refusal.errorCode : decision.events
  } catch (error) {
    // A rule that throws is reported as a divergence; the replay continues.
    return `threw: ${messageOf(error)}`
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
