import type { Limits, Range } from '../limits.ts'
import { durations, transactionTypes } from './advert.ts'
import { isInSteps, percentOf, percentStep } from './percent.ts'
import type { AdvertPreferences, PathPreferences, PriceConditions } from './preferences.ts'

/** A group of preferences while somebody fills it in: a field that was emptied is null. */
type Unfilled<T> = {
  readonly [K in keyof T]: T[K] extends boolean | readonly unknown[] ? T[K] : T[K] | null
}

/** What a form or a call proposes to save. Without faults it is TraderPreferences. */
export interface PreferenceForm {
  readonly priceConditions: Unfilled<PriceConditions>
  readonly advertPreferences: Unfilled<AdvertPreferences>
  readonly pathPreferences: PathPreferences
}

/** Where a field stands in the form. */
export type PreferenceField =
  | `priceConditions.${keyof PriceConditions}`
  | `advertPreferences.${keyof AdvertPreferences}`
  | `pathPreferences.${keyof PathPreferences}`

/** What is wrong with a field, and the bound it misses in the unit of the field. */
interface Fault {
  readonly fault: 'required' | 'min' | 'max' | 'step' | 'unknown' | 'duplicate'
  readonly bound?: number
}

export interface PreferenceError extends Fault {
  readonly field: PreferenceField
}

/**
 * Everything that keeps preferences from being saved, one fault at most of each field, in the order of the
 * form (specification 5, rules 19). Usable brokers are those the trader's institution may choose from.
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

/** Offsets are measured while their condition is on; the number itself is never missing (rules 19). */
export function validatePriceConditions(price: PreferenceForm['priceConditions'], limits: Limits) {
  const offset = (value: number | null, isOn: boolean, { min, max }: Range): Fault | null =>
    isOn ? numberFault(value, { min: percentOf(min), max: percentOf(max) }, percentStep) : absence(value)
  const { triggerOffset, indexRelativeOffset } = limits
  const { advertTriggerOffset, knockoutTriggerOffset, indexRelativeOffset: apart } = price
  return faultsOf({
    'priceConditions.advertTriggerOffset': offset(
      advertTriggerOffset,
      price.advertTriggerStatus,
      triggerOffset,
    ),
    'priceConditions.knockoutTriggerOffset': offset(
      knockoutTriggerOffset,
      price.knockoutTriggerStatus,
      triggerOffset,
    ),
    'priceConditions.indexRelativeOffset': offset(apart, price.indexRelativeStatus, indexRelativeOffset),
  })
}

/** Saving asks for a hurdle of 10, though one that was never saved may read lower (rules 19). */
export const validateAdvertPreferences = (advert: PreferenceForm['advertPreferences'], limits: Limits) =>
  faultsOf({
    'advertPreferences.credibilityHurdle': numberFault(advert.credibilityHurdle, limits.credibilityHurdle, 1),
    'advertPreferences.duration': wordFault(advert.duration, durations),
    'advertPreferences.minQuantity': numberFault(advert.minQuantity, limits.minimumQuantityPercent, 1),
    'advertPreferences.transactionType': wordFault(advert.transactionType, transactionTypes),
    'advertPreferences.contraTransactionType': wordFault(advert.contraTransactionType, transactionTypes),
  })

/** One broker at least, four at most, none twice, and only usable ones (specification 5, 9). */
export const validatePathPreferences = (
  { brokers }: PathPreferences,
  limits: Limits,
  usableBrokerIds: readonly string[],
) => faultsOf({ 'pathPreferences.brokers': brokerFault(brokers, limits, usableBrokerIds) })

const faultsOf = (faults: Partial<Record<PreferenceField, Fault | null>>): PreferenceError[] =>
  Object.entries(faults).flatMap(([field, fault]) =>
    fault ? [{ field: field as PreferenceField, ...fault }] : [],
  )

/** What comes over the wire may be anything, whatever the types say. */
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
