import { decide } from '@aitai/engine/decide.ts'
import type { Sighting } from '@aitai/engine/market/quote.ts'
import { marketHasEffect, securitiesToMatch, watchedSecurities } from '@aitai/engine/matching/candidates.ts'
import type { Random } from '../../harness/random.ts'
import { checkSweep, expectedSweep } from '../oracle/sweep.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { sightingFrom } from '../world/prices.ts'

/** What a server shows a sweep: where a contra may be found, and where the market changes something. */
function hinted({ state, at }: SimulatedDay, markets: ReadonlyMap<string, Sighting>): Sighting[] {
  const found = new Set(securitiesToMatch(state, at))
  for (const id of watchedSecurities(state))
    if (marketHasEffect(state, markets.get(id) as Sighting, at)) found.add(id)
  return [...found].sort().map((id) => markets.get(id) as Sighting)
}

/** What every market shows. */
const marketsOf = ({ state, prices }: SimulatedDay): Map<string, Sighting> =>
  new Map([...state.securities.keys()].sort().map((id) => [id, sightingFrom(prices, id)]))

/** Sweeps as the server does: again and again, until a sweep finds nothing more. */
export function sweepUntilIdle(day: SimulatedDay, seesAll: boolean): void {
  if (day.chance.happens(0.02)) sweepUnproven(day)
  if (day.chance.happens(0.02)) sweepWaiting(day)
  const markets = marketsOf(day)
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const seed = day.chance.id()
    const sightings = hinted(day, markets)
    if (seesAll) showAll(day, sightings, [...markets.values()], seed)
    const decision = performOnDay(day, { type: 'sweep', seed, sightings })
    if (!('events' in decision) || decision.events.length === 0) return
  }
  throw new Error('a sweep never comes to rest')
}

/**
 * A sweep that is shown every market does nothing that one does not that is shown what the hints name: so
 * the engine decides, and so the oracle says.
 */
function showAll(
  { state, memory, at }: SimulatedDay,
  some: readonly Sighting[],
  all: readonly Sighting[],
  seed: string,
): void {
  const [hinted, shown] = [some, all].map((sightings) =>
    decide(state, { type: 'sweep', at, seed, sightings }),
  )
  if (JSON.stringify(hinted) !== JSON.stringify(shown))
    throw new Error(`the hints lose an event: ${JSON.stringify(hinted)} against ${JSON.stringify(shown)}`)
  const expected = expectedSweep(memory, state, { type: 'sweep', at, seed, sightings: all })
  if (hinted && 'events' in hinted) checkSweep(memory, expected, state, hinted.events, at)
}

/** A sweep that is shown runs which prove nothing, as a broken feed would: no trigger may fire by them. */
function sweepUnproven(day: SimulatedDay): void {
  const { memory, chance } = day
  const sightings = [...marketsOf(day).values()].map((sighting) => unproven(sighting, chance))
  day.memory = { ...memory, reels: (id) => ({ ...memory.reels(id), run: [] }) }
  performOnDay(day, { type: 'sweep', seed: chance.id(), sightings })
  day.memory = memory
}

/** A sweep before the drawn time of any security is over: markets act, and nobody meets (rules 4). */
function sweepWaiting(day: SimulatedDay): void {
  const sightings = [...marketsOf(day).values()].map((sighting) => ({ ...sighting, waits: true }) as const)
  performOnDay(day, { type: 'sweep', seed: day.chance.id(), sightings })
}

/** The same market with a run that ends too early, is in no order, or was not fresh all the time. */
function unproven(sighting: Sighting, chance: Random): Sighting {
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
