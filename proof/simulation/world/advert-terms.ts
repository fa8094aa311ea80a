import type { AdvertTerms } from '@aitai/engine/model/advert.ts'
import { type Price, yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { optionalTermsOff } from '../../../engine/test/book.ts'
import { drawPrices, drawTerms, either } from '../../../engine/test/random-terms.ts'
import type { Random } from '../../harness/random.ts'

/** The parts of a market that determine its traders' terms. */
interface MarketTraits {
  readonly friendly: boolean
  readonly brokerIds: readonly string[]
}

/** Random terms around a mid: mostly compatible, sometimes such as a submit refuses. */
export function drawUncheckedTerms(
  chance: Random,
  market: MarketTraits,
  security: Security,
  firmBrokers: readonly string[],
  mid: Price = security.closePrice,
): AdvertTerms {
  if (market.friendly) {
    const brokerIds = chance.shuffled(market.brokerIds).slice(0, 4)
    const plain = { ...either, ...optionalTermsOff, quantityDecay: chance.happens(0.3) }
    const fixed = { ...plain, minimumQuantity: 10, credibilityHurdle: 10, brokerIds }
    return drawTerms(chance, { security, brokerIds, mid, multiples: [2, 4] }, fixed)
  }
  const terms = drawTerms(chance, { security, brokerIds: firmBrokers, mid })
  const { shareQuantity, minimumQuantity, credibilityHurdle, brokerIds } = terms
  return {
    ...terms,
    shareQuantity: chance.happens(0.02) ? shareQuantity + 1 : shareQuantity,
    minimumQuantity: chance.happens(0.02) ? chance.oneOf([0, 9, 76, 33.5]) : minimumQuantity,
    credibilityHurdle: chance.happens(0.04) ? chance.oneOf([0, 101]) : credibilityHurdle,
    brokerIds: chance.happens(0.02)
      ? chance.oneOf([[], market.brokerIds, [...brokerIds, ...brokerIds]])
      : brokerIds,
    ...drawUncheckedTriggers(chance, security, terms.direction, mid),
  }
}

/** Triggers around a mid, some of them such as a submit refuses. */
export function drawUncheckedTriggers(
  chance: Random,
  security: Security,
  direction: AdvertTerms['direction'],
  mid: Price,
): ReturnType<typeof drawPrices> {
  const triggers = drawPrices(chance, security, direction, mid)
  const { advertisingTrigger, knockoutTrigger, indexRelativeKOTrigger } = triggers
  const level = (drawn: Price | null): Price | null =>
    chance.happens(0.03)
      ? chance.oneOf([null, 0, mid + 1, 2 * security.maxPrice, security.minPrice - 10 * yen])
      : drawn
  return {
    ...triggers,
    limitPrice: triggers.limitPrice === null ? null : level(triggers.limitPrice),
    // Sometimes beyond the knockout.
    advertisingTrigger: chance.happens(0.03) ? knockoutTrigger : level(advertisingTrigger),
    knockoutTrigger: level(knockoutTrigger),
    indexRelativeKOTrigger: chance.happens(0.95)
      ? indexRelativeKOTrigger
      : chance.oneOf([null, 299, 701, 350.5]),
  }
}
