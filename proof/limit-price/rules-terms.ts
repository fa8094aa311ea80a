import type { AdvertTerms } from '@aitai/engine/model/advert.ts'
import { type DayPrices, isLevel } from './rules-market.ts'

/* An advert and its terms as docs/rules.md §3, §4, §11 and §25 describe them. */

export type Side = 'BUY' | 'SELL'
export type Answer = 'ACCEPT' | 'DECLINE'
type Status = 'SENT' | 'LIVE' | 'PAUSED' | 'ACCEPT/DECLINE?' | 'LOCATED' | 'COMPLETED' | 'DEAD'

export interface RulesAdvert {
  readonly id: string
  readonly firmId: string
  readonly securityId: string
  /** The order of drafting. */
  readonly sequence: number
  terms: AdvertTerms
  status: Status
  cause: string | null
  expiry: number
  priorityTime: number
  /** Its limit has been confirmed to be beyond. */
  waits: boolean
  /** Its advertising trigger has fired. */
  hasFired: boolean
  /** It has waited for its limit alone since it took its priority time. For the coverage only. */
  hasWaited: boolean
}

const lot = 100

/** 25.1 */
export const isBeyond = ({ direction, limitPrice }: AdvertTerms, price: number): boolean => {
  if (limitPrice === null) return false
  return direction === 'BUY' ? price > limitPrice : price < limitPrice
}

/** 11.5 and 11.6 */
export const reachesKnockout = (
  { direction, knockoutTriggerActivated, knockoutTrigger }: AdvertTerms,
  mid: number,
) =>
  knockoutTriggerActivated &&
  knockoutTrigger !== null &&
  (direction === 'BUY' ? mid >= knockoutTrigger : mid <= knockoutTrigger)

/** 11.1 and 11.2 */
export const reachesTrigger = ({ direction, advertisingTrigger }: AdvertTerms, mid: number): boolean =>
  advertisingTrigger !== null && (direction === 'BUY' ? mid <= advertisingTrigger : mid >= advertisingTrigger)

/** 25.10 and 25.11 */
export function refusalOf(terms: AdvertTerms, prices: DayPrices): 'LIMIT-LEVEL' | 'LIMIT-ORDER' | null {
  const { direction, limitPrice } = terms
  if (limitPrice === null) return null
  if (!isLevel(limitPrice, prices)) return 'LIMIT-LEVEL'
  const isAbove = (a: number, b: number): boolean => (direction === 'BUY' ? a > b : a < b)
  const knockout = terms.knockoutTriggerActivated ? terms.knockoutTrigger : null
  if (knockout !== null && !isAbove(knockout, limitPrice)) return 'LIMIT-ORDER'
  const trigger = terms.advertisingTriggerActivated ? terms.advertisingTrigger : null
  return trigger !== null && isAbove(trigger, limitPrice) ? 'LIMIT-ORDER' : null
}

/** Whether a limit lets in more prices than the one before (25.7). */
export const letsInMore = (before: AdvertTerms, { direction, limitPrice }: AdvertTerms): boolean => {
  if (before.limitPrice === null) return false
  if (limitPrice === null) return true
  return direction === 'BUY' ? limitPrice > before.limitPrice : limitPrice < before.limitPrice
}

export const stateOfTrigger = ({ advertisingTriggerActivated, advertisingTrigger }: AdvertTerms) =>
  advertisingTriggerActivated ? advertisingTrigger : null
const stateOfKnockout = ({ knockoutTriggerActivated, knockoutTrigger }: AdvertTerms) =>
  knockoutTriggerActivated ? knockoutTrigger : null

/** Whether a change of terms takes a new priority time (4.7, 4.18, 25.7). */
export const losesPriority = (before: AdvertTerms, after: AdvertTerms): boolean =>
  before.direction !== after.direction ||
  before.minimumQuantity !== after.minimumQuantity ||
  stateOfTrigger(before) !== stateOfTrigger(after) ||
  stateOfKnockout(before) !== stateOfKnockout(after) ||
  after.shareQuantity > before.shareQuantity ||
  letsInMore(before, after)

export const minSharesOf = ({ shareQuantity, minimumQuantity }: AdvertTerms): number =>
  Math.ceil((shareQuantity * minimumQuantity) / 100 / lot) * lot
