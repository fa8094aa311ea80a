import { type LevelKind, levelOf } from '../adverts/trigger-levels.ts'
import type { AdvertTerms, TriggerOffsets } from '../model/advert.ts'
import { isInRange, type Limits } from '../model/limits.ts'
import type { Price } from '../model/price.ts'
import { floorLot, type Security } from '../model/security.ts'

/** A parsed row: its terms, and the offsets from which its levels are computed. */
export interface UploadRow {
  readonly line: number
  readonly security: Security
  readonly terms: Omit<AdvertTerms, 'advertisingTrigger' | 'knockoutTrigger'>
  /** In basis points. Null if a restored advert has none. */
  readonly offsets: { readonly [Kind in keyof TriggerOffsets]: number | null }
  /** The line of another row in the same security, which makes this one a duplicate. */
  readonly otherLine: number | null
}

/**
 * The terms as they would be sent: the quantity rounded down to whole lots, as in the editor, and levels
 * computed from today's close (docs/rules.md §11, §18). An offset out of range gives no level, and an
 * index-relative offset out of range is dropped if its trigger is off, because a submit would refuse it.
 */
export function rowTerms({ security, terms, offsets }: UploadRow, limits: Limits): AdvertTerms {
  const levelAt = (kind: LevelKind): Price | null => {
    const offset = offsets[kind]
    return isInRange(limits.triggerOffset, offset)
      ? levelOf(kind, terms.direction, security.closePrice, offset, security)
      : null
  }
  const { indexRelativeKOTriggerActivated, indexRelativeKOTrigger } = terms
  const isKept =
    indexRelativeKOTriggerActivated || isInRange(limits.indexRelativeOffset, indexRelativeKOTrigger)
  return {
    ...terms,
    // Less than a lot is refused, so it stays as typed.
    shareQuantity:
      terms.shareQuantity < security.lotSize
        ? terms.shareQuantity
        : floorLot(terms.shareQuantity, security.lotSize),
    indexRelativeKOTrigger: isKept ? indexRelativeKOTrigger : null,
    advertisingTrigger: levelAt('advertising'),
    knockoutTrigger: levelAt('knockout'),
  }
}
