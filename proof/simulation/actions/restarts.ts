import { decide } from '@aitai/engine/decide.ts'
import { applyEvents, fold } from '@aitai/engine/evolve/evolve.ts'
import { snapshotOf, stateFrom } from '@aitai/engine/evolve/snapshot.ts'
import { addCandidatesAfterCooldown } from '@aitai/engine/matching/candidates.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import { checkIndex } from '../invariants/index-invariants.ts'
import type { JournalEntry, SimulatedDay } from '../simulated-day.ts'
import { clearTapes } from '../world/prices.ts'

/** The whole state as text. */
export const serializedState = (state: State): string => JSON.stringify(snapshotOf(state))

/** Stores a snapshot, as the server does from time to time. */
export function keepSnapshot(day: SimulatedDay): void {
  if (!day.watch) return
  day.kept = { snapshot: serializedState(day.state), entries: day.journal.length }
}

/** A restart: folds the state from the journal, or from the last snapshot and the entries after it. */
export function restart(day: SimulatedDay, fromSnapshot: boolean): void {
  clearTapes(day.prices)
  // Without checks the journal has been handed over, and the state would be folded for nothing.
  if (!day.watch) return
  const was = serializedState(day.state)
  const { kept, journal } = day
  day.state =
    fromSnapshot && kept
      ? fold(stateFrom(JSON.parse(kept.snapshot)), eventsOf(journal.slice(kept.entries)))
      : stateFromJournal(journal)
  if (serializedState(day.state) !== was) throw new Error('the state after a restart differs')
  checkIndex(day.state)
}

const eventsOf = (journal: readonly JournalEntry[]): Event[] => journal.flatMap(({ events }) => events)

export const stateFromJournal = (journal: readonly JournalEntry[]): State =>
  fold(emptyState(), eventsOf(journal))

/** Decides the journal's commands again and compares each entry's events. */
export function checkDecisions(journal: readonly JournalEntry[]): void {
  const state = emptyState()
  for (const { command, events } of journal) {
    if (command.type === 'sweep') addCandidatesAfterCooldown(state, command.at)
    const decision = decide(state, command)
    const again = JSON.stringify('events' in decision ? decision.events : decision)
    if (again !== JSON.stringify(events)) throw new Error(`decided again, ${command.type} differs`)
    applyEvents(state, command, events)
  }
}
