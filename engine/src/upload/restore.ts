import { basisPointsOf } from '../adverts/percent.ts'
import type { AdvertTerms } from '../model/advert.ts'
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
  'advertisingTrigger' | 'knockoutTrigger' | 'indexRelativeKOTrigger' | 'brokerIds'
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
  const results = previous.map((advert, place) => {
    const stands = newest.get(advert.securityId) ?? place
    return withRestoreCode(restoreRow(context, advert, place + 1, stands === place ? null : stands + 1))
  })
  return withinLiveLimit(context, results)
}

/** By security, the index of the advert that was sent last; the first of equals. */
function newestIndexes(previous: readonly PreviousAdvert[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  previous.forEach(({ securityId, submitTime }, place) => {
    const found = previous[newest.get(securityId) ?? -1]
    if (!found || (submitTime ?? 0) > (found.submitTime ?? 0)) newest.set(securityId, place)
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
  if (security)
    return validateRow(context, { line, security, otherLine, ...termsAndOffsets(advert, context) })
  const ric = abbreviated(advert.securityId)
  return { line, status: 'ERROR', securityId: null, ric, terms: null, offsets: null, ...rowError('ERR-002') }
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
