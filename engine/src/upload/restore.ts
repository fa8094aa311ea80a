import { basisPointsOf } from '../adverts/percent.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import { priceLimits } from '../market/price-limits.ts'
import type { AdvertTerms } from '../model/advert.ts'
import { type Price, toYen } from '../model/price.ts'
import type { Security } from '../model/security.ts'
import { adjustPrice, adjustShares, type Ratio, ratioBetween } from '../model/share-ratio.ts'
import type { BulkContext } from './bulk-context.ts'
import type { UploadRow } from './row.ts'
import {
  abbreviated,
  type RestoreCode,
  type RowError,
  type RowResult,
  restoreErrors,
  rowError,
} from './row-result.ts'
import { validateRow, withinLiveLimit } from './row-validation.ts'
import { fitsOneFile } from './upload.ts'

type KeptTerms = Omit<
  AdvertTerms,
  | ('advertisingTrigger' | 'knockoutTrigger' | 'indexRelativeKOTrigger' | 'brokerIds')
  | ('autoRenewals' | 'autoResumes')
>

/**
 * An advert of an earlier day, as the client stored it (docs/specification.md §4). It has offsets instead of
 * levels, because levels depend on the close of that day. Offsets are in percent, null if the client has
 * none.
 */
export interface PreviousAdvert extends KeptTerms {
  readonly securityId: string
  readonly brokerIds: readonly string[]
  readonly advertisingTriggerOffset: number | null
  readonly knockoutTriggerOffset: number | null
  /** Percent. */
  readonly indexRelativeKOTrigger: number | null
  /** Milliseconds UTC; null for one that was never sent. */
  readonly submitTime: number | null
  /** The previous close of its day; missing or null if the client does not know it. */
  readonly closePrice?: Price | null
}

const restoreCodeOf = new Map<RowError['errorCode'], RestoreCode>(
  Object.entries(restoreErrors).flatMap(([restoreCode, uploadCodes]) =>
    uploadCodes.map((code) => [code, restoreCode as RestoreCode] as const),
  ),
)

/**
 * Validates adverts of an earlier day by the same checks as a file: one result each, in order, the first
 * being line 1 (docs/rules.md §18). Levels are computed from today's close with the offsets of that day. A
 * trigger that is on without an offset is an error, because dropping a knockout would remove a protection.
 * Brokers that the firm may no longer use are dropped; if none is left, the error is ADVERT-ERROR-011.
 *
 * Of several adverts in one security, the one that was sent last is valid and the others are duplicates:
 * unlike a file, the list cannot be corrected by its owner.
 *
 * Throws if there are more than fit into one file. The caller checks `fitsOneFile` first.
 */
export function validateRestore(
  context: BulkContext,
  previous: readonly PreviousAdvert[],
): readonly RowResult[] {
  if (!fitsOneFile(previous.length, context.limits))
    throw new Error(`${previous.length} adverts are too many to restore at once`)
  const newest = newestIndexes(previous)
  const results = previous.map((advert, index) => {
    const stands = newest.get(advert.securityId) ?? index
    return withRestoreCode(restoreRow(context, advert, index + 1, stands === index ? null : stands + 1))
  })
  return withinLiveLimit(context, results)
}

/** By security, the index of the advert that was sent last; the first of equals. */
function newestIndexes(previous: readonly PreviousAdvert[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  previous.forEach(({ securityId, submitTime }, index) => {
    const found = previous[newest.get(securityId) ?? -1]
    if (!found || (submitTime ?? 0) > (found.submitTime ?? 0)) newest.set(securityId, index)
  })
  return newest
}

function restoreRow(
  context: BulkContext,
  advert: PreviousAdvert,
  line: number,
  otherLine: number | null,
): RowResult {
  const security = context.securityOf(advert.securityId)
  if (security) return restoreKnown(context, advert, { line, security, otherLine })
  const ric = abbreviated(advert.securityId)
  return { line, status: 'ERROR', securityId: null, ric, terms: null, offsets: null, ...rowError('ERR-002') }
}

/**
 * A row in today's shares: the quantity of an advert from before a ratio is adjusted by it. Without a ratio that
 * explains it, a close that left its daily limits since means that the sizes are no longer what the trader meant, so
 * the row is not OK (docs/rules.md §26).
 */
function restoreKnown(
  context: BulkContext,
  advert: PreviousAdvert,
  row: Pick<UploadRow, 'line' | 'security' | 'otherLine'>,
): RowResult {
  const { submitTime, closePrice, shareQuantity } = advert
  const ratio =
    submitTime === null
      ? null
      : ratioBetween(context.ratiosOf(advert.securityId), tradingDay(submitTime), tradingDay(context.at))
  const today = ratio ? inNewShares(advert, ratio) : advert
  const result = validateRow(context, { ...row, ...termsAndOffsets(today, context) })
  const wrong = isOfToday(result) ? null : closeFault(row.security, closePrice ?? null, ratio)
  const checked: RowResult = wrong ? { ...result, status: 'ERROR', ...wrong } : result
  return ratio ? { ...checked, adjusted: { ...ratio, shareQuantity } } : checked
}

/** The quantity and the limit of an advert from before a ratio. Levels follow from their offsets. */
const inNewShares = (advert: PreviousAdvert, ratio: Ratio): PreviousAdvert => ({
  ...advert,
  shareQuantity: adjustShares(advert.shareQuantity, ratio),
  limitPrice: advert.limitPrice === null ? null : adjustPrice(advert.limitPrice, ratio),
})

/** Whether a row is refused for what is so today, whatever its size: the day, the hours or another advert. */
const isOfToday = ({ errorCode }: RowResult): boolean =>
  errorCode === 'ERR-014' || errorCode === 'ERR-012' || errorCode === 'ERR-004' || errorCode === 'ERR-005'

function closeFault(security: Security, stored: Price | null, ratio: Ratio | null): RowError | null {
  if (stored === null) return null
  const before = ratio ? adjustPrice(stored, ratio) : stored
  const { minPrice, maxPrice } = priceLimits(before)
  const { closePrice: close } = security
  return close >= minPrice && close <= maxPrice
    ? null
    : rowError('RESTORE-ERR-06', { closeThen: toYen(before), closeNow: toYen(close) })
}

function termsAndOffsets(
  advert: PreviousAdvert,
  { brokers, limits }: BulkContext,
): Pick<UploadRow, 'terms' | 'offsets'> {
  const brokerIds = [...new Set(advert.brokerIds)].filter((id) =>
    brokers.some((each) => each.brokerId === id),
  )
  return {
    // Field by field, because the client's object may have other fields, and terms go into the journal.
    terms: {
      direction: advert.direction,
      shareQuantity: advert.shareQuantity,
      minimumQuantity: advert.minimumQuantity,
      duration: advert.duration,
      // Anything below 10 counts as 10, so storing 10 changes nothing.
      credibilityHurdle: Math.max(limits.credibilityHurdle.min, advert.credibilityHurdle),
      transactionType: advert.transactionType,
      transactionTypePreference: advert.transactionTypePreference,
      brokerIds: brokerIds.slice(0, limits.brokersPerAdvert),
      ranked: advert.ranked,
      quantityDecay: advert.quantityDecay,
      orderReference: advert.orderReference,
      parentQuantity: advert.parentQuantity,
      doneElsewhere: advert.doneElsewhere,
      // For one day only: nobody is surprised by what was chosen on another (docs/rules.md §28).
      autoRenewals: 0,
      autoResumes: 0,
      limitPrice: advert.limitPrice,
      advertisingTriggerActivated: advert.advertisingTriggerActivated,
      knockoutTriggerActivated: advert.knockoutTriggerActivated,
      indexRelativeKOTriggerActivated: advert.indexRelativeKOTriggerActivated,
      indexRelativeKOTrigger: inBasisPoints(advert.indexRelativeKOTrigger),
    } satisfies Readonly<Record<keyof UploadRow['terms'], unknown>>,
    offsets: {
      advertising: inBasisPoints(advert.advertisingTriggerOffset),
      knockout: inBasisPoints(advert.knockoutTriggerOffset),
    },
  }
}

const inBasisPoints = (percent: number | null): number | null =>
  percent === null ? null : basisPointsOf(percent)

const withRestoreCode = (result: RowResult): RowResult =>
  result.status === 'OK'
    ? result
    : { ...result, errorCode: restoreCodeOf.get(result.errorCode) ?? result.errorCode }
