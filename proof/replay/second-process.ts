import { hash } from 'node:crypto'
import { decide } from '@aitai/engine/decide.ts'
import { applyEvents } from '@aitai/engine/evolve/evolve.ts'
import { snapshotOf } from '@aitai/engine/evolve/snapshot.ts'
import { addCandidatesAfterCooldown } from '@aitai/engine/matching/candidates.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import type { JournalEntry } from '../simulation/simulated-day.ts'

/** One journal for the other process: a line of JSON. */
export interface ReplayRequest {
  readonly seed: number
  readonly journal: readonly JournalEntry[]
}

/** The result of the other process. */
export interface ReplayResult {
  readonly seed: number
  readonly hash: string
  /** The first command that was decided differently, byte for byte. */
  readonly differs: number | null
}

/** The environment of the other process. */
export interface ProcessEnvironment {
  readonly timeZone: string
  readonly locale: string
  /** With a point in Tokyo and a comma in Ankara. */
  readonly twoAndAHalf: string
  readonly options: readonly string[]
}

export const snapshotHash = (state: State): string => hash('sha256', JSON.stringify(snapshotOf(state)))

/** Folds the events of a journal from an empty state, and decides each command again on the way. */
export function replayJournal({ seed, journal }: ReplayRequest): ReplayResult {
  const state = emptyState()
  let differs: number | null = null
  for (const [index, { command, events }] of journal.entries()) {
    if (command.type === 'sweep') addCandidatesAfterCooldown(state, command.at)
    const decision = decide(state, command)
    const again: readonly Event[] | null = 'events' in decision ? decision.events : null
    if (JSON.stringify(again) !== JSON.stringify(events)) differs ??= index
    applyEvents(state, command, events)
  }
  return { seed, hash: snapshotHash(state), differs }
}

export const processEnvironment = (): ProcessEnvironment => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale: Intl.DateTimeFormat().resolvedOptions().locale,
  twoAndAHalf: (2.5).toLocaleString(),
  options: process.execArgv,
})
