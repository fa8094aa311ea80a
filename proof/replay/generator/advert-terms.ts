import { type AdvertTerms, durations, transactionTypes } from '@aitai/engine/adverts/advert.ts'
import { advertisingLevel, knockoutLevel } from '@aitai/engine/adverts/trigger-levels.ts'
import { yen } from '@aitai/engine/market/price.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import type { Random } from '../../harness/random.ts'

/** Random terms of a trader: in lots, on the tick grid, with triggers near the market. */
export function drawAdvertTerms(
  chance: Random,
  security: Security,
  brokerIds: readonly string[],
): AdvertTerms {
  const { closePrice, lotSize } = security
  const direction = chance.happens(0.5) ? 'BUY' : 'SELL'
  const smallest = Math.ceil((10_000_000 * yen) / (closePrice * lotSize))
  const types = (): AdvertTerms['transactionType'] =>
    chance.happens(0.7) ? 'CASH_SWAP' : chance.oneOf(transactionTypes)
  return {
    direction,
    shareQuantity: smallest * lotSize * chance.between(1, 6),
    minimumQuantity: chance.between(10, 40),
    duration: chance.oneOf(durations),
    credibilityHurdle: chance.happens(0.9) ? 10 : chance.oneOf([21, 41, 61]),
    transactionType: types(),
    transactionTypePreference: types(),
    brokerIds: chance.someOf(brokerIds, 1).slice(0, 4),
    ranked: chance.happens(0.5),
    quantityDecay: chance.happens(0.2),
    advertisingTriggerActivated: chance.happens(0.15),
    advertisingTrigger: advertisingLevel(direction, closePrice, chance.between(0, 100), security),
    knockoutTriggerActivated: chance.happens(0.2),
    knockoutTrigger: knockoutLevel(direction, closePrice, chance.between(150, 500), security),
    indexRelativeKOTriggerActivated: chance.happens(0.1),
    indexRelativeKOTrigger: chance.oneOf([300, 350, 500, 700]),
  }
}
