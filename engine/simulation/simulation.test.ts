import { expect, test } from 'vitest'
import { ratingOf } from '../src/credibility.ts'
import { snapshotOf } from '../src/snapshot.ts'
import { type Day, decideAgain, folded, newDay, sweepAll } from './day.ts'
import { step } from './people.ts'
import { counting, type Seen, type Sometimes, sometimes } from './sometimes.ts'

/** SEED=n repeats one day; DAYS=n runs more or fewer. */
const days = Number(process.env.DAYS ?? 500)
const steps = 800
const seeds = process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: days }, (_, i) => i + 1)

function liveThrough(seed: number, seen: Seen): Day {
  const day = newDay(seed, counting(seen))
  for (let i = 0; i < steps; i += 1) step(day)
  noteRatings(day, seen)
  comeToRest(day)
  return day
}

function noteRatings(day: Day, seen: Seen): void {
  const see = (name: Sometimes): void => void seen.set(name, (seen.get(name) ?? 0) + 1)
  for (const { ledger } of day.state.traders.values()) {
    const rating = ratingOf(ledger, day.state.limits)
    if (rating < 41) see('a rating stands below 41')
    if (rating > 80) see('a rating stands above 80')
  }
}

/** Liveness: once nobody does anything any more, every open locate is decided within its window. */
function comeToRest(day: Day): void {
  day.at += day.state.limits.locateWindowMs + day.state.limits.locateGraceMs + 1
  const open = [...day.state.index.openLocates.keys()]
  sweepAll(day)
  for (const locateId of open) expect(day.state.index.openLocates.has(locateId)).toBe(false)
}

test(`${seeds.length} seeded days break no invariant, agree with the oracle and replay to the same state`, () => {
  const seen: Seen = new Map()
  let commands = 0
  for (const seed of seeds) {
    try {
      const day = liveThrough(seed, seen)
      expect(JSON.stringify(snapshotOf(folded(day.journal)))).toBe(JSON.stringify(snapshotOf(day.state)))
      decideAgain(day.journal)
      commands += day.journal.length
    } catch (error) {
      throw new Error(`repeat with SEED=${seed} npx vitest run engine/simulation/simulation.test.ts`, {
        cause: error,
      })
    }
  }
  console.log(`${seeds.length} days, ${commands} journalled commands`)
  for (const name of sometimes) console.log(`${String(seen.get(name) ?? 0).padStart(7)}  ${name}`)
  if (!process.env.SEED) expect(sometimes.filter((name) => !seen.get(name))).toEqual([])
})
