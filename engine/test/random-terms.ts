import { smallestQuantity } from '../src/adverts/size-limits.ts'
import { roundDownToTick } from '../src/market/tick-sizes.ts'
import {
  type AdvertTerms,
  type Direction,
  directions,
  longestOrderReference,
  mostRenewals,
  mostResumes,
  presetDurations,
  transactionTypes,
} from '../src/model/advert.ts'
import { defaultLimits } from '../src/model/limits.ts'
import type { Price } from '../src/model/price.ts'
import type { Security } from '../src/model/security.ts'
import type { RandomChoices } from './random-choices.ts'

/** The market in which terms are drawn. */
interface TermsMarket {
  readonly security: Security
  /** The brokers that the institution may use. */
  readonly brokerIds: readonly string[]
  /** The mid; the close if absent. */
  readonly mid?: Price
  /** The smallest and largest quantity, in multiples of the smallest that is accepted; 1 to 8 if absent. */
  readonly multiples?: readonly [from: number, to: number]
}

/** Cash and swap, both ways: compatible with every contra. */
export const either = { transactionType: 'CASH_SWAP', transactionTypePreference: 'CASH_SWAP' } as const

/**
 * Random terms that a submit accepts: mostly compatible with others, some with triggers near the market. The caller
 * fixes the terms that are not to be random.
 */
export function drawTerms(
  chance: RandomChoices,
  { security, brokerIds, mid = security.closePrice, multiples = [1, 8] }: TermsMarket,
  fixed: Partial<AdvertTerms> = {},
): AdvertTerms {
  const { direction = chance.oneOf(directions) } = fixed
  // Measured below the close, since prices fall.
  const smallest = smallestQuantity(Math.floor(security.closePrice * 0.9), security, defaultLimits)
  const transactionType = () =>
    chance.happens(0.6) ? either.transactionType : chance.oneOf(transactionTypes)
  return {
    direction,
    shareQuantity: smallest * chance.between(...multiples),
    minimumQuantity: chance.oneOf([10, 25, 50, 75, chance.between(10, 20)]),
    duration: chance.oneOf(presetDurations),
    // New accounts have a rating of 60, and 64 or 56 after one answer.
    credibilityHurdle: chance.happens(0.7) ? 10 : chance.oneOf([1, 3, 21, 41, 56, 57, 60, 60, 61, 64]),
    transactionType: transactionType(),
    transactionTypePreference: transactionType(),
    brokerIds: chance.shuffled(chance.someOf(brokerIds, Math.min(2, brokerIds.length))).slice(0, 4),
    ranked: chance.happens(0.6),
    quantityDecay: chance.happens(0.3),
    ...drawOrder(chance),
    ...drawAutomatic(chance),
    ...drawPrices(chance, security, direction, mid),
    ...fixed,
  }
}

/** The order behind an advert: nothing, or a reference, some of them as long as one may be, with quantities. */
export function drawOrder(
  chance: RandomChoices,
): Pick<AdvertTerms, 'orderReference' | 'parentQuantity' | 'doneElsewhere'> {
  if (!chance.happens(0.3)) return { orderReference: null, parentQuantity: null, doneElsewhere: 0 }
  const reference = `PT-${chance.between(1, 999)} 注文`
  return {
    orderReference: chance.oneOf([reference, reference.padEnd(longestOrderReference, '-')]),
    parentQuantity: chance.oneOf([null, chance.between(1, 1_000_000)]),
    doneElsewhere: chance.oneOf([0, chance.between(1, 1_000_000)]),
  }
}

/** Mostly nothing, as most traders have it. */
export const drawAutomatic = (chance: RandomChoices): Pick<AdvertTerms, 'autoRenewals' | 'autoResumes'> => ({
  autoRenewals: chance.happens(0.3) ? chance.between(1, mostRenewals) : 0,
  autoResumes: chance.happens(0.3) ? chance.between(1, mostResumes) : 0,
})

type PriceTerms = Pick<
  AdvertTerms,
  | 'limitPrice'
  | ('advertisingTriggerActivated' | 'advertisingTrigger' | 'knockoutTriggerActivated' | 'knockoutTrigger')
  | ('indexRelativeKOTriggerActivated' | 'indexRelativeKOTrigger')
>

/** Levels and a limit near the market, so that they fire or are crossed sometimes. */
export function drawPrices(
  chance: RandomChoices,
  security: Security,
  direction: Direction,
  mid: Price,
): PriceTerms {
  const sign = direction === 'BUY' ? 1 : -1
  /** The level this many basis points on the far side of the mid: above it for a buyer. */
  const level = (beyond: number): Price =>
    roundDownToTick(Math.floor((mid * (10_000 + sign * beyond)) / 10_000), security)
  // Where the advertising level is beyond the mid already, the trigger fires at once.
  const advertising = -chance.oneOf([0, chance.between(-50, 120), chance.between(0, 120)])
  const knockout = Math.max(0, advertising) + chance.oneOf([20, chance.between(30, 250)])
  const hasTrigger = chance.happens(0.25)
  const hasKnockout = chance.happens(0.25)
  // Between the levels of the triggers that are on.
  const nearest = hasTrigger ? advertising : -120
  const limit = chance.between(nearest, hasKnockout ? knockout - 10 : Math.max(nearest, 60))
  return {
    limitPrice: chance.happens(0.25) ? level(limit) : null,
    advertisingTriggerActivated: hasTrigger,
    advertisingTrigger: level(advertising),
    knockoutTriggerActivated: hasKnockout,
    knockoutTrigger: level(knockout),
    indexRelativeKOTriggerActivated: chance.happens(0.25),
    indexRelativeKOTrigger: chance.oneOf([300, 300, 350, 400, 500, 700]),
  }
}
