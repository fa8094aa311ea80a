import { currentQuantity } from '../adverts/quantity-decay.ts'
import { isWithinLimit } from '../market/limit-price.ts'
import { locatePrice } from '../market/matching-price.ts'
import type { Advert } from '../model/advert.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Event, EventOf } from '../model/events.ts'
import { securityOf } from '../model/lookups.ts'
import type { Price } from '../model/price.ts'
import { type Quote, stockMove } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { chooseBroker } from './broker-choice.ts'
import { mayHoldMatch } from './candidates.ts'
import { legOf } from './cash-swap.ts'
import { type EligiblePair, eligiblePairsIn } from './priority.ts'
import { idFrom } from './sha256.ts'

/** What this sweep has located already: adverts, and the number of new locates of each trader. */
interface LocatedSoFar {
  readonly adverts: Set<string>
  readonly locates: Map<string, number>
}

const isFree = (state: State, { adverts, locates }: LocatedSoFar, { id, traderId }: Advert): boolean =>
  !adverts.has(id) &&
  (state.traders.get(traderId)?.openLocates ?? 0) + (locates.get(traderId) ?? 0) <
    state.limits.openLocatesPerTrader

/**
 * The locates of a sweep: in each security the best pair first, every advert at most once, no trader beyond
 * the limit of open locates (docs/rules.md §4, E10). The state is that after everything else in the sweep.
 */
export function newLocates(state: State, command: CommandOf<'sweep'>): Event[] {
  const { at, seed, sightings, usdJpy } = command
  const located: Event[] = []
  const taken: LocatedSoFar = { adverts: new Set(), locates: new Map() }
  for (const sighting of sightings) {
    const { securityId, quote, waits } = sighting
    // Without candidates and two sides there is no pair, so no price is needed.
    if (waits || !mayHoldMatch(state, securityId)) continue
    const price = locatePrice(state, sighting, at)
    if (!quote || price === null) continue
    const mayBeLocated = (advert: Advert): boolean =>
      isWithinLimit(advert.terms, price) && isFree(state, taken, advert)
    for (const pair of eligiblePairsIn(state, securityId, at, mayBeLocated)) {
      const sides = [pair.buy, pair.sell]
      if (!sides.every(mayBeLocated)) continue
      for (const { id, traderId } of sides) {
        taken.adverts.add(id)
        taken.locates.set(traderId, (taken.locates.get(traderId) ?? 0) + 1)
      }
      located.push(contraLocated(state, pair, { quote, price, usdJpy }, at, idFrom(seed, located.length)))
    }
  }
  return located
}

/** Fixes the terms of the locate: quantity, mid, legs, broker (docs/rules.md §8). */
function contraLocated(
  state: State,
  pair: EligiblePair,
  { quote, price, usdJpy }: { readonly quote: Quote; readonly price: Price; readonly usdJpy: Price },
  at: number,
  locateId: string,
): EventOf<'contraLocated'> {
  const { buy, sell, quantity } = pair
  const security = securityOf(state, quote.securityId)
  const brokerId = chooseBroker(state, buy, sell, locateId)
  const [buyLeg, sellLeg] = [legOf(buy.terms, sell.terms), legOf(sell.terms, buy.terms)]
  if (!brokerId || !buyLeg || !sellLeg)
    throw new Error(`${buy.id} and ${sell.id} were paired but cannot match`)
  return {
    type: 'contraLocated',
    at,
    deadline: at + state.limits.locateWindowMs,
    locateId,
    securityId: quote.securityId,
    buyId: buy.id,
    sellId: sell.id,
    locateQuantity: quantity,
    midPrice: price,
    usdJpy,
    stockMove: stockMove(price, security),
    indexMove: quote.indexMove,
    brokerId,
    legs: { BUY: buyLeg, SELL: sellLeg },
    shareQuantity: { BUY: buy.terms.shareQuantity, SELL: sell.terms.shareQuantity },
    residual: {
      BUY: currentQuantity(state, buy, at) - quantity,
      SELL: currentQuantity(state, sell, at) - quantity,
    },
    minShares: { BUY: buy.minShares, SELL: sell.minShares },
  }
}
