import type { PresetDuration, TransactionType } from '../model/advert.ts'
import type { Limits, Range } from '../model/limits.ts'
import { isInSteps, percentOf, percentStep } from './percent.ts'

/** Offsets in percent, as the preferences form shows them (docs/specification.md §3). */
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
  readonly duration: PresetDuration
  /** Integer percent of the share quantity. */
  readonly minQuantity: number
  readonly quantityDecay: boolean
  readonly transactionType: TransactionType
  readonly contraTransactionType: TransactionType
}

export interface PathPreferences {
  readonly ranked: boolean
  /** In order of preference. The API adds the names. */
  readonly brokers: readonly { readonly id: string }[]
}

/**
 * The defaults for a trader's new adverts, with the field names of the specification (docs/specification.md
 * §3).
 */
export interface TraderPreferences {
  readonly priceConditions: PriceConditions
  readonly advertPreferences: AdvertPreferences
  readonly pathPreferences: PathPreferences
}

/** The preferences of a trader who never saved any (docs/specification.md §3, §9). */
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

/** The defaults of the editor for such a trader: 50 percent and 150 minutes instead of 25 and 60. */
export const editorDefaults: TraderPreferences = {
  ...defaultPreferences,
  advertPreferences: { ...defaultPreferences.advertPreferences, minQuantity: 50, duration: '150' },
}

/**
 * Preferences as a form and a draft start with them: a hurdle below 10 becomes 10, and a condition that is
 * off gets an offset with which it can be switched on (3 percent for index-relative). A condition that is on
 * stays as saved, so that the form can report what is wrong with it.
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
