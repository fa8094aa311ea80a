import { isLargeEnough, notionalOf, sizeFault } from '../adverts/size-limits.ts'
import { validateTriggers } from '../adverts/trigger-validation.ts'
import { formatRange, platformIsOpen } from '../calendar/hours.ts'
import { isTradingDay } from '../calendar/trading-days.ts'
import type { AdvertTerms } from '../model/advert.ts'
import type { Limits } from '../model/limits.ts'
import type { Price } from '../model/price.ts'
import { ceilLot, type Security } from '../model/security.ts'
import type { BulkContext } from './bulk-context.ts'
import { validateOffsets } from './offset-validation.ts'
import { isInRange, rowTerms, type UploadRow } from './row.ts'
import { type RowError, type RowResult, rowError } from './row-result.ts'

/**
 * Validates a parsed row (docs/rules.md §18). A row is OK if a submit would accept it. The result of an
 * invalid row has the terms too, for display.
 */
export function validateRow(context: BulkContext, row: UploadRow): RowResult {
  const { line, security, offsets } = row
  const terms = rowTerms(row, context.limits)
  const parsed = {
    line,
    securityId: security.securityId,
    ric: security.ric,
    terms,
    offsets: { advertising: offsets.advertising ?? 0, knockout: offsets.knockout ?? 0 },
  }
  const wrong = rowFault(context, row, terms)
  return wrong
    ? { ...parsed, status: 'ERROR', ...wrong }
    : { ...parsed, status: 'OK', errorCode: null, errorMap: {} }
}

/**
 * Refuses rows with which the adverts of the file, sent in its order, would exceed the limit on all live adverts
 * together (docs/rules.md §22).
 */
export function withinLiveLimit(context: BulkContext, results: readonly RowResult[]): readonly RowResult[] {
  const { sizeLimits, liveNotional, priceOf, securityOf } = context
  if (sizeLimits.ALL === null) return results
  let ofFile = 0
  return results.map((result) => {
    const security = result.status === 'OK' && securityOf(result.securityId)
    if (!security || result.status !== 'OK') return result
    const { securityId, terms } = result
    const notional = notionalOf(terms.shareQuantity, priceOf(security))
    const wrong = sizeFault(sizeLimits, notional, () => ofFile + liveNotional(securityId))
    if (wrong) return { ...result, status: 'ERROR', ...rowError(wrong.errorCode, wrong.variables) }
    ofFile += notionalOf(terms.shareQuantity, security.closePrice)
    return result
  })
}

/**
 * In order of precedence: day, hours, halts; other adverts of the firm and of the file; quantities; hurdle;
 * triggers; and what else a submit would refuse.
 */
const rowFault = (context: BulkContext, row: UploadRow, terms: AdvertTerms): RowError | null =>
  closedFault(context, row) ??
  duplicateFault(context, row) ??
  quantityFault(context, row, terms) ??
  sizeRowFault(context, row, terms) ??
  minimumFault(context, terms) ??
  hurdleFault(context, terms) ??
  validateOffsets(row, context.limits) ??
  refusalFault(context, row, terms)

function closedFault({ at, calendar, haltOf }: BulkContext, { security }: UploadRow): RowError | null {
  const { exchange, securityId } = security
  if (!isTradingDay(calendar, at)) return rowError('ERR-014', { exchange })
  const hours = calendar.hours[exchange].platform.map(formatRange).join(', ')
  if (!platformIsOpen(calendar, exchange, at)) return rowError('ERR-012', { exchange, hours })
  const halt = haltOf(securityId)
  return halt && rowError(halt.errorCode, halt.variables)
}

function duplicateFault({ isTaken }: BulkContext, { security, otherLine }: UploadRow): RowError | null {
  if (isTaken(security.securityId)) return rowError('ERR-004')
  return otherLine === null ? null : rowError('ERR-005', { otherLine })
}

function quantityFault(
  { limits, priceOf }: BulkContext,
  { security, terms: typed }: UploadRow,
  { shareQuantity }: AdvertTerms,
): RowError | null {
  const price = priceOf(security)
  const isEnough =
    Number.isSafeInteger(shareQuantity) && isLargeEnough(shareQuantity, price, security, limits)
  const minimumShareQuantity = smallestQuantity(price, security, limits)
  // The quantity as typed, not the rounded one, so that the trader recognizes it.
  return isEnough ? null : rowError('ERR-006', { shareQuantity: typed.shareQuantity, minimumShareQuantity })
}

/** The smallest quantity that may be sent at a price, in whole lots (docs/rules.md §6). */
const smallestQuantity = (price: Price, { lotSize }: Security, limits: Limits): number =>
  Math.max(lotSize, ceilLot(Math.ceil(limits.platformMinimumNotional / price), lotSize))

/** One advert. `withinLiveLimit` adds those of the file up, once all rows have been validated. */
function sizeRowFault(
  { sizeLimits, priceOf }: BulkContext,
  { security }: UploadRow,
  { shareQuantity }: AdvertTerms,
): RowError | null {
  const notional = notionalOf(shareQuantity, priceOf(security))
  const wrong = sizeFault({ ...sizeLimits, ALL: null }, notional, () => 0)
  return wrong && rowError(wrong.errorCode, wrong.variables)
}

const minimumFault = ({ limits }: BulkContext, { minimumQuantity }: AdvertTerms): RowError | null =>
  isInRange(limits.minimumQuantityPercent, minimumQuantity)
    ? null
    : rowError('ERR-007', { minimumQuantity, ...limits.minimumQuantityPercent })

const hurdleFault = ({ limits }: BulkContext, { credibilityHurdle }: AdvertTerms): RowError | null =>
  isInRange(limits.credibilityHurdle, credibilityHurdle)
    ? null
    : rowError('ERR-008', { credibilityHurdle, ...limits.credibilityHurdle })

/** The specification has no row code for these, so they have the code of the refusal. */
function refusalFault(context: BulkContext, { security }: UploadRow, terms: AdvertTerms): RowError | null {
  const { limits, rating } = context
  const wrong = validateTriggers(terms, security, limits)
  if (wrong) return rowError(wrong.errorCode, wrong.variables)
  if (terms.advertisingTriggerActivated && rating < limits.armingRating)
    return rowError('TRIGGER-RATING', { rating: limits.armingRating })
  if (terms.brokerIds.length === 0) return rowError('ADVERT-ERROR-011')
  return context.flipsTooSoon(security.securityId, terms.direction) ? rowError('ADVERT-DIRECTION') : null
}
