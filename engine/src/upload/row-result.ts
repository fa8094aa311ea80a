import type { AdvertTerms, TriggerOffsets } from '../model/advert.ts'
import type { RefusalCode } from '../model/refusals.ts'
import type { Ratio } from '../model/share-ratio.ts'
import { showFormatCharacters } from './cell-text.ts'

interface RowCode {
  readonly says: string
  /** The keys of the error map, all of which are always present (docs/specification.md §5). */
  readonly names: readonly string[]
}

/** Why a row of a bulk file is invalid (docs/specification.md §5). There is no 003. */
export const uploadErrors = {
  'ERR-001': { says: 'a value or a column that cannot be read', names: ['header', 'value'] },
  'ERR-002': { says: 'invalid ric', names: [] },
  'ERR-004': { says: 'the user or the institution has an advert on this security already', names: [] },
  'ERR-005': { says: 'several rows on one security', names: ['otherLine'] },
  'ERR-006': {
    says: 'fewer shares than the platform minimum',
    names: ['shareQuantity', 'minimumShareQuantity'],
  },
  'ERR-007': { says: 'minimum quantity outside its range', names: ['minimumQuantity', 'min', 'max'] },
  'ERR-008': { says: 'credibility hurdle outside its range', names: ['credibilityHurdle', 'min', 'max'] },
  'ERR-009': {
    says: 'offset of the advertising trigger outside its range',
    names: ['advertisingTriggerOffset', 'min', 'max'],
  },
  'ERR-010': {
    says: 'offset of the knockout outside its range',
    names: ['knockoutTriggerOffset', 'min', 'max'],
  },
  'ERR-011': {
    says: 'index-relative offset outside its range',
    names: ['indexRelativeKOTriggerOffset', 'min', 'max'],
  },
  'ERR-012': { says: 'outside platform hours', names: ['exchange', 'hours'] },
  'ERR-013': { says: 'more or fewer fields than headers', names: ['fields', 'headers'] },
  'ERR-014': { says: 'the exchange is closed today', names: ['exchange'] },
} as const satisfies Record<string, RowCode>
type UploadCode = keyof typeof uploadErrors

/** The codes for restored rows, and the codes of the same errors in a file (docs/specification.md §8). */
export const restoreErrors = {
  'RESTORE-ERR-01': ['ERR-006'],
  'RESTORE-ERR-02': ['ERR-004', 'ERR-005'],
  'RESTORE-ERR-03': ['ERR-012'],
  'RESTORE-ERR-04': ['ERR-002'],
  'RESTORE-ERR-05': ['ERR-014'],
  'RESTORE-ERR-06': [],
} as const satisfies Record<string, readonly UploadCode[]>
export type RestoreCode = keyof typeof restoreErrors

/** The values for the text of an error. Quantities are in shares, offsets and ranges in percent. */
export type ErrorMap = Readonly<Record<string, string | number>>

/**
 * Why a row is invalid: a code for rows from the specification or, if it has none, the refusal code of a
 * submit.
 */
export interface RowError {
  readonly errorCode: UploadCode | RestoreCode | RefusalCode
  readonly errorMap: ErrorMap
}

export const rowError = (errorCode: RowError['errorCode'], errorMap: ErrorMap = {}): RowError => ({
  errorCode,
  errorMap,
})

/** What a ratio of new shares for old made of a restored advert (docs/rules.md §26). */
export interface RatioAdjustment extends Ratio {
  /** As it was sent. */
  readonly shareQuantity: number
}

interface RowPosition {
  /** Missing unless a ratio has changed the row. */
  readonly adjusted?: RatioAdjustment
  /** The line of the file, the header being 1, or the position in a restored list, starting with 1. */
  readonly line: number
  /** The security's ric, or the text in its cell. */
  readonly ric: string
}

/** The result of a row: the advert that would be sent, or the error (docs/rules.md §18). */
export type RowResult =
  | (RowPosition & {
      readonly status: 'OK'
      readonly securityId: string
      readonly terms: AdvertTerms
      /** What a draft's levels are computed from (docs/rules.md §11). */
      readonly offsets: TriggerOffsets
      readonly errorCode: null
      readonly errorMap: ErrorMap
    })
  | (RowPosition &
      RowError & {
        readonly status: 'ERROR'
        readonly securityId: string | null
        /** For display. Null if the row could not be parsed. */
        readonly terms: AdvertTerms | null
        readonly offsets: TriggerOffsets | null
      })

const longestShown = 60

/** Text of a file for quoting it in a message: truncated, and with its format characters shown. */
export const abbreviated = (text: string): string => {
  // One character more than is shown; each has at most two code units.
  const characters = [...text.slice(0, 2 * longestShown + 2)]
  const shown = characters.length > longestShown ? `${characters.slice(0, longestShown).join('')}…` : text
  return showFormatCharacters(shown)
}
