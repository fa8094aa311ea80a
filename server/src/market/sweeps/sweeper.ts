import { locatePrice } from '@aitai/engine/market/matching-price.ts'
import type { CommandOf } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { Sighting } from '@aitai/engine/model/quote.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { isMarketWatched, marketHasEffect } from '@aitai/engine/sweep/market-effects.ts'
import type { Quotes } from '../../quotes/quotes.ts'
import { randomSeed } from '../../random.ts'
import { createMarketsToCheck } from './markets-to-check.ts'
import { createSecuritiesToMatch } from './securities-to-match.ts'

/** What a sweep reads of the quotes. */
export type SweptQuotes = Pick<Quotes, 'sightingOf' | 'changesSince' | 'usdJpy'>

/**
 * Prepares the sweeps of one state. Each has every security in which something would happen now, as if all watched
 * markets had been checked. If a check came earlier or later because somebody had changed something, that would reveal
 * the change to the traders of that security.
 */
export interface Sweeper {
  /** The sweep command for a time: the securities in which something may happen now, with their quotes. */
  nextSweep(state: State, at: number): CommandOf<'sweep'>
  /** The state has changed by events, which have been applied to it. */
  note(state: State, events: readonly Event[]): void
  /** The next sweep is of another state. */
  reset(): void
}

/** Delays the matching of a changed security by `delay()` milliseconds. What falls due by the clock is never delayed. */
export function createSweeper(quotes: SweptQuotes, delay: () => number): Sweeper {
  const toCheck = createMarketsToCheck(quotes)
  const toMatch = createSecuritiesToMatch(delay)
  return {
    nextSweep(state, at) {
      const checked = new Map<string, Sighting>()
      const swept = new Map<string, Sighting>()
      for (const id of toCheck.take(state, at)) {
        toMatch.resume(id)
        if (!isMarketWatched(state, id)) continue
        const sighting = quotes.sightingOf(id)
        checked.set(id, sighting)
        toCheck.planNext(state, sighting, at)
        // What becomes live in this sweep is matched after a delay of its own, like everything else.
        if (marketHasEffect(state, sighting, at)) swept.set(id, { ...sighting, waits: true })
      }
      for (const id of toMatch.take(state, at)) {
        const sighting = checked.get(id) ?? quotes.sightingOf(id)
        if (locatePrice(state, sighting, at) === null) toMatch.suspend(id)
        else swept.set(id, sighting)
      }
      for (const id of swept.keys()) toCheck.addNext(id)
      const sightings = [...swept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting)
      return { type: 'sweep', at, seed: randomSeed(), sightings, usdJpy: quotes.usdJpy() }
    },
    note(state, events) {
      if (events.length > 0) toMatch.note()
      toCheck.note(state, events)
    },
    reset() {
      toMatch.reset()
      toCheck.reset()
    },
  }
}
