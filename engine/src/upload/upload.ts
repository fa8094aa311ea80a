import { draftTerms } from '../adverts/draft.ts'
import type { Limits } from '../model/limits.ts'
import type { Security } from '../model/security.ts'
import type { BulkContext } from './bulk-context.ts'
import { cleanCell, isBlankCell } from './cell-text.ts'
import { maxCellCharacters, type ParsedRow, parseRow } from './cells.ts'
import { parseHeader, type UploadColumn, type UploadHeader } from './header.ts'
import type { UploadRow } from './row.ts'
import { abbreviated, type RowError, type RowResult, rowError } from './row-result.ts'
import { validateRow, withinLiveLimit } from './row-validation.ts'

/**
 * Whether a file may have this many rows, without the header (docs/rules.md §18). A longer file is refused as
 * a whole: a thousand results and one error for the rest would hide that part of it is missing.
 */
export const fitsOneFile = (rows: number, { bulkRows }: Limits): boolean => rows <= bulkRows

/** A line of the file, split into cells. */
interface SplitRow {
  readonly line: number
  readonly cells: readonly string[]
  /** Null if the number of cells is wrong or the ric unknown. */
  readonly security: Security | null
  /** For messages, also if the number of cells is wrong. */
  readonly ric: string
}

/**
 * Validates every row of a bulk file, on its own and against the others: one result per row, in order
 * (docs/rules.md §18, docs/specification.md §5). The ric column holds equity ids, which the client has put
 * there. Creates nothing.
 *
 * Precedence of the codes: 013, then 001 of the header, 002, 001 of a cell, and then those of `validateRow`.
 * Several rows in one security are all invalid, the first too: only the trader knows which of them was
 * intended. A row counts for this once its security is known, whatever else is wrong with it.
 *
 * `lineOf` returns the line of the file at which a row begins, for files with multi-line cells. Throws if
 * there are more rows than `fitsOneFile` allows. The caller checks that first.
 */
export function validateUpload(
  context: BulkContext,
  names: readonly string[],
  rows: readonly (readonly string[])[],
  lineOf: (index: number) => number = (index) => index + 2,
): readonly RowResult[] {
  if (!fitsOneFile(rows.length, context.limits))
    throw new Error(`${rows.length} rows are too many for one file`)
  const header = parseHeader(names)
  const split = rows.map((cells, index) => splitRow(context, header, cells, lineOf(index)))
  const linesOf = Map.groupBy(split, ({ security }) => security?.securityId)
  const results = split.map((row) => {
    const wrong = unreadable(header, row)
    if (wrong || !row.security) return notRead(row, wrong ?? rowError('ERR-002'))
    const other = linesOf.get(row.security.securityId)?.find(({ line }) => line !== row.line)
    return validateSplitRow(context, header, row, row.security, other?.line ?? null)
  })
  return withinLiveLimit(context, results)
}

function splitRow(
  { securityOf }: BulkContext,
  header: UploadHeader,
  cells: readonly string[],
  line: number,
): SplitRow {
  const cell = cellIn(header, cells, 'ric')
  const found = securityOf(cleanCell(cell))
  const isWhole = cells.length === header.width
  return { line, cells, security: (isWhole && found) || null, ric: found?.ric ?? abbreviated(cell) }
}

const cellIn = ({ columnIndexes }: UploadHeader, cells: readonly string[], column: UploadColumn): string =>
  cells[columnIndexes.get(column) ?? -1] ?? ''

const unreadable = (header: UploadHeader, { cells }: SplitRow): RowError | null =>
  cells.length === header.width
    ? header.fault
    : rowError('ERR-013', { fields: cells.length, headers: header.width })

const notRead = ({ line, ric, security }: SplitRow, wrong: RowError): RowResult => ({
  line,
  status: 'ERROR',
  securityId: security?.securityId ?? null,
  ric,
  terms: null,
  offsets: null,
  ...wrong,
})

function validateSplitRow(
  context: BulkContext,
  header: UploadHeader,
  row: SplitRow,
  security: Security,
  otherLine: number | null,
): RowResult {
  const stray = header.nameless.map((index) => row.cells[index] ?? '').find((cell) => !isBlankCell(cell))
  if (stray !== undefined) return notRead(row, rowError('ERR-001', { header: '', value: abbreviated(stray) }))
  const unreadableCell = (column: UploadColumn): RowResult => {
    const value = abbreviated(cellIn(header, row.cells, column))
    return notRead(row, rowError('ERR-001', { header: column, value }))
  }
  const preferences = preferencesFor(context, cellIn(header, row.cells, 'conditions'))
  if (preferences === 'unknown') return unreadableCell('conditions')
  const read = parseRow((column) => cellIn(header, row.cells, column), context)
  if ('unreadable' in read) return unreadableCell(read.unreadable)
  return validateRow(context, rowOf({ ...context, preferences }, row.line, security, read.line, otherLine))
}

/** What stands for the missing fields of a row: the saved conditions that it names, or the trader's preferences. */
function preferencesFor(
  { conditionsNamed, preferences }: BulkContext,
  cell: string,
): BulkContext['preferences'] | 'unknown' {
  if (isBlankCell(cell)) return preferences
  return (cell.length <= maxCellCharacters && conditionsNamed(cell)) || 'unknown'
}

/** The fields of a row, with the trader's preferences for the missing ones (docs/rules.md §18). */
function rowOf(
  context: BulkContext,
  line: number,
  security: Security,
  values: ParsedRow,
  otherLine: number | null,
): UploadRow {
  const { limits, preferences, priceOf, brokers } = context
  // Not the trader's own rating: with a low one the draft would leave the trigger of the preferences off, and
  // the advert would go live at once. The editor shows that, a file cannot. So the row is refused instead.
  const rating = limits.armingRating
  const price = priceOf(security)
  const brokerIds = brokers.map(({ brokerId }) => brokerId)
  const { terms: draft, offsets } = draftTerms({ security, price, limits, rating, brokerIds, preferences })
  const { brokers: path, indexRelativeKOTriggerOffset, ...settings } = values
  const { advertisingTriggerOffset, knockoutTriggerOffset, ...terms } = settings
  return {
    line,
    security,
    otherLine,
    terms: {
      ...draft,
      ...terms,
      brokerIds: path ?? draft.brokerIds,
      indexRelativeKOTrigger: indexRelativeKOTriggerOffset ?? draft.indexRelativeKOTrigger,
    },
    offsets: {
      advertising: advertisingTriggerOffset ?? offsets.advertising,
      knockout: knockoutTriggerOffset ?? offsets.knockout,
    },
  }
}
