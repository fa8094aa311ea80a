import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import type { AdvertTerms } from '@aitai/engine/model/advert.ts'
import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { noSizeLimits } from '@aitai/engine/model/reference-data.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { optionalTermsOff } from '../../../engine/test/book.ts'
import { drawPrices, drawTerms, either } from '../../../engine/test/random-terms.ts'
import type { Random } from '../../harness/random.ts'
import { drawUncheckedTriggers } from '../world/advert-terms.ts'
import { drawCalendarStart } from '../world/calendars.ts'
import { drawRests, type SimulatedMarket } from '../world/market.ts'

/**
 * A market for a short history: so few institutions, sizes, hurdles, brokers and times that equal ranks and
 * exhausted budgets are the rule.
 */
export function drawHistoryMarket(chance: Random): SimulatedMarket {
  const firmIds = ids('firm', chance.between(3, 6))
  const brokerIds = ids('broker', 3)
  const securityIds = ids('security', chance.between(1, 2))
  const traders = firmIds.flatMap((firmId) =>
    ids(`${firmId}-trader`, chance.oneOf([1, 1, 2])).map((traderId) => ({ traderId, firmId })),
  )
  const hasAffiliates = chance.happens(0.15)
  const { calendar, opensAt } = drawCalendarStart(chance, chance.happens(0.7))
  const traderIds = traders.map(({ traderId }) => traderId)
  return {
    traderIds,
    walkAways: traderIds.filter(() => chance.happens(0.4)),
    firmIds,
    securityIds,
    brokerIds,
    friendly: true,
    careless: false,
    opensAt,
    reference: {
      firms: firmIds.map((firmId, i) => ({
        firmId,
        affiliateGroup: hasAffiliates && i < 2 ? 'group' : null,
        brokerIds: chance.happens(0.8) ? brokerIds : chance.someOf(brokerIds, 1),
        ...noSizeLimits,
      })),
      brokers: brokerIds.map((brokerId) => ({ brokerId, active: true, swapEnabled: chance.happens(0.8) })),
      traders,
      securities: securityIds.map(securityOf),
      calendar,
      limits: drawLimits(chance),
      rulesVersion,
    },
  }
}

const ids = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${kind}${i + 1}`)

const closePrice = 2_000 * yen

const securityOf = (securityId: string): Security => ({
  securityId,
  ric: `${securityId}.T`,
  exchange: 'XTKS',
  lotSize: 100,
  tickTable: 'FINE',
  closePrice,
  ...priceLimits(closePrice),
})

const drawLimits = (chance: Random): Limits => ({
  ...defaultLimits,
  openLocatesPerTrader: chance.between(1, 2),
  freshMarketMs: chance.oneOf([0, 0, 0, 2_000, 10_000]),
  minLiveMs: chance.oneOf([0, 0, 0, 2_000]),
  declineCooldownMs: chance.oneOf([3_000, 900_000]),
  timeoutCooldownMs: chance.oneOf([2_000, 300_000]),
  withdrawalCooldownMs: chance.oneOf([2_000, 300_000]),
  failuresToEndOfDay: chance.oneOf([2, 2, 5]),
  probing: {
    failuresPerSecurity: chance.oneOf([2, 3, 3, 20]),
    failedLocatesPerPair: chance.oneOf([1, 2, 3, 20]),
    failuresPerTrader: chance.oneOf([2, 4, 10, 40]),
    failuresPerFirm: chance.oneOf([3, 5, 15, 60]),
    withdrawalsPerSecurity: chance.oneOf([0, 0, 1, 3]),
    withdrawalsPerFirm: chance.oneOf([0, 0, 2, 5]),
    openHandoversPerTrader: chance.oneOf([0, 0, 0, 1, 2, 10]),
    ...drawRests(chance),
  },
})

/** Terms with few different values: nearly everything may be located, and much of it ranks alike. */
export const drawHistoryTerms = (
  chance: Random,
  security: Security,
  firmBrokers: readonly string[],
  mid: number,
): AdvertTerms => {
  const terms = drawTerms(
    chance,
    { security, brokerIds: firmBrokers, mid },
    {
      duration: chance.oneOf(['60', 'END_OF_DAY']),
      shareQuantity: 6_000 * chance.between(1, 3),
      minimumQuantity: chance.oneOf([10, 10, 50, 75]),
      credibilityHurdle: chance.oneOf([10, 10, 10, 56, 60, 61]),
      ...either,
      ...(chance.happens(0.8) ? {} : { transactionType: chance.oneOf(['CASH_ONLY', 'SWAP_ONLY']) }),
      brokerIds: chance.shuffled(chance.someOf(firmBrokers, chance.oneOf([1, 2, 3]))),
      ...optionalTermsOff,
      quantityDecay: chance.happens(0.25),
    },
  )
  const draw = chance.next()
  if (draw < 0.2) return { ...terms, ...drawUncheckedTriggers(chance, security, terms.direction, mid) }
  // A knockout so near that a locate is often withdrawn by it.
  if (draw < 0.4)
    return {
      ...terms,
      ...drawPrices(chance, security, terms.direction, mid),
      advertisingTriggerActivated: false,
      knockoutTriggerActivated: true,
    }
  return terms
}
