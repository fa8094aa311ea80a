import { decide } from '@aitai/engine/decide.ts'
import { securitiesToMatch } from '@aitai/engine/matching/candidates.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Sighting } from '@aitai/engine/model/quote.ts'
import { marketHasEffect, watchedSecurities } from '@aitai/engine/sweep/market-effects.ts'
import type { Random } from '../../harness/random.ts'
import { checkSweep, expectedSweep } from '../oracle/sweep.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { sightingFrom } from '../world/prices.ts'

/** The sightings that a server passes to a sweep: securities with candidates, and markets that matter. */
function hinted({ state, at }: SimulatedDay, markets: ReadonlyMap<string, Sighting>): Sighting[] {
  const found = new Set(securitiesToMatch(state, at))
  for (const id of watchedSecurities(state))
    if (marketHasEffect(state, markets.get(id) as Sighting, at)) found.add(id)
  return [...found].sort().map((id) => markets.get(id) as Sighting)
}

/** The sightings of all markets. */
const marketsOf = ({ state, prices }: SimulatedDay): Map<string, Sighting> =>
  new Map([...state.securities.keys()].sort().map((id) => [id, sightingFrom(prices, id)]))

/**
 * Sweeps as the server does, until a sweep has no events. A day without checks is not compared with the oracle, which
 * then lacks what it derives from the commands.
 */
export function sweepUntilIdle(day: SimulatedDay, seesAll: boolean): void {
  const isCompared = seesAll && day.watch !== null
  if (day.chance.happens(0.02)) sweepUnproven(day)
  if (day.chance.happens(0.02)) sweepWaiting(day)
  const markets = marketsOf(day)
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const seed = day.chance.id()
    const sightings = hinted(day, markets)
    if (isCompared) checkAll(day, [...markets.values()], seed)
    const decision = performOnDay(day, { type: 'sweep', seed, sightings, usdJpy: 150 * yen })
    if (!('events' in decision) || decision.events.length === 0) {
      if (isCompared) checkRest(day, [...markets.values()], seed)
      return
    }
  }
  throw new Error('a sweep never comes to rest')
}

/**
 * Checks a sweep of all markets, which may do more than one of the markets that the hints name: what goes live
 * in it is matched in it, and not in the next one.
 */
function checkAll({ state, memory, at }: SimulatedDay, sightings: readonly Sighting[], seed: string): void {
  const sweep = { type: 'sweep', at, seed, sightings, usdJpy: 150 * yen } as const
  const decision = decide(state, sweep)
  if ('events' in decision) checkSweep(expectedSweep(memory, state, sweep), decision.events, at)
}

/** Checks that the hints lost nothing: at rest no market has anything to do. */
function checkRest({ state, at }: SimulatedDay, sightings: readonly Sighting[], seed: string): void {
  const more = decide(state, { type: 'sweep', at, seed, sightings, usdJpy: 150 * yen })
  if ('refusal' in more || more.events.length > 0)
    throw new Error(`the hints lose an event at rest: ${JSON.stringify(more)}`)
}

/** A sweep with invalid runs, as from a broken feed, on which no trigger may fire and nothing ends at once. */
function sweepUnproven(day: SimulatedDay): void {
  const { memory, chance } = day
  const sightings = [...marketsOf(day).values()].map((sighting) => unproven(sighting, chance))
  day.memory = {
    ...memory,
    quoteHistoryOf: (id) => ({ ...memory.quoteHistoryOf(id), run: [], malformed: [] }),
  }
  performOnDay(day, { type: 'sweep', seed: chance.id(), sightings, usdJpy: 150 * yen })
  day.memory = memory
}

/**
 * A sweep before the random delay of any security is over: triggers and market errors apply, but nothing is
 * matched (docs/rules.md §4).
 */
function sweepWaiting(day: SimulatedDay): void {
  const sightings = [...marketsOf(day).values()].map((sighting) => ({ ...sighting, waits: true }) as const)
  performOnDay(day, { type: 'sweep', seed: day.chance.id(), sightings, usdJpy: 150 * yen })
}

/** The same sighting with a run that ends too early, is out of order, or was not fresh all the time. */
function unproven({ malformedForMs: _, ...sighting }: Sighting, chance: Random): Sighting {
  const { run } = sighting
  const [first, last] = [run.at(0), run.at(-1)]
  if (!first || !last || first.at === last.at) return { ...sighting, run: [] }
  const runs = [
    run.filter(({ at }) => at < last.at),
    run.toReversed(),
    [{ ...first, ask: Math.floor(Number(first.ask) * 1.05) }, ...run.slice(1)],
  ]
  return { ...sighting, run: chance.oneOf(runs) }
}
