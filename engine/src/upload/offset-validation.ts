import { percentOf } from '../adverts/percent.ts'
import { advertisingLevel, knockoutLevel } from '../adverts/trigger-levels.ts'
import { isInRange, type Limits } from '../model/limits.ts'
import type { Price } from '../model/price.ts'
import type { Security } from '../model/security.ts'
import type { UploadRow } from './row.ts'
import { type RowError, rowError } from './row-result.ts'

/**
 * What is wrong with the offsets of the levels, or null (docs/specification.md §5, §9). The error map is in percent.
 * As in the preferences, an offset must be in its range even while its trigger is off; only what is on needs one, and
 * a level within the daily limits.
 */
export function validateOffsets(row: UploadRow, limits: Limits): RowError | null {
  const { terms, offsets } = row
  const { advertisingTriggerActivated: isAdvertising, knockoutTriggerActivated: isKnockout } = terms
  return (
    levelFault(row, limits, 'ERR-009', advertising, offsets.advertising, isAdvertising) ??
    levelFault(row, limits, 'ERR-010', knockout, offsets.knockout, isKnockout)
  )
}

const advertising = { column: 'advertisingTriggerOffset', levelAt: advertisingLevel } as const
const knockout = { column: 'knockoutTriggerOffset', levelAt: knockoutLevel } as const

function levelFault(
  { security, terms }: UploadRow,
  { triggerOffset: range }: Limits,
  errorCode: RowError['errorCode'],
  { column, levelAt }: typeof advertising | typeof knockout,
  offset: number | null,
  isOn: boolean,
): RowError | null {
  if (!isOn && (offset === null || isInRange(range, offset))) return null
  const trades = (each: number): boolean =>
    isPriceOfToday(levelAt(terms.direction, security.closePrice, each, security), security)
  if (isInRange(range, offset) && trades(offset)) return null
  // If the daily limits are narrower than the range, they determine the largest offset.
  let { max } = range
  while (max > range.min && !trades(max)) max -= 1
  const value = offset === null ? '' : percentOf(offset)
  return rowError(errorCode, { [column]: value, min: percentOf(range.min), max: percentOf(max) })
}

const isPriceOfToday = (level: Price, { minPrice, maxPrice }: Security): boolean =>
  level >= minPrice && level <= maxPrice
