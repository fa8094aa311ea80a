import { roundDownToTick } from '@aitai/engine/market/tick-sizes.ts'
import { type AdvertTerms, directions, durations, transactionTypes } from '@aitai/engine/model/advert.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { hurdleOfStar } from '@aitai/engine/rating/credibility.ts'
import { withoutTriggers } from '../../../engine/test/book.ts'
import type { Random } from '../../harness/random.ts'

/** Cash and swap, both ways: suits everybody. */
export const either = { transactionType: 'CASH_SWAP', transactionTypePreference: 'CASH_SWAP' } as const

/** The parts of a market that determine its traders' terms. */
interface MarketTraits {
  readonly friendly: boolean
  readonly brokerIds: readonly string[]
}

/** Random terms around a mid: mostly compatible, sometimes absurd. */
export function drawTerms(
  chance: Random,
  market: MarketTraits,
  security: Security,
  firmBrokers: readonly string[],
  mid: number = security.closePrice,
): AdvertTerms {
  // A tenth more than the platform minimum, since prices fall.
  const lots = Math.ceil((11_000_000 * yen) / (security.closePrice * security.lotSize))
  const brokers = chance.shuffled(chance.someOf(firmBrokers, chance.oneOf([1, 2, 2, 3])))
  const direction = chance.oneOf(directions)
  const common = { direction, duration: chance.oneOf(durations), ranked: chance.happens(0.6) }
  if (market.friendly) {
    const brokerIds = chance.shuffled(market.brokerIds).slice(0, 4)
    const shareQuantity = lots * security.lotSize * chance.between(2, 4)
    const plain = { ...either, ...withoutTriggers, quantityDecay: chance.happens(0.3) }
    return { ...common, ...plain, shareQuantity, minimumQuantity: 10, credibilityHurdle: 10, brokerIds }
  }
  return {
    ...common,
    shareQuantity: lots * security.lotSize * chance.between(1, 8) + (chance.happens(0.02) ? 1 : 0),
    minimumQuantity: chance.happens(0.98)
      ? chance.oneOf([10, 25, 50, 75, chance.between(10, 20)])
      : chance.oneOf([0, 9, 76, 33.5]),
    // New accounts have a rating of 60, and 64 or 56 after one answer.
    credibilityHurdle: chance.happens(0.7)
      ? 10
      : chance.oneOf([0, 3, 101, 56, 60, 60, 64, ...[1, 2, 3, 4, 4, 5].map(hurdleOfStar)]),
    transactionType: chance.happens(0.6) ? 'CASH_SWAP' : chance.oneOf(transactionTypes),
    transactionTypePreference: chance.happens(0.6) ? 'CASH_SWAP' : chance.oneOf(transactionTypes),
    brokerIds: chance.happens(0.98)
      ? brokers.slice(0, 4)
      : chance.oneOf([[], market.brokerIds, [...brokers, ...brokers]]),
    quantityDecay: chance.happens(0.4),
    ...drawTriggers(chance, security, direction, mid),
  }
}

type Triggers = Pick<AdvertTerms, Exclude<keyof typeof withoutTriggers, 'quantityDecay'>>

/** Levels near the market, so that they fire sometimes; some are invalid. */
export function drawTriggers(
  chance: Random,
  security: Security,
  direction: AdvertTerms['direction'],
  mid: number,
): Triggers {
  const sign = direction === 'BUY' ? 1 : -1
  const level = (basisPoints: number): number | null =>
    chance.happens(0.03)
      ? chance.oneOf([null, 0, mid + 1, 2 * security.maxPrice, security.minPrice - 10 * yen])
      : roundDownToTick(Math.floor((mid * (10_000 + sign * basisPoints)) / 10_000), security)
  return {
    advertisingTriggerActivated: chance.happens(0.3),
    // Below the mid for a buyer; where it is above already, the trigger fires at once.
    advertisingTrigger: level(chance.happens(0.03) ? 400 : chance.oneOf([0, -chance.between(-50, 120)])),
    knockoutTriggerActivated: chance.happens(0.3),
    knockoutTrigger: level(chance.oneOf([10, chance.between(30, 250)])),
    indexRelativeKOTriggerActivated: chance.happens(0.3),
    indexRelativeKOTrigger: chance.happens(0.95)
      ? chance.oneOf([300, 300, 350, 400, 500, 700])
      : chance.oneOf([null, 299, 701, 350.5]),
  }
}
