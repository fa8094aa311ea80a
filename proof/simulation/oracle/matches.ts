import type { Advert } from '@aitai/engine/model/advert.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { sidesText } from './event-text.ts'
import { matchPrice, moveFromClose, whyNoneBegins } from './market-data.ts'
import type { OracleMemory } from './memory.ts'
import { brokerFor, type CandidatePair, eligiblePairs, legOf } from './pairs.ts'
import { isBeyond } from './triggers.ts'

/** A pair that a sweep must locate. Its broker may depend on the random id of the locate. */
export interface ExpectedMatch {
  readonly pair: CandidatePair
  readonly price: number
  readonly quote: Quote
}

/**
 * The locates that a sweep of these markets must make: the best pair first, each advert once (docs/rules.md
 * §3, §4).
 */
export function expectedMatches(
  memory: OracleMemory,
  state: State,
  sightings: readonly Sighting[],
  at: number,
): ExpectedMatch[] {
  const matches: ExpectedMatch[] = []
  const taken = new Set<string>()
  const openLocates = openLocatesByTrader(state)
  const isFree = ({ id, traderId }: Advert): boolean =>
    !taken.has(id) && (openLocates.get(traderId) ?? 0) < state.limits.openLocatesPerTrader
  for (const sighting of sightings) {
    const price = matchPrice(state, sighting, at)
    const security = state.securities.get(sighting.securityId)
    if (price === null || !security || !sighting.quote || sighting.waits) continue
    if (whyNoneBegins(state, security, memory.quoteHistoryOf(sighting.securityId).freshSince, at)) continue
    for (const pair of eligiblePairs(state, memory, security, at)) {
      // Both may belong to traders of earlier locates, so the limits are checked one at a time.
      if (!isFree(pair.buy) || !isFree(pair.sell)) continue
      if (isBeyond(pair.buy.terms, price) || isBeyond(pair.sell.terms, price)) continue
      matches.push({ pair, price, quote: sighting.quote })
      for (const { id, traderId } of [pair.buy, pair.sell]) {
        taken.add(id)
        openLocates.set(traderId, (openLocates.get(traderId) ?? 0) + 1)
      }
    }
  }
  return matches
}

export function openLocatesByTrader({ locates }: State): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { outcome, traderIds } of locates.values())
    if (!outcome) for (const id of [traderIds.BUY, traderIds.SELL]) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The expected line of a locate once its id is known. */
export function matchText(
  memory: OracleMemory,
  state: State,
  { pair, price, quote, usdJpy }: ExpectedMatch & { readonly usdJpy: number },
  locateId: string,
  at: number,
): string {
  const { buy, sell, shares, current } = pair
  const security = state.securities.get(buy.securityId) as Security
  const residual = { BUY: current[0] - shares, SELL: current[1] - shares }
  const legs = { BUY: legOf(buy, sell), SELL: legOf(sell, buy) }
  const deadline = at + state.limits.locateWindowMs
  return [
    `contraLocated ${buy.id} ${sell.id} ${shares} at ${price}, ${usdJpy} a dollar`,
    `${deadline} ${brokerFor(state, memory, buy, sell, locateId)} ${sidesText(legs)} ${sidesText(residual)}`,
    `of ${buy.terms.shareQuantity}/${sell.terms.shareQuantity}`,
    `${buy.minShares}/${sell.minShares} moved ${moveFromClose(price, security)} against ${quote.indexMove}`,
  ].join(', ')
}
