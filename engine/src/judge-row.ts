import { type AdvertTerms, isLargeEnough } from './advert.ts'
import type { BulkContext } from './bulk-context.ts'
import { ceilLot, type Security } from './equity.ts'
import { formatRange, isTradingDay, platformIsOpen } from './hours.ts'
import type { Limits } from './limits.ts'
import { offsetFault } from './offset-fault.ts'
import { isInside, type Row, termsOf } from './row.ts'
import { triggerFault } from './trigger-terms.ts'
import { type Fault, fault, type Verdict } from './verdict.ts'

/**
 * Judges a row that could be read (rules 18). What it says is kept even where it is not OK, so that a list
 * can show it. An OK row is one that a submit would take.
 */
export function judgeRow(context: BulkContext, row: Row): Verdict {
  const { line, security, offsets } = row
  const terms = termsOf(row, context.limits)
  const said = {
    line,
    securityId: security.securityId,
    ric: security.ric,
    terms,
    offsets: { advertising: offsets.advertising ?? 0, knockout: offsets.knockout ?? 0 },
  }
  const wrong = rowFault(context, row, terms)
  return wrong
    ? { ...said, status: 'ERROR', ...wrong }
    : { ...said, status: 'OK', errorCode: null, errorMap: {} }
}

/**
 * In order of precedence: the day, the hours, the operator; the firm's place and the file; the quantities;
 * the hurdle; the triggers; what a submit would refuse besides.
 */
const rowFault = (context: BulkContext, row: Row, terms: AdvertTerms): Fault | null =>
  closedFault(context, row) ??
  placeFault(context, row) ??
  quantityFault(context, row, terms) ??
  minimumFault(context, terms) ??
  hurdleFault(context, terms) ??
  offsetFault(row, context.limits) ??
  refusalFault(context, row, terms)

function closedFault({ at, calendar, haltOf }: BulkContext, { security }: Row): Fault | null {
  const { exchange, securityId } = security
  if (!isTradingDay(calendar, at)) return fault('ERR-014', { exchange })
  const hours = calendar.hours[exchange].platform.map(formatRange).join(', ')
  if (!platformIsOpen(calendar, exchange, at)) return fault('ERR-012', { exchange, hours })
  const halt = haltOf(securityId)
  return halt && fault(halt.errorCode, halt.variables)
}

function placeFault({ isTaken }: BulkContext, { security, otherLine }: Row): Fault | null {
  if (isTaken(security.securityId)) return fault('ERR-004')
  return otherLine === null ? null : fault('ERR-005', { otherLine })
}

function quantityFault(
  { limits, priceOf }: BulkContext,
  { security, terms: asked }: Row,
  { shareQuantity }: AdvertTerms,
): Fault | null {
  const price = priceOf(security)
  const isEnough =
    Number.isSafeInteger(shareQuantity) && isLargeEnough(shareQuantity, price, security, limits)
  const minimumShareQuantity = smallestQuantity(price, security, limits)
  // The quantity as it was asked for: the trader looks for that number, not for the rounded one.
  return isEnough ? null : fault('ERR-006', { shareQuantity: asked.shareQuantity, minimumShareQuantity })
}

/** The smallest quantity that may be sent at a price in 1/10,000 yen, in whole lots (rules 6). */
export const smallestQuantity = (price: number, { lotSize }: Security, limits: Limits): number =>
  Math.max(lotSize, ceilLot(Math.ceil(limits.platformMinimumNotional / price), lotSize))

const minimumFault = ({ limits }: BulkContext, { minimumQuantity }: AdvertTerms): Fault | null =>
  isInside(limits.minimumQuantityPercent, minimumQuantity)
    ? null
    : fault('ERR-007', { minimumQuantity, ...limits.minimumQuantityPercent })

const hurdleFault = ({ limits }: BulkContext, { credibilityHurdle }: AdvertTerms): Fault | null =>
  isInside(limits.credibilityHurdle, credibilityHurdle)
    ? null
    : fault('ERR-008', { credibilityHurdle, ...limits.credibilityHurdle })

/** The specification has no code of a row for these, so they keep the one of the refusal. */
function refusalFault(context: BulkContext, { security }: Row, terms: AdvertTerms): Fault | null {
  const { limits, rating } = context
  const wrong = triggerFault(terms, security, limits)
  if (wrong) return fault(wrong.errorCode, wrong.variables)
  if (terms.advertisingTriggerActivated && rating < limits.armingRating)
    return fault('TRIGGER-RATING', { rating: limits.armingRating })
  if (terms.brokerIds.length === 0) return fault('ADVERT-ERROR-011')
  return context.flipsTooSoon(security.securityId, terms.direction) ? fault('ADVERT-DIRECTION') : null
}
