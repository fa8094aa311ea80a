import { tickAt } from '../market/tick-sizes.ts'
import type { AdvertTerms } from '../model/advert.ts'
import type { Limits } from '../model/limits.ts'
import { type Price, toYen } from '../model/price.ts'
import type { Refusal } from '../model/refusals.ts'
import type { Security } from '../model/security.ts'

/** A level counts only while its trigger is on. The editor retains the level of a trigger that is off. */
const inForce = <T extends number>(activated: boolean, level: T | null): T | null =>
  activated ? level : null
const advertisingOf = (terms: AdvertTerms): Price | null =>
  inForce(terms.advertisingTriggerActivated, terms.advertisingTrigger)
const knockoutOf = (terms: AdvertTerms): Price | null =>
  inForce(terms.knockoutTriggerActivated, terms.knockoutTrigger)
const indexRelativeOf = (terms: AdvertTerms): number | null =>
  inForce(terms.indexRelativeKOTriggerActivated, terms.indexRelativeKOTrigger)

/** Whether new terms switch the advertising trigger, or change its level while it is on. */
export const changesAdvertisingTrigger = (was: AdvertTerms, is: AdvertTerms): boolean =>
  advertisingOf(was) !== advertisingOf(is)

/** Whether new terms switch any trigger, or change the level of one that is on (docs/rules.md §4, §13). */
export const changesTriggers = (was: AdvertTerms, is: AdvertTerms): boolean =>
  changesAdvertisingTrigger(was, is) ||
  knockoutOf(was) !== knockoutOf(is) ||
  indexRelativeOf(was) !== indexRelativeOf(is)

/** Whether a level is a possible price today: on the tick grid and inside the daily limits. */
const isLevel = (level: Price | null, security: Security): boolean =>
  level !== null &&
  level > 0 &&
  level >= security.minPrice &&
  level <= security.maxPrice &&
  level % tickAt(level, security) === 0

/**
 * What is wrong with the triggers of an advert, or null (docs/rules.md §11). Only triggers that are on are
 * validated. In the variables, levels are in yen and offsets in percent.
 */
export function validateTriggers(terms: AdvertTerms, security: Security, limits: Limits): Refusal | null {
  const { advertisingTrigger: advertising, knockoutTrigger: knockout, indexRelativeKOTrigger: index } = terms
  const isWrong = (activated: boolean, level: Price | null): boolean => activated && !isLevel(level, security)
  if (
    isWrong(terms.advertisingTriggerActivated, advertising) ||
    isWrong(terms.knockoutTriggerActivated, knockout)
  )
    return fault('TRIGGER-LEVEL', toYen(security.minPrice), toYen(security.maxPrice))
  if (!areInOrder(terms)) return { errorCode: 'TRIGGER-ORDER' }
  const { min, max } = limits.indexRelativeOffset
  const isOffset = Number.isSafeInteger(index) && Number(index) >= min && Number(index) <= max
  return terms.indexRelativeKOTriggerActivated && !isOffset
    ? fault('TRIGGER-INDEX', min / 100, max / 100)
    : null
}

const fault = (errorCode: Refusal['errorCode'], min: number, max: number): Refusal => ({
  errorCode,
  variables: { min, max },
})

/**
 * The advertising level must be below the knockout for a BUY and above for a SELL, or it could never stay
 * live.
 */
const areInOrder = (terms: AdvertTerms): boolean => {
  const { direction, advertisingTrigger: advertising, knockoutTrigger: knockout } = terms
  if (!terms.advertisingTriggerActivated || !terms.knockoutTriggerActivated) return true
  if (advertising === null || knockout === null) return true
  return direction === 'BUY' ? advertising < knockout : advertising > knockout
}
