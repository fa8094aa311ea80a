import type { AdvertTerms, TriggerOffsets } from '../adverts/advert.ts'
import type { RefusalCode } from '../refusals.ts'

interface RowCode {
  readonly says: string
  /** What the text of it may name: the keys of the error map, always all of them (specification 5). */
  readonly names: readonly string[]
}

/** Why a row of a bulk file cannot be sent (specification 5). There is no 003. */
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

/** The checks that a restored row calls by names of its own, and what a file calls them (specification 8). */
export const restoreErrors = {
  'RESTORE-ERR-01': ['ERR-006'],
  'RESTORE-ERR-02': ['ERR-004', 'ERR-005'],
  'RESTORE-ERR-03': ['ERR-012'],
  'RESTORE-ERR-04': ['ERR-002'],
  'RESTORE-ERR-05': ['ERR-014'],
} as const satisfies Record<string, readonly UploadCode[]>
export type RestoreCode = keyof typeof restoreErrors

/** What the text of a fault may name. Quantities in shares, offsets and ranges in percent. */
export type ErrorMap = Readonly<Record<string, string | number>>

/**
 * Why a row is not OK: by the specification's codes, and by the code of the refusal with which a submit would
 * answer where the specification has none for rows.
 */
export interface RowError {
  readonly errorCode: UploadCode | RestoreCode | RefusalCode
  readonly errorMap: ErrorMap
}

export const rowError = (errorCode: RowError['errorCode'], errorMap: ErrorMap = {}): RowError => ({
  errorCode,
  errorMap,
})

interface Judged {
  /** Of the file, the header being 1; of a restored list, the first advert being 1. */
  readonly line: number
  /** The security's ric, or what stands in its place. */
  readonly ric: string
}

/** What becomes of a row: the advert as it would be sent, or why not (rules 18). */
export type RowResult =
  | (Judged & {
      readonly status: 'OK'
      readonly securityId: string
      readonly terms: AdvertTerms
      /** What a draft's levels are computed from (rules 11). */
      readonly offsets: TriggerOffsets
      readonly errorCode: null
      readonly errorMap: ErrorMap
    })
  | (Judged &
      RowError & {
        readonly status: 'ERROR'
        readonly securityId: string | null
        /** What could be read, so that the list can show it; null where the row could not be. */
        readonly terms: AdvertTerms | null
        readonly offsets: TriggerOffsets | null
      })

const longestShown = 60

/** Text of a file as a message quotes it: what was typed, but not a page of it. */
export const abbreviated = (text: string): string => {
  // One character more than are shown, each of two units at most.
  const characters = [...text.slice(0, 2 * longestShown + 2)]
  return characters.length > longestShown ? `${characters.slice(0, longestShown).join('')}…` : text
}
