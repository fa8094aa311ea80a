import { hash } from 'node:crypto'
import { decide } from '../src/decide.ts'
import type { Event } from '../src/events.ts'
import { apply, wake } from '../src/hints.ts'
import { snapshotOf } from '../src/snapshot.ts'
import { emptyState, type State } from '../src/state.ts'
import type { Entry } from './unchecked-day.ts'

/** One journal, as it goes to another process: a line of JSON. */
export interface Sent {
  readonly seed: number
  readonly journal: readonly Entry[]
}

/** What the other process made of it. */
export interface Answered {
  readonly seed: number
  readonly hash: string
  /** The first command that was decided to other events, byte for byte. */
  readonly differs: number | null
}

/** Where the other process believes to be. */
export interface Surroundings {
  readonly timeZone: string
  readonly locale: string
  /** With a point in Tokyo and a comma in Ankara. */
  readonly twoAndAHalf: string
  readonly options: readonly string[]
}

export const hashOf = (state: State): string => hash('sha256', JSON.stringify(snapshotOf(state)))

/** Takes the events of a journal into an empty state, and decides each command again on the way. */
export function folded({ seed, journal }: Sent): Answered {
  const state = emptyState()
  let differs: number | null = null
  for (const [place, { command, events }] of journal.entries()) {
    if (command.type === 'sweep') wake(state, command.at)
    const decision = decide(state, command)
    const again: readonly Event[] | null = 'events' in decision ? decision.events : null
    if (JSON.stringify(again) !== JSON.stringify(events)) differs ??= place
    apply(state, command, events)
  }
  return { seed, hash: hashOf(state), differs }
}

export const surroundings = (): Surroundings => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale: Intl.DateTimeFormat().resolvedOptions().locale,
  twoAndAHalf: (2.5).toLocaleString(),
  options: process.execArgv,
})
