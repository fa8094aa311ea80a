import { expect, test } from 'vitest'
import { performAction } from './actions/action-mix.ts'
import { checkDecisions, serializedState, stateFromJournal } from './actions/restarts.ts'
import { sweepUntilIdle } from './actions/sweeps.ts'
import {
  type CoverageCounts,
  coverageEvents,
  coverageTable,
  fastCoverageEvents,
  historyCoverageEvents,
  leastCount,
} from './coverage/coverage-events.ts'
import { coverageObserver } from './coverage/coverage-watcher.ts'
import { checkIndex } from './invariants/index-invariants.ts'
import { checkDay, newSimulatedDay, type SimulatedDay } from './simulated-day.ts'

/** SEED=n repeats one day; `npm run proof -- simulation` sets DAYS to the number of a full run. */
const fullRun = 600
const days = Number(process.env.DAYS ?? 20)
const steps = 800
const seeds = process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: days }, (_, i) => i + 1)
/** The days of `npm test`, which must show at least the events that few other tests would miss. */
const fastRun = 20

/** On every fourth day each sweep is compared with one of all markets. */
const seesAll = (seed: number): boolean => seed % 4 === 0

function playDay(seed: number, seen: CoverageCounts): SimulatedDay {
  const day = newSimulatedDay(seed, coverageObserver(seen))
  for (let i = 0; i < steps; i += 1) performAction(day, seesAll(seed))
  endOpenLocates(day, seed)
  return day
}

/** Liveness: without further actions, every open locate is decided within its window. */
function endOpenLocates(day: SimulatedDay, seed: number): void {
  day.at += day.state.limits.locateWindowMs + day.state.limits.locateGraceMs + 1
  const open = [...day.state.index.openLocates.keys()]
  sweepUntilIdle(day, seesAll(seed))
  for (const locateId of open) expect(day.state.index.openLocates.has(locateId)).toBe(false)
}

/**
 * The final state satisfies the invariants, and its journal folds to it and is decided again to the same
 * events.
 */
function audit(day: SimulatedDay): void {
  checkDay(day)
  checkIndex(day.state, day.at)
  expect(serializedState(stateFromJournal(day.journal))).toBe(serializedState(day.state))
  checkDecisions(day.journal)
}

// rule: 1.1, 2.13
test(`${seeds.length} seeded days break no invariant, agree with the oracle and replay to the same state`, {
  timeout: 60_000 + seeds.length * 10_000,
}, () => {
  const seen: CoverageCounts = new Map()
  const began = performance.now()
  let [commands, entries] = [0, 0]
  for (const seed of seeds) {
    try {
      const day = playDay(seed, seen)
      audit(day)
      commands += day.commands
      entries += day.journal.length
    } catch (error) {
      throw new Error(`repeat with SEED=${seed} npx vitest run proof/simulation/simulation.test.ts`, {
        cause: error,
      })
    }
  }
  const perSecond = Math.round((commands * 1_000) / (performance.now() - began))
  console.log(`${seeds.length} days, ${commands} commands (${perSecond} a second), ${entries} journalled`)
  console.log(coverageTable(seen))
  if (seeds.length >= fastRun) expect(fastCoverageEvents.filter((name) => !seen.has(name))).toEqual([])
  if (seeds.length >= fullRun) {
    const ofDays = coverageEvents.filter((name) => !historyCoverageEvents.includes(name))
    expect(ofDays.filter((name) => (seen.get(name) ?? 0) < leastCount)).toEqual([])
  }
})
