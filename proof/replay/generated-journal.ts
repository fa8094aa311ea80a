import type { State } from '@aitai/engine/model/state.ts'
import type { Random } from '../harness/random.ts'
import { performAction } from '../simulation/actions/action-mix.ts'
import { type JournalEntry, newSimulatedDay } from '../simulation/simulated-day.ts'
import { drawMarket, type SimulatedMarket } from '../simulation/world/market.ts'

/** The entries that a server writes together, with the state after them. */
export interface GeneratedBatch {
  readonly entries: readonly JournalEntry[]
  readonly state: State
}

/** The journal of the simulation's days of a seed, without end and without its checks. */
export function* generateBatches(
  seed: number,
  draw: (chance: Random) => SimulatedMarket = drawMarket,
): Generator<GeneratedBatch, never> {
  const day = newSimulatedDay(seed, null, draw)
  for (;;) {
    yield { entries: day.journal.splice(0), state: day.state }
    performAction(day, false)
  }
}

/** At least this number of entries of a seed, with the state after them. */
export function generateJournal(
  seed: number,
  atLeast: number,
  draw?: (chance: Random) => SimulatedMarket,
): { readonly journal: readonly JournalEntry[]; readonly state: State } {
  const journal: JournalEntry[] = []
  for (const { entries, state } of generateBatches(seed, draw)) {
    journal.push(...entries)
    if (journal.length >= atLeast) return { journal, state }
  }
  throw new Error('the days have ended')
}
