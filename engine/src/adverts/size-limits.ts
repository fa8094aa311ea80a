import { type Advert, type AdvertTerms, isInPlay } from '../model/advert.ts'
import type { Limits } from '../model/limits.ts'
import { securityOf } from '../model/lookups.ts'
import { type Price, toYen } from '../model/price.ts'
import type { Firm } from '../model/reference-data.ts'
import type { Refusal } from '../model/refusals.ts'
import { ceilLot, type Security } from '../model/security.ts'
import type { State } from '../model/state.ts'

/** The minimum in shares: ceilLot(shareQuantity × minimumQuantity %) (docs/rules.md §3). */
export const minSharesOf = (
  terms: Pick<AdvertTerms, 'shareQuantity' | 'minimumQuantity'>,
  { lotSize }: Pick<Security, 'lotSize'>,
): number => ceilLot((terms.shareQuantity * terms.minimumQuantity) / 100, lotSize)

/** The notional of a number of shares at a price. Exact below 2^53. */
export const notionalOf = (shares: number, price: Price): Price => shares * price

/** The smallest quantity that may be sent at a price, in whole lots (docs/rules.md §6). */
export const smallestQuantity = (price: Price, { lotSize }: Security, limits: Limits): number =>
  Math.max(lotSize, ceilLot(Math.ceil(limits.platformMinimumNotional / price), lotSize))

/** Whether a quantity is at least one lot and at least the platform's minimum notional (docs/rules.md §6). */
export const isLargeEnough = (shares: number, price: Price, security: Security, limits: Limits): boolean =>
  shares >= security.lotSize && notionalOf(shares, price) >= limits.platformMinimumNotional

/** What a size limit applies to: one advert, or all live adverts of the institution together. */
type SizeScope = 'ONE' | 'ALL'

/** The size limits of an institution. Null for none (docs/rules.md §22). */
export type SizeLimits = Readonly<Record<SizeScope, Price | null>>

export const sizeLimitsOf = (firm: Firm | undefined): SizeLimits => ({
  ONE: firm?.largestNotional ?? null,
  ALL: firm?.largestLiveNotional ?? null,
})

/**
 * The notional of an institution's adverts in play, except that of one security if it is given. At the close, because a
 * command carries the last price of its own security only.
 */
export function liveNotional(state: State, firmId: string, exceptSecurityId?: string): Price {
  let sum = 0
  for (const advert of state.index.openAdverts.get(firmId)?.values() ?? []) {
    if (advert.securityId === exceptSecurityId || !isInPlay(advert)) continue
    sum += notionalOf(advert.quantityRemaining, securityOf(state, advert.securityId).closePrice)
  }
  return sum
}

const above = (scope: SizeScope, limit: Price): Refusal => ({
  errorCode: 'ADVERT-ERROR-014',
  variables: { notional: toYen(limit), scope },
})

/** The refusal of a notional above a limit; null if it is within both (docs/rules.md §22). */
export function sizeFault(limits: SizeLimits, notional: Price, others: () => Price): Refusal | null {
  if (limits.ONE !== null && notional > limits.ONE) return above('ONE', limits.ONE)
  if (limits.ALL !== null && notional + others() > limits.ALL) return above('ALL', limits.ALL)
  return null
}

/** The refusal of an advert that is too large to be in play, at the last price of its security. */
export const sizeRefusal = (
  state: State,
  { firmId, securityId }: Pick<Advert, 'firmId' | 'securityId'>,
  shares: number,
  price: Price,
): Refusal | null =>
  sizeFault(sizeLimitsOf(state.firms.get(firmId)), notionalOf(shares, price), () =>
    liveNotional(state, firmId, securityId),
  )

/** The same for an advert that is not in play: only the limit on one advert applies. */
export const ownSizeRefusal = (
  state: State,
  firmId: string,
  shares: number,
  price: Price,
): Refusal | null => {
  const limits = { ...sizeLimitsOf(state.firms.get(firmId)), ALL: null }
  return sizeFault(limits, notionalOf(shares, price), () => 0)
}
