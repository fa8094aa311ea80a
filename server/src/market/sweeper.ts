import type { CommandOf } from '@aitai/engine/commands.ts'
import { marketHasEffect, securitiesToMatch, watchedSecurities } from '@aitai/engine/matching/candidates.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Quotes } from '../quotes/quotes.ts'
import { randomSeed } from '../random.ts'

export interface Sweeper {
  /**
   * The sweep command for a time: the securities in which something may happen now, with their quotes.
   *
   * Without a look at the markets it has none, and only what falls due by the clock happens. A quote ends adverts,
   * fires triggers and withdraws locates of everybody in its security. If a changed security were looked at earlier
   * than the others, that would tell its traders that somebody had just changed something there.
   */
  nextSweep(state: State, at: number, looksAtMarkets?: boolean): CommandOf<'sweep'>
}

/**
 * Delays the sweep of a changed security by `delay()` milliseconds, so that the time of a locate does not
 * reveal who came last. What falls due by the clock is never delayed.
 */
export function createSweeper(quotes: Pick<Quotes, 'sightingOf'>, delay: () => number): Sweeper {
  /** When each changed security is due, in milliseconds UTC. */
  let dueTimes = new Map<string, number>()

  function takeDue(changedIds: readonly string[], at: number): string[] {
    const next = new Map(changedIds.map((id) => [id, dueTimes.get(id) ?? at + delay()]))
    const due = changedIds.filter((id) => (next.get(id) ?? at) <= at)
    for (const id of due) next.delete(id)
    dueTimes = next
    return due
  }

  return {
    nextSweep(state, at, looksAtMarkets = true) {
      if (!looksAtMarkets) return { type: 'sweep', at, seed: randomSeed(), sightings: [] }
      const due = takeDue(securitiesToMatch(state, at), at)
      const found = new Map(due.map((id) => [id, quotes.sightingOf(id)]))
      for (const id of watchedSecurities(state)) {
        const sighting = quotes.sightingOf(id)
        // What a look makes live is matched after a delay of its own, like everything else.
        if (!found.has(id) && marketHasEffect(state, sighting, at))
          found.set(id, { ...sighting, waits: true })
      }
      const sightings = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting)
      return { type: 'sweep', at, seed: randomSeed(), sightings }
    },
  }
}
