import type { AdvertTerms } from './advert.ts'
import type { Security } from './equity.ts'
import type { Limits } from './limits.ts'
import { percentOf } from './percent.ts'
import { isInside, type Row } from './row.ts'
import { advertisingLevel, knockoutLevel } from './trigger-levels.ts'
import { type Fault, fault } from './verdict.ts'

/**
 * What is wrong with the offsets of a row, of those triggers that are switched on (specification 5, 9). The
 * ranges in the error map are in percent.
 */
export function offsetFault(row: Row, limits: Limits): Fault | null {
  const { terms, offsets } = row
  const { advertisingTriggerActivated, knockoutTriggerActivated } = terms
  return (
    (advertisingTriggerActivated
      ? levelFault(row, limits, 'ERR-009', advertising, offsets.advertising)
      : null) ??
    (knockoutTriggerActivated ? levelFault(row, limits, 'ERR-010', knockout, offsets.knockout) : null) ??
    indexFault(terms, limits)
  )
}

const advertising = { column: 'advertisingTriggerOffset', levelAt: advertisingLevel } as const
const knockout = { column: 'knockoutTriggerOffset', levelAt: knockoutLevel } as const

function levelFault(
  { security, terms }: Row,
  { triggerOffset: range }: Limits,
  errorCode: Fault['errorCode'],
  { column, levelAt }: typeof advertising | typeof knockout,
  offset: number | null,
): Fault | null {
  const trades = (each: number): boolean =>
    isPriceOfToday(levelAt(terms.direction, security.closePrice, each, security), security)
  if (isInside(range, offset) && trades(offset)) return null
  // Where the day's limits are narrower than the range, it is they that the trader has to stay inside.
  let { max } = range
  while (max > range.min && !trades(max)) max -= 1
  const said = offset === null ? '' : percentOf(offset)
  return fault(errorCode, { [column]: said, min: percentOf(range.min), max: percentOf(max) })
}

const isPriceOfToday = (level: number, { minPrice, maxPrice }: Security): boolean =>
  level >= minPrice && level <= maxPrice

function indexFault(terms: Pick<AdvertTerms, IndexTerms>, { indexRelativeOffset }: Limits): Fault | null {
  const { indexRelativeKOTriggerActivated, indexRelativeKOTrigger: offset } = terms
  if (!indexRelativeKOTriggerActivated || isInside(indexRelativeOffset, offset)) return null
  const { min, max } = indexRelativeOffset
  const indexRelativeKOTriggerOffset = offset === null ? '' : percentOf(offset)
  return fault('ERR-011', { indexRelativeKOTriggerOffset, min: percentOf(min), max: percentOf(max) })
}

type IndexTerms = 'indexRelativeKOTriggerActivated' | 'indexRelativeKOTrigger'
