import { presetDurations, transactionTypes } from '../model/advert.ts'
import type { Limits, Range } from '../model/limits.ts'
import { isInSteps, percentOf, percentStep } from './percent.ts'
import type { AdvertPreferences, PathPreferences, PriceConditions } from './preferences.ts'

/** A group of preferences while a form is being filled in: an empty field is null. */
type Unfilled<T> = {
  readonly [K in keyof T]: T[K] extends boolean | readonly unknown[] ? T[K] : T[K] | null
}

/** Preferences that a form or a call proposes to save. If they are valid, they are TraderPreferences. */
export interface PreferenceForm {
  readonly priceConditions: Unfilled<PriceConditions>
  readonly advertPreferences: Unfilled<AdvertPreferences>
  readonly pathPreferences: PathPreferences
}

/** The path of a field in the form. */
export type PreferenceField =
  | `priceConditions.${keyof PriceConditions}`
  | `advertPreferences.${keyof AdvertPreferences}`
  | `pathPreferences.${keyof PathPreferences}`

/** What is wrong with a field, and the bound that it violates, in the unit of the field. */
interface Fault {
  readonly fault: 'required' | 'min' | 'max' | 'step' | 'unknown' | 'duplicate'
  readonly bound?: number
}

export interface PreferenceError extends Fault {
  readonly field: PreferenceField
}

/**
 * Every reason why preferences cannot be saved, at most one per field, in the order of the form
 * (docs/specification.md §5). Usable brokers are those that the trader's institution may use.
 */
export const validatePreferences = (
  form: PreferenceForm,
  limits: Limits,
  usableBrokerIds: readonly string[],
): PreferenceError[] => [
  ...validatePriceConditions(form.priceConditions, limits),
  ...validateAdvertPreferences(form.advertPreferences, limits),
  ...validatePathPreferences(form.pathPreferences, limits, usableBrokerIds),
]

/**
 * The offsets of the two triggers must be in range even while they are off. The index-relative one must be a
 * number then, because its default of 0 is outside its range (docs/rules.md §19).
 */
export function validatePriceConditions(price: PreferenceForm['priceConditions'], limits: Limits) {
  const offset = (value: number | null, { min, max }: Range): Fault | null =>
    numberFault(value, { min: percentOf(min), max: percentOf(max) }, percentStep)
  const { triggerOffset, indexRelativeOffset } = limits
  const { advertTriggerOffset, knockoutTriggerOffset, indexRelativeOffset: indexRelative } = price
  return faultsOf({
    'priceConditions.advertTriggerOffset': offset(advertTriggerOffset, triggerOffset),
    'priceConditions.knockoutTriggerOffset': offset(knockoutTriggerOffset, triggerOffset),
    'priceConditions.indexRelativeOffset': price.indexRelativeStatus
      ? offset(indexRelative, indexRelativeOffset)
      : absence(indexRelative),
  })
}

/** A saved hurdle is at least 10, although the default for a trader who never saved any is lower. */
export const validateAdvertPreferences = (advert: PreferenceForm['advertPreferences'], limits: Limits) =>
  faultsOf({
    'advertPreferences.credibilityHurdle': numberFault(advert.credibilityHurdle, limits.credibilityHurdle, 1),
    'advertPreferences.duration': wordFault(advert.duration, presetDurations),
    'advertPreferences.minQuantity': numberFault(advert.minQuantity, limits.minimumQuantityPercent, 1),
    'advertPreferences.transactionType': wordFault(advert.transactionType, transactionTypes),
    'advertPreferences.contraTransactionType': wordFault(advert.contraTransactionType, transactionTypes),
  })

/** One to four brokers, without duplicates, all of them usable (docs/specification.md §5, §9). */
export const validatePathPreferences = (
  { brokers }: PathPreferences,
  limits: Limits,
  usableBrokerIds: readonly string[],
) => faultsOf({ 'pathPreferences.brokers': brokerFault(brokers, limits, usableBrokerIds) })

const faultsOf = (faults: Partial<Record<PreferenceField, Fault | null>>): PreferenceError[] =>
  Object.entries(faults).flatMap(([field, fault]) =>
    fault ? [{ field: field as PreferenceField, ...fault }] : [],
  )

/** Takes `unknown`, because a value from the wire may differ from its type. */
const absence = (value: unknown): Fault | null =>
  typeof value === 'number' && !Number.isNaN(value) ? null : { fault: 'required' }

function numberFault(value: number | null, { min, max }: Range, step: 1 | typeof percentStep): Fault | null {
  if (value === null || absence(value)) return { fault: 'required' }
  if (value < min) return { fault: 'min', bound: min }
  if (value > max) return { fault: 'max', bound: max }
  if (!isInSteps(value, step)) return { fault: 'step', bound: step }
  return null
}

function wordFault(value: string | null, words: readonly string[]): Fault | null {
  if (!value) return { fault: 'required' }
  return words.includes(value) ? null : { fault: 'unknown' }
}

function brokerFault(
  brokers: PathPreferences['brokers'],
  { brokersPerAdvert }: Limits,
  usableBrokerIds: readonly string[],
): Fault | null {
  const ids = brokers.map(({ id }) => id)
  if (ids.length === 0) return { fault: 'required' }
  if (ids.length > brokersPerAdvert) return { fault: 'max', bound: brokersPerAdvert }
  if (new Set(ids).size < ids.length) return { fault: 'duplicate' }
  return ids.every((id) => usableBrokerIds.includes(id)) ? null : { fault: 'unknown' }
}
