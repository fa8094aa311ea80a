import { firstRefusal, guardsInOrder } from '../adverts/guard.ts'
import { notionalOf, sizeFault } from '../adverts/size-limits.ts'
import { hoursRefusal, termsGuards } from '../adverts/terms-guards.ts'
import type { AdvertTerms } from '../model/advert.ts'
import type { Refusal } from '../model/refusals.ts'
import type { BulkContext } from './bulk-context.ts'
import { validateOffsets } from './offset-validation.ts'
import { rowTerms, type UploadRow } from './row.ts'
import { rowErrorOf } from './row-refusals.ts'
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
 * The guards of a submit that a row is validated by before and after the offsets of its levels. Its brokers are
 * usable, because they are chosen from the list of those.
 */
const beforeOffsets = guardsInOrder(termsGuards, [
  'ADVERT-LOT',
  'ADVERT-ERROR-004',
  'ADVERT-ERROR-014',
  'ADVERT-MINIMUM',
  'ADVERT-ERROR-006',
])
const afterOffsets = guardsInOrder(termsGuards, [
  'TRIGGER-INDEX',
  'TRIGGER-LEVEL',
  'TRIGGER-ORDER',
  'LIMIT-LEVEL',
  'LIMIT-ORDER',
  'TRIGGER-RATING',
  'ADVERT-ERROR-011',
  'ADVERT-DIRECTION',
  'ADVERT-DURATION',
])

/**
 * In order of precedence: day, hours, halts; other adverts of the firm and of the file; quantities; hurdle;
 * triggers; and what else a submit would refuse.
 */
function rowFault(context: BulkContext, row: UploadRow, terms: AdvertTerms): RowError | null {
  const { security, otherLine } = row
  const ofTerms = context.termsContextOf(security)
  const asRow = (refusal: Refusal | null) => refusal && rowErrorOf(refusal, { row, terms, context: ofTerms })
  return (
    asRow(hoursRefusal(ofTerms.calendar, security, ofTerms.at)) ??
    asRow(context.haltOf(security.securityId)) ??
    asRow(context.isTaken(security.securityId) ? { errorCode: 'ADVERT-ERROR-001' } : null) ??
    (otherLine === null ? null : rowError('ERR-005', { otherLine })) ??
    asRow(firstRefusal(beforeOffsets, terms, ofTerms)) ??
    validateOffsets(row, context.limits) ??
    asRow(firstRefusal(afterOffsets, terms, ofTerms))
  )
}
