import { percentOf } from '../adverts/percent.ts'
import { smallestQuantity } from '../adverts/size-limits.ts'
import type { TermsContext } from '../adverts/terms-guards.ts'
import type { AdvertTerms } from '../model/advert.ts'
import type { Refusal, RefusalCode, RefusalVariables } from '../model/refusals.ts'
import type { UploadRow } from './row.ts'
import { type RowError, rowError } from './row-result.ts'

/** A row that a guard refuses: as typed, and the terms as they would be sent. */
interface RefusedRow {
  readonly row: UploadRow
  readonly terms: AdvertTerms
  readonly context: TermsContext
  readonly variables: RefusalVariables
}

/** With the quantity as typed, not the rounded one, so that the trader recognizes it. */
const tooFewShares = ({ row, context: { price, security, limits } }: RefusedRow): RowError =>
  rowError('ERR-006', {
    shareQuantity: row.terms.shareQuantity,
    minimumShareQuantity: smallestQuantity(price, security, limits),
  })

/** The errors of rows for which docs/specification.md §5 has a code of its own, by the code of a submit. */
const ownErrors: Partial<Record<RefusalCode, (refused: RefusedRow) => RowError>> = {
  'ADVERT-ERROR-010': ({ row }) => rowError('ERR-014', { exchange: row.security.exchange }),
  'PLATFORM-HOURS': ({ row, variables: { hours = '' } }) =>
    rowError('ERR-012', { exchange: row.security.exchange, hours }),
  'ADVERT-ERROR-001': () => rowError('ERR-004'),
  'ADVERT-LOT': tooFewShares,
  'ADVERT-ERROR-004': tooFewShares,
  'ADVERT-MINIMUM': ({ terms: { minimumQuantity }, variables }) =>
    rowError('ERR-007', { minimumQuantity, ...variables }),
  'ADVERT-ERROR-006': ({ terms: { credibilityHurdle }, context }) =>
    rowError('ERR-008', { credibilityHurdle, ...context.hurdles }),
  'TRIGGER-INDEX': ({ terms: { indexRelativeKOTrigger: offset }, variables }) =>
    rowError('ERR-011', {
      indexRelativeKOTriggerOffset: offset === null ? '' : percentOf(offset),
      ...variables,
    }),
}

/** The error of a row that a guard of a submit refuses: its own code if it has one, else that of the submit. */
export function rowErrorOf(
  { errorCode, variables = {} }: Refusal,
  refused: Omit<RefusedRow, 'variables'>,
): RowError {
  const own = ownErrors[errorCode]
  return own ? own({ ...refused, variables }) : rowError(errorCode, variables)
}
