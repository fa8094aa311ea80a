import { currentQuantity } from '../adverts/quantity-decay.ts'
import type { Advert } from '../model/advert.ts'
import { opposite } from '../model/locate.ts'
import { minimumAt, mostOfferedAt, traitsAt, traitsFit, traitsOf } from '../model/pool.ts'
import type { Pool, PoolSide, State } from '../model/state.ts'
import { locatableQuantity, mayMeet, mayMeetAnybody, starBandOf } from './eligibility.ts'

/** Two adverts that may match, with the values that rank them (docs/rules.md §4). */
export interface EligiblePair {
  readonly buy: Advert
  readonly sell: Advert
  readonly quantity: number
  /** The sum of both owners' stars. */
  readonly bands: number
  /** The later and the earlier of the two priority times. */
  readonly later: number
  readonly earlier: number
  /** The sequence numbers, the smaller first. */
  readonly first: number
  readonly last: number
}

export function eligiblePairOf(state: State, a: Advert, b: Advert, at: number): EligiblePair {
  const aBuys = a.terms.direction === 'BUY'
  return {
    buy: aBuys ? a : b,
    sell: aBuys ? b : a,
    quantity: locatableQuantity(state, a, b, at),
    bands: starBandOf(state, a) + starBandOf(state, b),
    later: Math.max(a.priorityTime, b.priorityTime),
    earlier: Math.min(a.priorityTime, b.priorityTime),
    first: Math.min(a.sequence, b.sequence),
    last: Math.max(a.sequence, b.sequence),
  }
}

/**
 * The order in which eligible pairs are located: larger quantity, more stars, earlier priority times, then the order
 * of drafting. Both times count, because all pairs of a newcomer have its time as the later one. A strict total
 * order, because sequences are unique (docs/rules.md §4).
 */
export const byPriority = (x: EligiblePair, y: EligiblePair): number =>
  y.quantity - x.quantity ||
  y.bands - x.bands ||
  x.later - y.later ||
  x.earlier - y.earlier ||
  x.first - y.first ||
  x.last - y.last

/** An advert that searches the other side of its pool, with cached values. */
interface Search {
  readonly state: State
  readonly at: number
  readonly advert: Advert
  readonly quantity: number
  readonly traits: number
  readonly contras: PoolSide
}

function searchOf(state: State, pool: Pool, advert: Advert, at: number): Search {
  const { direction } = advert.terms
  return {
    state,
    at,
    advert,
    quantity: currentQuantity(state, advert, at),
    traits: traitsOf(state, advert),
    contras: pool[opposite(direction)],
  }
}

/** Whether size, legs and brokers do not rule out the contra at an index (docs/rules.md §3: E5, E7, E8). */
const isPossible = ({ quantity, traits, advert, contras }: Search, index: number): boolean =>
  traitsFit(traits, traitsAt(contras, index)) &&
  mostOfferedAt(contras, index) >= advert.minShares &&
  minimumAt(contras, index) <= quantity

/**
 * The pairs of one security that may match at a moment, best first. A sweep locates them greedily, each
 * advert at most once (docs/rules.md §4). Only candidates are searched, because no other advert can have
 * gained a contra. If only one of them may be located at all, the result is its best pair that `mayBeLocated` allows.
 * Otherwise it is all eligible pairs, and the caller applies `mayBeLocated`, whose answers change with each locate.
 */
export function eligiblePairsIn(
  state: State,
  securityId: string,
  at: number,
  mayBeLocated: (advert: Advert) => boolean = () => true,
): EligiblePair[] {
  const book = state.index.books.get(securityId)
  if (!book) return []
  const { candidates } = book
  const searching: Advert[] = []
  for (const advert of candidates)
    if (book[opposite(advert.terms.direction)].adverts.length > 0 && mayMeetAnybody(state, advert, at))
      searching.push(advert)
  const pairs: EligiblePair[] = []
  for (const advert of searching) {
    const search = searchOf(state, book, advert, at)
    // A single candidate can be located only once, so its best pair is enough.
    if (searching.length === 1) return bestOf(search, mayBeLocated)
    const isBuy = advert.terms.direction === 'BUY'
    for (const [index, contra] of search.contras.adverts.entries()) {
      // If both are candidates, the pair is found from the buyer's side only.
      if (!isPossible(search, index) || (!isBuy && candidates.has(contra))) continue
      if (mayMeet(state, advert, contra, at)) pairs.push(eligiblePairOf(state, advert, contra, at))
    }
  }
  return pairs.length > 1 ? pairs.sort(byPriority) : pairs
}

/** The best pair of one advert. Ranks before it checks eligibility, because ranking is cheaper. */
function bestOf(search: Search, mayBeLocated: (advert: Advert) => boolean): EligiblePair[] {
  const { state, at, advert, contras, quantity } = search
  if (!mayBeLocated(advert)) return []
  let best: EligiblePair | null = null
  for (let index = 0; index < contras.adverts.length; index += 1) {
    if (!isPossible(search, index)) continue
    // Even with all that the contra offers without decay, the pair would be smaller than the best.
    if (best && Math.min(quantity, mostOfferedAt(contras, index)) < best.quantity) continue
    const contra = contras.adverts[index] as Advert
    const pair = eligiblePairOf(state, advert, contra, at)
    if (best && byPriority(best, pair) < 0) continue
    if (mayBeLocated(contra) && mayMeet(state, advert, contra, at)) best = pair
  }
  return best ? [best] : []
}
