import { formatCsv } from '@aitai/contract/bulk-file/csv-text.ts'
import type { RowSendResult } from '@aitai/contract/bulk-file/send-rows.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import type { Language } from '@aitai/messages/texts.ts'
import type { FileRowOutcome } from '../store/file-store.ts'
import { type FileFailure, failureText } from './row-text.ts'

const columns = [
  'line',
  'ric',
  'direction',
  'shareQuantity',
  'result',
  'advertId',
  'errorCode',
  'error',
] as const
type ResultLine = Readonly<Record<(typeof columns)[number], string>>

/** What became of a row, as the file says it. */
const results: Readonly<Record<RowSendResult, string>> = {
  sent: 'SENT',
  refused: 'REJECTED',
  notSent: 'NOT_SENT',
  unsure: 'UNKNOWN',
}

/** The codes of failures whose text is one of the desk's. */
const fileCodes: Readonly<Record<string, string>> = {
  'upload.noColumns': 'FILE_COLUMNS',
  'upload.tooLarge': 'FILE_TOO_LARGE',
}

/** Returns the result of a file that was refused as a whole: one line without a number. */
export function refusedFile(language: Language, failure: FileFailure): string {
  return csvOf([{ ...emptyLine, result: results.refused, ...errorOf(language, failure) }])
}

/** Returns the result of a file: one line for each of its rows. */
export function resultFile(
  language: Language,
  rows: readonly ResultRow[],
  outcomes: readonly FileRowOutcome[],
): string {
  const outcomeAt = new Map(outcomes.map((outcome) => [outcome.line, outcome]))
  return csvOf(rows.map((row) => ({ ...termsOf(row), ...resultOf(language, row, outcomeAt.get(row.line)) })))
}

const emptyLine: ResultLine = {
  line: '',
  ric: '',
  direction: '',
  shareQuantity: '',
  result: '',
  advertId: '',
  errorCode: '',
  error: '',
}

const termsOf = ({ line, ric, advertisement }: ResultRow): ResultLine => ({
  ...emptyLine,
  line: String(line),
  ric,
  direction: advertisement?.direction ?? '',
  shareQuantity: String(advertisement?.shareQuantity ?? ''),
})

function resultOf(
  language: Language,
  { status, errorCode, errorMap }: ResultRow,
  outcome: FileRowOutcome | undefined,
): Partial<ResultLine> {
  if (status !== 'OK')
    return {
      result: results.refused,
      ...errorOf(language, { errorCode: errorCode ?? 'INTERNAL', variables: errorMap }),
    }
  const { result, advertId = '', failure } = outcome ?? { result: 'notSent' }
  return { result: results[result], advertId, ...(failure ? errorOf(language, failure) : {}) }
}

const errorOf = (language: Language, failure: FileFailure): Pick<ResultLine, 'errorCode' | 'error'> => ({
  errorCode: fileCodes[failure.errorCode] ?? failure.errorCode,
  error: failureText(language, failure),
})

const csvOf = (lines: readonly ResultLine[]): string =>
  formatMarkedCsv([columns, ...lines.map((line) => columns.map((column) => line[column]))])

/** Returns rows as CSV in UTF-8 with its mark, without which Excel garbles Japanese. */
export const formatMarkedCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${formatCsv(rows, '\r\n')}`
