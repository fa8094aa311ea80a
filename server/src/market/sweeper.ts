import type { CommandOf } from '@aitai/engine/commands.ts'
import { marketHasEffect, securitiesToMatch, watchedSecurities } from '@aitai/engine/matching/candidates.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Quotes } from '../quotes/quotes.ts'
import { randomSeed } from '../random.ts'

export interface Sweeper {
  /**
   * The sweep of a moment: the securities in which something may happen now, with what their market shows.
   * To look at all markets costs most, and they move seldom: not every sweep needs to.
   */
  next(state: State, at: number, looksAtMarkets?: boolean): CommandOf<'sweep'>
}

/**
 * Sweeps a security a drawn time after something stirred in it, so that the time of a locate does not tell
 * who came last (rules 4). What falls due by the clock never waits for that.
 */
export function createSweeper(quotes: Pick<Quotes, 'sightingOf'>, delay: () => number): Sweeper {
  /** When each restless security is due. */
  let due = new Map<string, number>()

  function ripe(securityIds: readonly string[], at: number): string[] {
    const next = new Map(securityIds.map((id) => [id, due.get(id) ?? at + delay()]))
    const now = securityIds.filter((id) => (next.get(id) ?? at) <= at)
    for (const id of now) next.delete(id)
    due = next
    return now
  }

  return {
    next(state, at, looksAtMarkets = true) {
      const found = new Map(ripe(securitiesToMatch(state, at), at).map((id) => [id, quotes.sightingOf(id)]))
      if (looksAtMarkets)
        for (const id of watchedSecurities(state)) {
          const sighting = quotes.sightingOf(id)
          if (!found.has(id) && marketHasEffect(state, sighting, at))
            found.set(id, due.has(id) ? { ...sighting, waits: true } : sighting)
        }
      const sightings = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting)
      return { type: 'sweep', at, seed: randomSeed(), sightings }
    },
  }
}
