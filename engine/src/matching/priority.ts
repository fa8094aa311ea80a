import type { Advert } from '../adverts/advert.ts'
import { currentQuantity } from '../adverts/quantity-decay.ts'
import { floorLot } from '../market/security.ts'
import { starsOf } from '../rating/credibility.ts'
import { hasDecay, traitsFit, traitsOf } from '../state/pool.ts'
import type { Pool, PoolSide, State } from '../state/state.ts'
import { locatableQuantity, mayMeet, starBandOf } from './eligibility.ts'

/** Two adverts that may meet, with what ranks them (rules 4). */
export interface EligiblePair {
  readonly buy: Advert
  readonly sell: Advert
  readonly quantity: number
  /** Both star bands together. */
  readonly bands: number
  /** The later of the two priority times. */
  readonly since: number
  /** The sequence numbers, the smaller first. */
  readonly first: number
  readonly last: number
}

export function eligiblePairOf(state: State, a: Advert, b: Advert, at: number): EligiblePair {
  const [buy, sell] = a.terms.direction === 'BUY' ? [a, b] : [b, a]
  return {
    buy,
    sell,
    quantity: locatableQuantity(state, a, b, at),
    bands: starBandOf(state, a) + starBandOf(state, b),
    since: Math.max(a.priorityTime, b.priorityTime),
    first: Math.min(a.sequence, b.sequence),
    last: Math.max(a.sequence, b.sequence),
  }
}

/**
 * The order in which eligible pairs are taken: the larger quantity, the better rated, the longer waiting,
 * then the order of drafting. A strict total order over pairs, since sequences are unique (rules 4).
 */
export const byPriority = (x: EligiblePair, y: EligiblePair): number =>
  y.quantity - x.quantity || y.bands - x.bands || x.since - y.since || x.first - y.first || x.last - y.last

/** An advert that looks through the other side of its pool, with what it need not look up again. */
interface Seeker {
  readonly state: State
  readonly at: number
  readonly advert: Advert
  readonly isBuy: boolean
  readonly quantity: number
  readonly band: number
  readonly traits: number
  readonly lotSize: number
  readonly contras: PoolSide
}

function seekerOf(state: State, pool: Pool, advert: Advert, at: number): Seeker {
  const isBuy = advert.terms.direction === 'BUY'
  return {
    state,
    at,
    advert,
    isBuy,
    quantity: currentQuantity(state, advert, at),
    band: starBandOf(state, advert),
    traits: traitsOf(state, advert),
    lotSize: state.securities.get(advert.securityId)?.lotSize ?? Number.POSITIVE_INFINITY,
    contras: isBuy ? pool.SELL : pool.BUY,
  }
}

/** Whether size, legs and brokers allow the contra at a place of the pool (rules 3: E5, E7, E8). */
const isThinkable = ({ quantity, traits, advert, contras }: Seeker, place: number): boolean =>
  (contras.quantities[place] as number) >= advert.minShares &&
  (contras.minima[place] as number) <= quantity &&
  traitsFit(traits, contras.traits[place] as number)

/** The seeker with the contra at a place, ranked from the pool's lists without opening the advert. */
function pairAt(seeker: Seeker, place: number): EligiblePair {
  const { state, at, advert, contras, isBuy } = seeker
  const contra = contras.adverts[place] as Advert
  const offered = hasDecay(contras.traits[place] as number)
    ? currentQuantity(state, contra, at)
    : (contras.quantities[place] as number)
  const sequence = contras.sequences[place] as number
  return {
    buy: isBuy ? advert : contra,
    sell: isBuy ? contra : advert,
    quantity: floorLot(Math.min(seeker.quantity, offered), seeker.lotSize),
    bands: seeker.band + starsOf(contras.owners[place]?.rating ?? 0),
    since: Math.max(advert.priorityTime, contras.priorityTimes[place] as number),
    first: Math.min(advert.sequence, sequence),
    last: Math.max(advert.sequence, sequence),
  }
}

/**
 * The pairs of one security that may meet at a moment, best first: a sweep takes them greedily, each advert
 * at most once and none that `mayBeTaken` refuses (rules 4). Only candidates adverts can have found a new
 * contra.
 */
export function eligiblePairsIn(
  state: State,
  securityId: string,
  at: number,
  mayBeTaken: (advert: Advert) => boolean = () => true,
): EligiblePair[] {
  const pool = state.index.pools.get(securityId)
  const candidates = state.index.candidates.get(securityId)
  if (!pool || !candidates) return []
  const pairs: EligiblePair[] = []
  for (const advert of candidates) {
    const seeker = seekerOf(state, pool, advert, at)
    if (seeker.contras.adverts.length === 0) continue
    // Alone, an advert can be taken but once, so that its best pair is all there is to find.
    if (candidates.size === 1) return bestOf(seeker, mayBeTaken)
    for (const [place, contra] of seeker.contras.adverts.entries()) {
      // Both candidates: found once, from the buyer's side.
      if (!isThinkable(seeker, place) || (!seeker.isBuy && candidates.has(contra))) continue
      if (mayMeet(state, advert, contra, at)) pairs.push(pairAt(seeker, place))
    }
  }
  return pairs.length > 1 ? pairs.sort(byPriority) : pairs
}

/**
 * The best pair of one advert. Ranked before it is judged: ranking is cheap, and a crowd is judged for one.
 */
function bestOf(seeker: Seeker, mayBeTaken: (advert: Advert) => boolean): EligiblePair[] {
  const { state, at, advert, contras, quantity } = seeker
  if (!mayBeTaken(advert)) return []
  let best: EligiblePair | null = null
  for (let place = 0; place < contras.adverts.length; place += 1) {
    if (!isThinkable(seeker, place)) continue
    if (best && Math.min(quantity, contras.quantities[place] as number) < best.quantity) continue
    const pair = pairAt(seeker, place)
    if (best && byPriority(best, pair) < 0) continue
    const contra = contras.adverts[place] as Advert
    if (mayBeTaken(contra) && mayMeet(state, advert, contra, at)) best = pair
  }
  return best ? [best] : []
}
