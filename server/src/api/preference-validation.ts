import type {
  AdvertPreferencesForm,
  PriceConditionsForm,
  TraderDefaultsForm,
} from '@aitai/contract/schemas/preferences.ts'
import {
  type PreferenceError,
  validateAdvertPreferences,
  validatePathPreferences,
  validatePriceConditions,
} from '@aitai/engine/adverts/preference-validation.ts'
import type {
  AdvertPreferences,
  PathPreferences,
  PriceConditions,
  TraderPreferences,
} from '@aitai/engine/adverts/preferences.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { Refused } from '../errors.ts'
import { FailedCall, invalid } from '../http/failures.ts'

/**
 * Price conditions in the form in which they are stored, or a failure that names the first wrong field.
 * `under` is the name of the group that contains the fields (docs/specification.md §5).
 */
export function priceConditionsFrom(
  form: PriceConditionsForm,
  limits: Limits,
  under: string,
): PriceConditions {
  const prices = {
    advertTriggerOffset: form.advertTriggerOffset ?? null,
    advertTriggerStatus: form.advertTriggerStatus,
    knockoutTriggerOffset: form.knockoutTriggerOffset ?? null,
    knockoutTriggerStatus: form.knockoutTriggerStatus,
    indexRelativeOffset: form.indexRelativeOffset ?? null,
    indexRelativeStatus: form.indexRelativeStatus,
  }
  refuse(validatePriceConditions(prices, limits), (field) => under + field)
  // A missing one would have been reported as a failure above.
  return prices as PriceConditions
}

/** As `priceConditionsFrom`, for all of them. */
export const preferencesFrom = (
  { priceConditions, advertPreferences, pathPreferences }: TraderDefaultsForm,
  limits: Limits,
  usableBrokerIds: readonly string[],
  under = '',
): TraderPreferences => ({
  priceConditions: priceConditionsFrom(priceConditions, limits, `${under}priceConditions/`),
  advertPreferences: advertPreferencesFrom(advertPreferences, limits, `${under}advertPreferences/`),
  pathPreferences: pathPreferencesFrom(
    pathPreferences,
    limits,
    usableBrokerIds,
    `${under}pathPreferences/brokers`,
  ),
})

/** As `priceConditionsFrom`, for the advertising preferences. */
export function advertPreferencesFrom(
  form: AdvertPreferencesForm,
  limits: Limits,
  under: string,
): AdvertPreferences {
  const advert = {
    credibilityHurdle: form.credibilityHurdle ?? null,
    duration: form.duration ?? null,
    minQuantity: form.minQuantity ?? null,
    quantityDecay: form.quantityDecay,
    transactionType: form.transactionType ?? null,
    contraTransactionType: form.contraTransactionType ?? null,
  }
  refuse(validateAdvertPreferences(advert, limits), (field) => under + field)
  return advert as AdvertPreferences
}

/** As `priceConditionsFrom`, for the brokers; those that the institution may no longer use are dropped. */
export function pathPreferencesFrom(
  { ranked, brokers }: PathPreferences,
  limits: Limits,
  usableBrokerIds: readonly string[],
  called: string,
): PathPreferences {
  // Store the ids only, because names may change.
  const path = { ranked, brokers: brokers.map(({ id }) => ({ id })) }
  refuse(validatePathPreferences(path, limits, usableBrokerIds), () => called)
  return path
}

/** Refuses the first failure. `called` maps the fields of a group to their names in the body. */
function refuse([first]: readonly PreferenceError[], called: (field: string) => string): void {
  if (!first) return
  const { field, fault, bound } = first
  const group = field.indexOf('.')
  const name = called(field.slice(group + 1))
  if (fault === 'unknown' || fault === 'duplicate') throw ofWords(field, name)
  const variables = bound === undefined ? {} : { [fault]: bound }
  const message = textIn('En', `field.${fault}`, variables)
  const rule = { fault, ...variables }
  throw new FailedCall(400, { errorCode: 'INVALID', message, field: name, variables: rule })
}

/** Refuses an unknown or foreign broker, and one that is listed twice, as submit does (docs/rules.md §15). */
const ofWords = (field: PreferenceError['field'], name: string): Error =>
  field === 'pathPreferences.brokers' ? new Refused({ errorCode: 'ADVERT-BROKER' }) : invalid(name)
