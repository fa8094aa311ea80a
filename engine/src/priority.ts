import type { Advert } from './advert.ts'
import { bandOf, locatable, mayMeet } from './contra.ts'
import type { State } from './state.ts'

/** Two adverts that may meet, with what ranks them (rules 4). */
export interface Pair {
  readonly buy: Advert
  readonly sell: Advert
  readonly quantity: number
  readonly bands: number
}

export const pairUp = (state: State, a: Advert, b: Advert): Pair => ({
  buy: a.terms.direction === 'BUY' ? a : b,
  sell: a.terms.direction === 'BUY' ? b : a,
  quantity: locatable(state, a, b),
  bands: bandOf(state, a) + bandOf(state, b),
})

const laterPriority = ({ buy, sell }: Pair): number => Math.max(buy.priorityTime, sell.priorityTime)
const firstSequence = ({ buy, sell }: Pair): number => Math.min(buy.sequence, sell.sequence)
const lastSequence = ({ buy, sell }: Pair): number => Math.max(buy.sequence, sell.sequence)

/**
 * The order in which eligible pairs are taken: the larger quantity, the better rated, the longer waiting,
 * then the order of drafting. A strict total order over pairs, since sequences are unique (rules 4).
 */
export const byPriority = (x: Pair, y: Pair): number =>
  y.quantity - x.quantity ||
  y.bands - x.bands ||
  laterPriority(x) - laterPriority(y) ||
  firstSequence(x) - firstSequence(y) ||
  lastSequence(x) - lastSequence(y)

/**
 * The pairs a sweep locates in one security, best first: greedily, each advert at most once, and no trader
 * beyond its number of open locates (rules 4, E10). Only restless adverts can have found a new contra.
 */
export function meetingsIn(state: State, securityId: string, at: number): Pair[] {
  const pool = state.index.pools.get(securityId)
  const restless = state.index.restless.get(securityId)
  if (!pool || !restless) return []
  const pairs = new Set<Pair>()
  for (const advert of restless) {
    for (const contra of pool[advert.terms.direction === 'BUY' ? 'SELL' : 'BUY']) {
      // Both restless: found once, from the buyer's side.
      if (advert.terms.direction === 'SELL' && restless.has(contra)) continue
      if (mayMeet(state, advert, contra, at)) pairs.add(pairUp(state, advert, contra))
    }
  }
  return [...pairs].sort(byPriority)
}
