import { decide } from '../src/decide.ts'
import { marketMatters, restlessSecurities, watchedSecurities } from '../src/hints.ts'
import type { Sighting } from '../src/quote.ts'
import type { Chance } from './chance.ts'
import { type Day, perform } from './day.ts'
import { agree, expectedOf } from './oracle.ts'
import { sightingFrom } from './prices.ts'

/** What a server shows a sweep: where a contra may be found, and where the market changes something. */
function hinted({ state, at }: Day, markets: ReadonlyMap<string, Sighting>): Sighting[] {
  const found = new Set(restlessSecurities(state, at))
  for (const id of watchedSecurities(state))
    if (marketMatters(state, markets.get(id) as Sighting, at)) found.add(id)
  return [...found].sort().map((id) => markets.get(id) as Sighting)
}

/** What every market shows. */
const marketsOf = ({ state, prices }: Day): Map<string, Sighting> =>
  new Map([...state.securities.keys()].sort().map((id) => [id, sightingFrom(prices, id)]))

/** Sweeps as the server does: again and again, until a sweep finds nothing more. */
export function sweepAll(day: Day, seesAll: boolean): void {
  if (day.chance.happens(0.02)) sweepUnproven(day)
  if (day.chance.happens(0.02)) sweepWaiting(day)
  const markets = marketsOf(day)
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const seed = day.chance.id()
    const sightings = hinted(day, markets)
    if (seesAll) showAll(day, sightings, [...markets.values()], seed)
    const decision = perform(day, { type: 'sweep', seed, sightings })
    if (!('events' in decision) || decision.events.length === 0) return
  }
  throw new Error('a sweep never comes to rest')
}

/**
 * A sweep that is shown every market does nothing that one does not that is shown what the hints name: so
 * the engine decides, and so the oracle says.
 */
function showAll(
  { state, memory, at }: Day,
  some: readonly Sighting[],
  all: readonly Sighting[],
  seed: string,
): void {
  const [hinted, shown] = [some, all].map((sightings) =>
    decide(state, { type: 'sweep', at, seed, sightings }),
  )
  if (JSON.stringify(hinted) !== JSON.stringify(shown))
    throw new Error(`the hints lose an event: ${JSON.stringify(hinted)} against ${JSON.stringify(shown)}`)
  const expected = expectedOf(memory, state, { type: 'sweep', at, seed, sightings: all })
  if (hinted && 'events' in hinted) agree(memory, expected, state, hinted.events, at)
}

/** A sweep that is shown runs which prove nothing, as a broken feed would: no trigger may fire by them. */
function sweepUnproven(day: Day): void {
  const { memory, chance } = day
  const sightings = [...marketsOf(day).values()].map((sighting) => unproven(sighting, chance))
  day.memory = { ...memory, reels: (id) => ({ ...memory.reels(id), run: [] }) }
  perform(day, { type: 'sweep', seed: chance.id(), sightings })
  day.memory = memory
}

/** A sweep before the drawn time of any security is over: markets act, and nobody meets (rules 4). */
function sweepWaiting(day: Day): void {
  const sightings = [...marketsOf(day).values()].map((sighting) => ({ ...sighting, waits: true }) as const)
  perform(day, { type: 'sweep', seed: day.chance.id(), sightings })
}

/** The same market with a run that ends too early, is in no order, or was not fresh all the time. */
function unproven(sighting: Sighting, chance: Chance): Sighting {
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
