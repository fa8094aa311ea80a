import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { fold } from '@aitai/engine/evolve/evolve.ts'
import { snapshotOf } from '@aitai/engine/evolve/snapshot.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import type { JournalEntry } from '../../simulation/simulated-day.ts'

export const goldenFile = (name: string): URL => new URL(`${name}.jsonl.gz`, import.meta.url)

/** A golden journal as its version wrote it, one entry per line. */
export function readGoldenJournal(name: string): JournalEntry[] {
  const lines = gunzipSync(readFileSync(goldenFile(name)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as JournalEntry)
}

/** The state of a journal, folded from its events only, as at the start of the server. */
export function goldenState(journal: readonly JournalEntry[]): State {
  return fold(
    emptyState(),
    journal.flatMap(({ events }) => events),
  )
}

/**
 * One hash for a state, whatever the order of its fields. Fields that the state did not have when the journal
 * was written are left out by name.
 */
export const goldenHash = (state: State, later: readonly string[] = []): string =>
  hash('sha256', JSON.stringify(sorted(snapshotOf(state), later)))

function sorted(value: unknown, without: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => sorted(each, without))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
    .filter(([name]) => !without.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, each]) => [name, sorted(each, without)]))
}
