import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import { roundDownToTick } from '@aitai/engine/market/tick-sizes.ts'
import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import { opposite } from '@aitai/engine/model/locate.ts'
import { toYen, yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { termsView } from '@aitai/server/market/terms-views.ts'
import { drawTerms } from '../../../engine/test/random-terms.ts'
import type { Random } from '../../harness/random.ts'

/** The terms of an advert, without its id and its security. */
export type Terms = Omit<AdvertSubmission, 'id' | 'securityId'>

export function sharesFor({ closePrice, lotSize }: Security, notional: number): number {
  return Math.ceil((notional * yen) / closePrice / lotSize) * lotSize
}

/** The level at this share of the close, in yen. */
const levelAt = (security: Security, share: number): number =>
  toYen(roundDownToTick(Math.round(security.closePrice * share), security))

const million = 1_000_000

/** The largest notional of the observed institution, in yen. */
const largestObserved = 150 * million

/** Terms of the observed institution and of its partner: cash only, and small. */
export const observedTerms = (
  chance: Random,
  security: Security,
  direction: Direction,
  brokerIds: readonly string[],
): Terms =>
  termsView(
    drawTerms(
      chance,
      { security, brokerIds },
      {
        direction,
        minimumQuantity: chance.between(10, 40),
        shareQuantity: sharesFor(security, chance.between(30, largestObserved / million) * million),
        credibilityHurdle: chance.oneOf([3, 10, 21, 41]),
        transactionType: 'CASH_ONLY',
        transactionTypePreference: 'CASH_ONLY',
      },
    ),
  )

/** Any terms, such as an institution uses that the observed one can never be located with. */
export const freeTerms = (
  chance: Random,
  security: Security,
  brokerIds: readonly string[],
  direction: Direction = chance.oneOf(directions),
): Terms =>
  termsView(
    drawTerms(
      chance,
      { security, brokerIds },
      {
        direction,
        minimumQuantity: chance.between(10, 30),
        shareQuantity: sharesFor(security, chance.between(20, 900) * million),
        credibilityHurdle: chance.oneOf([10, 10, 21, 41]),
      },
    ),
  )

/** Terms that are located with the same terms on the other side. */
export const simpleTerms = (
  security: Security,
  brokerIds: readonly string[],
  direction: Direction,
): Terms => ({
  direction,
  shareQuantity: sharesFor(security, 50 * million),
  minimumQuantity: 10,
  duration: 'END_OF_DAY',
  credibilityHurdle: 10,
  brokerIds: [...brokerIds],
  ranked: false,
  quantityDecay: false,
  transactionType: 'CASH_ONLY',
  transactionTypePreference: 'CASH_ONLY',
})

/** Kept apart from everything that the observed institution offers. */
export const swapsOnly = { transactionType: 'SWAP_ONLY', transactionTypePreference: 'SWAP_ONLY' } as const

/** Why terms cannot be located with the observed institution's, by the condition of docs/rules.md §3. */
export const separations = ['SIDE', 'LIVE', 'SIZE', 'HURDLE', 'TYPE'] as const

/**
 * Terms that cannot be located with the observed institution, which has `observed` as its direction in this
 * security: the same side, an advertising trigger that the market does not reach, a minimum above everything that
 * the observed institution offers, a hurdle above its rating, or swaps only.
 */
export function separatedTerms(
  chance: Random,
  security: Security,
  brokerIds: readonly string[],
  observed: Direction,
): Terms {
  const separation = chance.oneOf(separations)
  const direction = separation === 'SIDE' ? observed : opposite(observed)
  const terms = freeTerms(chance, security, brokerIds, direction)
  const sign = direction === 'BUY' ? 1 : -1
  switch (separation) {
    case 'SIDE':
      return terms
    case 'LIVE':
      return {
        ...terms,
        advertisingTriggerActivated: true,
        advertisingTrigger: levelAt(security, 1 - sign * 0.09),
      }
    case 'SIZE':
      // Decay does not go below 75 %, which is far above the other side's largest quantity at any price.
      return { ...terms, shareQuantity: sharesFor(security, 8 * largestObserved), minimumQuantity: 75 }
    case 'HURDLE':
      return { ...terms, credibilityHurdle: 100 }
    case 'TYPE':
      return { ...terms, ...swapsOnly }
  }
}
