import type { AdvertTerms } from '../adverts/advert.ts'
import { basisPointsOf } from '../adverts/percent.ts'
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
import { validateRow } from './row-validation.ts'
import { fitsOneFile } from './upload.ts'

type KeptTerms = Omit<
  AdvertTerms,
  'advertisingTrigger' | 'knockoutTrigger' | 'indexRelativeKOTrigger' | 'brokerIds'
>

/**
 * An advert of an earlier day, as the client kept it (specification 4). Its levels are of that day and are
 * left out: the offsets say what was meant. Offsets in percent; null where the client has none.
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
 * Judges adverts of an earlier day by the same checks as a file: one verdict each, in order, the first being
 * line 1 (rules 18). Levels are computed from today's close with the offsets of that day. A trigger that is
 * on and has no offset is refused, never quietly dropped: a knockout is a protection. Brokers that the firm
 * may not use any more are dropped, and without any left a broker has to be chosen: ADVERT-ERROR-011.
 *
 * Of several on one security the newest stands and the others are duplicates: unlike a file, a snapshot
 * cannot be mended by its owner, and the advert sent last is the one that was meant last.
 *
 * Throws for more than fit into one file: the caller has to ask `fitsOneFile` first.
 */
export function validateRestore(
  context: BulkContext,
  previous: readonly PreviousAdvert[],
): readonly RowResult[] {
  if (!fitsOneFile(previous.length, context.limits))
    throw new Error(`${previous.length} adverts are too many to restore at once`)
  const newest = newestPlaces(previous)
  return previous.map((advert, place) => {
    const stands = newest.get(advert.securityId) ?? place
    return restored(judge(context, advert, place + 1, stands === place ? null : stands + 1))
  })
}

/** By security, where the advert that was sent last stands in the list: the first of equals. */
function newestPlaces(previous: readonly PreviousAdvert[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  previous.forEach(({ securityId, submitTime }, place) => {
    const found = previous[newest.get(securityId) ?? -1]
    if (!found || (submitTime ?? 0) > (found.submitTime ?? 0)) newest.set(securityId, place)
  })
  return newest
}

function judge(
  context: BulkContext,
  advert: PreviousAdvert,
  line: number,
  otherLine: number | null,
): RowResult {
  const security = context.securityOf(advert.securityId)
  if (security) return validateRow(context, { line, security, otherLine, ...wantedBy(advert, context) })
  const ric = abbreviated(advert.securityId)
  return { line, status: 'ERROR', securityId: null, ric, terms: null, offsets: null, ...rowError('ERR-002') }
}

function wantedBy(
  advert: PreviousAdvert,
  { brokers, limits }: BulkContext,
): Pick<UploadRow, 'terms' | 'offsets'> {
  const brokerIds = [...new Set(advert.brokerIds)].filter((id) =>
    brokers.some((each) => each.brokerId === id),
  )
  return {
    // Field by field: what a client kept may hold more than terms, and terms go into the journal.
    terms: {
      direction: advert.direction,
      shareQuantity: advert.shareQuantity,
      minimumQuantity: advert.minimumQuantity,
      duration: advert.duration,
      // Anything under 10 has always been read as 10 (rules 19), so nothing changes by writing it.
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
    },
    offsets: {
      advertising: inBasisPoints(advert.advertisingTriggerOffset),
      knockout: inBasisPoints(advert.knockoutTriggerOffset),
    },
  }
}

const inBasisPoints = (percent: number | null): number | null =>
  percent === null ? null : basisPointsOf(percent)

const restored = (verdict: RowResult): RowResult =>
  verdict.status === 'OK'
    ? verdict
    : { ...verdict, errorCode: restoreCodeOf.get(verdict.errorCode) ?? verdict.errorCode }
