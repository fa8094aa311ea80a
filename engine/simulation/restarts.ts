import { decide } from '../src/decide.ts'
import type { Event } from '../src/events.ts'
import { evolve } from '../src/evolve.ts'
import { apply, wake } from '../src/hints.ts'
import { snapshotOf, stateFrom } from '../src/snapshot.ts'
import { emptyState, type State } from '../src/state.ts'
import type { Day, JournalEntry } from './day.ts'
import { checkIndex } from './invariants-index.ts'
import { forgetRuns } from './prices.ts'

/** The whole state in one text. */
export const written = (state: State): string => JSON.stringify(snapshotOf(state))

/** Keeps a snapshot, as the server does now and then. */
export function keepSnapshot(day: Day): void {
  day.kept = { snapshot: written(day.state), entries: day.journal.length }
}

/** A restart: the state is folded anew from the journal, or from the last snapshot and what came after. */
export function restart(day: Day, fromSnapshot: boolean): void {
  const was = written(day.state)
  const { kept, journal } = day
  day.state =
    fromSnapshot && kept
      ? fold(stateFrom(JSON.parse(kept.snapshot)), journal.slice(kept.entries))
      : folded(journal)
  if (written(day.state) !== was) throw new Error('the state after a restart differs')
  checkIndex(day.state)
  forgetRuns(day.prices)
}

export const folded = (journal: readonly JournalEntry[]): State => fold(emptyState(), journal)

function fold(state: State, journal: readonly { readonly events: readonly Event[] }[]): State {
  for (const { events } of journal) for (const event of events) evolve(state, event)
  return state
}

/** Decides the journal's commands again and compares each entry's events. */
export function decideAgain(journal: readonly JournalEntry[]): void {
  const state = emptyState()
  for (const { command, events } of journal) {
    if (command.type === 'sweep') wake(state, command.at)
    const decision = decide(state, command)
    const again = JSON.stringify('events' in decision ? decision.events : decision)
    if (again !== JSON.stringify(events)) throw new Error(`decided again, ${command.type} differs`)
    apply(state, command, events)
  }
}
