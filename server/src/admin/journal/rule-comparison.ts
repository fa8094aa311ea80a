import { decide } from '@aitai/engine/decide.ts'
import { applyEvents } from '@aitai/engine/evolve/evolve.ts'
import { addCandidatesAfterCooldown } from '@aitai/engine/matching/candidates.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { State } from '@aitai/engine/model/state.ts'
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
 * null if the outcome is the same. Throws BrokenJournal if the events cannot be applied. Only for entries that the
 * current version of the rules decided.
 */
export function divergenceAt(state: State, row: JournalTable): Divergence | null {
  const command = JSON.parse(row.command) as Command
  const today = eventsToday(state, command)
  // Equal text means equal events, so the written ones need not be parsed.
  const isSame = typeof today !== 'string' && JSON.stringify(today) === row.events
  const written = isSame ? today : eventsOf(row)
  applyWritten(state, row, command, written)
  if (isSame) return null
  const types = (events: readonly Event[]): string[] => events.map(({ type }) => type)
  return {
    seq: row.seq,
    command: command.type,
    written: types(written),
    today: typeof today === 'string' ? today : types(today),
  }
}

/** Applies an entry as it was written. Throws BrokenJournal if that is impossible. */
export const applyEntry = (state: State, row: JournalTable): void =>
  applyWritten(state, row, JSON.parse(row.command) as Command, eventsOf(row))

function applyWritten(state: State, { seq }: JournalTable, command: Command, events: readonly Event[]): void {
  try {
    applyEvents(state, command, events)
  } catch (error) {
    throw new BrokenJournal(seq, `does not follow from those before it (${messageOf(error)})`)
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
