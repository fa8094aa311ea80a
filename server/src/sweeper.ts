import type { Ask } from '@aitai/engine/commands.ts'
import { restlessSecurities } from '@aitai/engine/evolve.ts'
import type { Quote } from '@aitai/engine/quote.ts'
import type { State } from '@aitai/engine/state.ts'
import { freshSeed } from './fresh.ts'
import type { Quotes } from './quotes/quotes.ts'

export interface Sweeper {
  /** The sweep of a moment: the securities in which a contra may be found now, with their newest quotes. */
  next(state: State, at: number): Ask<'sweep'>
}

/**
 * Sweeps a security a drawn time after something stirred in it, so that the time of a locate does not tell
 * who came last (rules 4). What falls due by the clock never waits for that.
 */
export function createSweeper(quotes: Pick<Quotes, 'quoteOf'>, delay: () => number): Sweeper {
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
    next(state, at) {
      const found = ripe(restlessSecurities(state, at), at).map((id) => quotes.quoteOf(id))
      const known = found.filter((quote): quote is Quote => quote !== null)
      return { type: 'sweep', at, seed: freshSeed(), quotes: known }
    },
  }
}
