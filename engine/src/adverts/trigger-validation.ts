import { tickAt } from '../market/tick-sizes.ts'
import type { Advert, AdvertTerms } from '../model/advert.ts'
import { isInRange, type Limits } from '../model/limits.ts'
import { type Price, toYen } from '../model/price.ts'
import type { Refusal } from '../model/refusals.ts'
import type { Security } from '../model/security.ts'
import { firstRefusal, type Guards, guardsInOrder } from './guard.ts'
import { percentOf } from './percent.ts'

/** The triggers of an advert; each is a switch and a value among its terms (docs/rules.md §11). */
export const triggers = {
  advertising: { on: 'advertisingTriggerActivated', value: 'advertisingTrigger' },
  knockout: { on: 'knockoutTriggerActivated', value: 'knockoutTrigger' },
  indexRelative: { on: 'indexRelativeKOTriggerActivated', value: 'indexRelativeKOTrigger' },
} as const satisfies Record<string, { readonly on: keyof AdvertTerms; readonly value: keyof AdvertTerms }>
export type Trigger = keyof typeof triggers
export const triggerKinds = Object.keys(triggers) as readonly Trigger[]

/** A value counts only while its trigger is on. The editor retains the value of a trigger that is off. */
const inForce = (trigger: Trigger, terms: AdvertTerms): number | null =>
  terms[triggers[trigger].on] ? terms[triggers[trigger].value] : null

/** Whether new terms switch a trigger, or change its value while it is on. */
export const changesTrigger = (trigger: Trigger, was: AdvertTerms, is: AdvertTerms): boolean =>
  inForce(trigger, was) !== inForce(trigger, is)

/** Whether new terms switch any trigger, or change the value of one that is on (docs/rules.md §4, §13). */
export const changesTriggers = (was: AdvertTerms, is: AdvertTerms): boolean =>
  triggerKinds.some((trigger) => changesTrigger(trigger, was, is))

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

/** What decides whether a trader may switch or move an advertising trigger. */
interface ArmingContext {
  readonly limits: Pick<Limits, 'armingRating'>
  /** The trader's own credibility rating. */
  readonly rating: number
  /** The advert that is modified; null for one that is sent. */
  readonly modified: Pick<Advert, 'terms' | 'advertTriggerSatisfied'> | null
}

/** Whether the advertising trigger has fired. It stays as it is until its advert is sent again (docs/rules.md §11). */
export const hasFired = (modified: ArmingContext['modified']): boolean =>
  modified?.advertTriggerSatisfied === true

/** Arming an advertising trigger requires a rating of 41. An armed one stays armed (docs/rules.md §11). */
export const mayArm = ({ limits, rating, modified }: ArmingContext): boolean =>
  rating >= limits.armingRating || modified?.terms.advertisingTriggerActivated === true

type ArmingRefusalCode = 'TRIGGER-SATISFIED' | 'TRIGGER-RATING'

/** The rules about who may change an advertising trigger, and when (docs/rules.md §11). */
export const armingGuards = {
  'TRIGGER-SATISFIED': {
    fails: (terms, { modified }) =>
      modified !== null && hasFired(modified) && changesTrigger('advertising', modified.terms, terms),
  },
  'TRIGGER-RATING': {
    fails: ({ advertisingTriggerActivated }, context) => advertisingTriggerActivated && !mayArm(context),
    variables: (_, { limits }) => ({ rating: limits.armingRating }),
  },
} satisfies Guards<ArmingRefusalCode, ArmingContext>

const everyArmingGuard = guardsInOrder<ArmingRefusalCode, ArmingContext>(
  armingGuards,
  Object.keys(armingGuards) as ArmingRefusalCode[],
)

/** Why the trader may not have the advertising trigger of these terms, or null. */
export const validateArming = (terms: AdvertTerms, context: ArmingContext): Refusal | null =>
  firstRefusal(everyArmingGuard, terms, context)

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
  const [advertising, knockout] = [inForce('advertising', terms), inForce('knockout', terms)]
  return direction === 'BUY'
    ? (knockout === null || limit < knockout) && (advertising === null || limit >= advertising)
    : (knockout === null || limit > knockout) && (advertising === null || limit <= advertising)
}
