import type { AdvertTerms, TriggerOffsets } from '../adverts/advert.ts'
import { advertisingLevel, knockoutLevel } from '../adverts/trigger-levels.ts'
import type { Limits, Range } from '../limits.ts'
import type { Price } from '../market/price.ts'
import { floorLot, type Security } from '../market/security.ts'

/** A row that could be read: what it wants, and from where its levels are to be computed. */
export interface UploadRow {
  readonly line: number
  readonly security: Security
  readonly terms: Omit<AdvertTerms, 'advertisingTrigger' | 'knockoutTrigger'>
  /** In basis points; null where a restored advert says none. */
  readonly offsets: { readonly [Kind in keyof TriggerOffsets]: number | null }
  /** The line of another row on this security that keeps this one from being sent. */
  readonly otherLine: number | null
}

export const isInRange = ({ min, max }: Range, value: number | null): value is number =>
  value !== null && Number.isSafeInteger(value) && value >= min && value <= max

/**
 * The advert as it would be sent: the quantity in whole lots, rounded down as the editor does, and levels
 * computed from today's close with the offsets (rules 11, 18). An offset that nobody may choose makes none,
 * and that of an index-relative cancel which is off is left out: a submit would not take it.
 */
export function rowTerms({ security, terms, offsets }: UploadRow, limits: Limits): AdvertTerms {
  const levelOf = (offset: number | null, level: typeof knockoutLevel): Price | null =>
    isInRange(limits.triggerOffset, offset)
      ? level(terms.direction, security.closePrice, offset, security)
      : null
  const { indexRelativeKOTriggerActivated, indexRelativeKOTrigger: apart } = terms
  const isKept = indexRelativeKOTriggerActivated || isInRange(limits.indexRelativeOffset, apart)
  return {
    ...terms,
    shareQuantity: floorLot(terms.shareQuantity, security.lotSize),
    indexRelativeKOTrigger: isKept ? apart : null,
    advertisingTrigger: levelOf(offsets.advertising, advertisingLevel),
    knockoutTrigger: levelOf(offsets.knockout, knockoutLevel),
  }
}
