import type { Limits, Range } from '../limits.ts'
import type { Duration, TransactionType } from './advert.ts'
import { isInSteps, percentOf, percentStep } from './percent.ts'

/** Offsets in percent, as the preferences form shows them (specification 3). */
export interface PriceConditions {
  readonly advertTriggerOffset: number
  readonly advertTriggerStatus: boolean
  readonly knockoutTriggerOffset: number
  readonly knockoutTriggerStatus: boolean
  readonly indexRelativeOffset: number
  readonly indexRelativeStatus: boolean
}

export interface AdvertPreferences {
  readonly credibilityHurdle: number
  readonly duration: Duration
  /** Integer percent of the share quantity. */
  readonly minQuantity: number
  readonly quantityDecay: boolean
  readonly transactionType: TransactionType
  readonly contraTransactionType: TransactionType
}

export interface PathPreferences {
  readonly ranked: boolean
  /** In order of preference. The wire adds the names. */
  readonly brokers: readonly { readonly id: string }[]
}

/** What a trader's new adverts begin with, in the specification's words (specification 3). */
export interface TraderPreferences {
  readonly priceConditions: PriceConditions
  readonly advertPreferences: AdvertPreferences
  readonly pathPreferences: PathPreferences
}

/** What the call answers to a trader who never saved any (specification 3, 9). */
export const defaultPreferences: TraderPreferences = {
  priceConditions: {
    advertTriggerOffset: 0,
    advertTriggerStatus: false,
    knockoutTriggerOffset: 5,
    knockoutTriggerStatus: false,
    indexRelativeOffset: 0,
    indexRelativeStatus: false,
  },
  advertPreferences: {
    credibilityHurdle: 3,
    duration: '60',
    minQuantity: 25,
    quantityDecay: false,
    transactionType: 'CASH_ONLY',
    contraTransactionType: 'CASH_ONLY',
  },
  pathPreferences: { ranked: false, brokers: [] },
}

/** What a new advert of such a trader begins with: 50 and 150 instead of 25 and 60 (rules 19). */
export const editorDefaults: TraderPreferences = {
  ...defaultPreferences,
  advertPreferences: { ...defaultPreferences.advertPreferences, minQuantity: 50, duration: '150' },
}

/**
 * Preferences as a form first shows them and a draft takes them (rules 19): a hurdle under 10 reads as 10,
 * and a condition that is off proposes an offset with which it can be switched on, which for index-relative
 * is 3. What is on stays as it was saved, so that the form can say what is wrong with it.
 */
export function normalizedPreferences(preferences: TraderPreferences, limits: Limits): TraderPreferences {
  const { priceConditions: price, advertPreferences: advert, pathPreferences } = preferences
  const { triggerOffset, indexRelativeOffset, credibilityHurdle } = limits
  const { advertTriggerStatus, knockoutTriggerStatus, indexRelativeStatus } = price
  const offset = (name: OffsetName, isOn: boolean, range: Range): number =>
    isOn || isUsable(price[name], range)
      ? price[name]
      : within(range, defaultPreferences.priceConditions[name])
  return {
    priceConditions: {
      ...price,
      advertTriggerOffset: offset('advertTriggerOffset', advertTriggerStatus, triggerOffset),
      knockoutTriggerOffset: offset('knockoutTriggerOffset', knockoutTriggerStatus, triggerOffset),
      indexRelativeOffset: offset('indexRelativeOffset', indexRelativeStatus, indexRelativeOffset),
    },
    advertPreferences: {
      ...advert,
      credibilityHurdle: Math.max(credibilityHurdle.min, advert.credibilityHurdle),
    },
    pathPreferences,
  }
}

type OffsetName = 'advertTriggerOffset' | 'knockoutTriggerOffset' | 'indexRelativeOffset'

/** The nearest value, in percent, inside a range in basis points. */
const within = ({ min, max }: Range, percent: number): number =>
  Math.min(percentOf(max), Math.max(percentOf(min), percent))

const isUsable = (percent: number, range: Range): boolean =>
  within(range, percent) === percent && isInSteps(percent, percentStep)
