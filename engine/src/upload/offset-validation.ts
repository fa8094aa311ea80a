import { percentOf } from '../adverts/percent.ts'
import { type LevelKind, levelOf } from '../adverts/trigger-levels.ts'
import { triggers } from '../adverts/trigger-validation.ts'
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
export const validateOffsets = (row: UploadRow, limits: Limits): RowError | null =>
  levelFault('advertising', row, limits) ?? levelFault('knockout', row, limits)

const errorCodes = { advertising: 'ERR-009', knockout: 'ERR-010' } as const

function levelFault(
  kind: LevelKind,
  { security, terms, offsets }: UploadRow,
  { triggerOffset: range }: Limits,
): RowError | null {
  const offset = offsets[kind]
  if (!terms[triggers[kind].on] && (offset === null || isInRange(range, offset))) return null
  const trades = (each: number): boolean =>
    isPriceOfToday(levelOf(kind, terms.direction, security.closePrice, each, security), security)
  if (isInRange(range, offset) && trades(offset)) return null
  // If the daily limits are narrower than the range, they determine the largest offset.
  let { max } = range
  while (max > range.min && !trades(max)) max -= 1
  const value = offset === null ? '' : percentOf(offset)
  return rowError(errorCodes[kind], {
    [`${kind}TriggerOffset`]: value,
    min: percentOf(range.min),
    max: percentOf(max),
  })
}

const isPriceOfToday = (level: Price, { minPrice, maxPrice }: Security): boolean =>
  level >= minPrice && level <= maxPrice
