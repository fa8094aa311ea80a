import { tickAt } from '../market/tick-sizes.ts'
import type { AdvertTerms } from '../model/advert.ts'
import { isInRange, type Limits } from '../model/limits.ts'
import { type Price, toYen } from '../model/price.ts'
import type { Refusal } from '../model/refusals.ts'
import type { Security } from '../model/security.ts'
import { firstRefusal, type Guards, guardsInOrder } from './guard.ts'
import { percentOf } from './percent.ts'

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

type TriggerRefusalCode = 'TRIGGER-LEVEL' | 'TRIGGER-ORDER' | 'LIMIT-LEVEL' | 'LIMIT-ORDER' | 'TRIGGER-INDEX'

interface TriggerContext {
  readonly security: Security
  readonly limits: Limits
}

const dayLimitsOf = (_: AdvertTerms, { security: { minPrice, maxPrice } }: TriggerContext) => ({
  min: toYen(minPrice),
  max: toYen(maxPrice),
})

/**
 * The rules about triggers and the limit price (docs/rules.md §11, §25). Only triggers that are on are validated. In
 * the variables, levels are in yen and offsets in percent.
 */
export const triggerGuards = {
  'TRIGGER-LEVEL': {
    fails: (terms, { security }) =>
      (terms.advertisingTriggerActivated && !isLevel(terms.advertisingTrigger, security)) ||
      (terms.knockoutTriggerActivated && !isLevel(terms.knockoutTrigger, security)),
    variables: dayLimitsOf,
  },
  'TRIGGER-ORDER': { fails: (terms) => !areInOrder(terms) },
  'LIMIT-LEVEL': {
    fails: ({ limitPrice }, { security }) => limitPrice !== null && !isLevel(limitPrice, security),
    variables: dayLimitsOf,
  },
  'LIMIT-ORDER': { fails: (terms) => !isLimitInOrder(terms) },
  'TRIGGER-INDEX': {
    fails: ({ indexRelativeKOTriggerActivated, indexRelativeKOTrigger }, { limits }) =>
      indexRelativeKOTriggerActivated && !isInRange(limits.indexRelativeOffset, indexRelativeKOTrigger),
    variables: (_, { limits: { indexRelativeOffset: range } }) => ({
      min: percentOf(range.min),
      max: percentOf(range.max),
    }),
  },
} satisfies Guards<TriggerRefusalCode, TriggerContext>

const everyTriggerGuard = guardsInOrder<TriggerRefusalCode, TriggerContext>(
  triggerGuards,
  Object.keys(triggerGuards) as TriggerRefusalCode[],
)

/** What is wrong with the triggers of an advert, or null. */
export const validateTriggers = (terms: AdvertTerms, security: Security, limits: Limits): Refusal | null =>
  firstRefusal(everyTriggerGuard, terms, { security, limits })

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

/**
 * Beyond a limit at or over its knockout a BUY would end without ever having waited; below its advertising level it
 * would go live only to wait (docs/rules.md §25). A SELL mirrors it.
 */
function isLimitInOrder(terms: AdvertTerms): boolean {
  const { direction, limitPrice: limit } = terms
  if (limit === null) return true
  const [advertising, knockout] = [advertisingOf(terms), knockoutOf(terms)]
  return direction === 'BUY'
    ? (knockout === null || limit < knockout) && (advertising === null || limit >= advertising)
    : (knockout === null || limit > knockout) && (advertising === null || limit <= advertising)
}
