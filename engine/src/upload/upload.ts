import { draftTerms } from '../adverts/draft.ts'
import type { Limits } from '../limits.ts'
import type { Security } from '../market/security.ts'
import type { BulkContext } from './bulk-context.ts'
import { type ParsedRow, parseRow } from './cells.ts'
import { parseHeader, type UploadColumn, type UploadHeader } from './header.ts'
import type { UploadRow } from './row.ts'
import { abbreviated, type RowError, type RowResult, rowError } from './row-result.ts'
import { validateRow } from './row-validation.ts'

/**
 * Whether one file may hold so many rows, the header not counted (rules 18). A longer one is refused as a
 * whole, before it is judged: a thousand verdicts and an error for the rest would hide that half of it is
 * missing.
 */
export const fitsOneFile = (rows: number, { bulkRows }: Limits): boolean => rows <= bulkRows

/** A line of the file, cut into its cells. */
interface Cut {
  readonly line: number
  readonly cells: readonly string[]
  /** Null where the number of cells or the ric leaves it unknown. */
  readonly security: Security | null
  /** For the message: what the ric cell means, even in a row that is not whole. */
  readonly ric: string
}

/**
 * Judges every line of a bulk file on its own and against the file: one verdict per row, in order (rules 18,
 * specification 5). The ric column holds equity ids, as the client put them there. Creates nothing.
 *
 * Precedence of the codes: 013, then 001 of the header, 002, 001 of a cell, and then that of `judgeRow`.
 * Several rows on one security are all refused, the first too: which of them was meant only the trader
 * knows, and an advert that was not meant is worse than a file to mend. A row counts for this as soon as its
 * security is known, whatever else is wrong with it.
 *
 * `lineOf` tells in which line of the file the row in a place begins, for a file with cells of several lines.
 * Throws for more rows than `fitsOneFile` allows: the caller has to ask first.
 */
export function validateUpload(
  context: BulkContext,
  names: readonly string[],
  rows: readonly (readonly string[])[],
  lineOf: (place: number) => number = (place) => place + 2,
): readonly RowResult[] {
  if (!fitsOneFile(rows.length, context.limits))
    throw new Error(`${rows.length} rows are too many for one file`)
  const header = parseHeader(names)
  const cuts = rows.map((cells, place) => cutOf(context, header, cells, lineOf(place)))
  const linesOf = Map.groupBy(cuts, ({ security }) => security?.securityId)
  return cuts.map((cut) => {
    const wrong = unreadable(header, cut)
    if (wrong || !cut.security) return notRead(cut, wrong ?? rowError('ERR-002'))
    const other = linesOf.get(cut.security.securityId)?.find(({ line }) => line !== cut.line)
    return judgeCut(context, header, cut, cut.security, other?.line ?? null)
  })
}

function cutOf(
  { securityOf }: BulkContext,
  header: UploadHeader,
  cells: readonly string[],
  line: number,
): Cut {
  const cell = cellIn(header, cells, 'ric')
  const found = securityOf(cell.trim())
  const isWhole = cells.length === header.width
  return { line, cells, security: (isWhole && found) || null, ric: found?.ric ?? abbreviated(cell) }
}

const cellIn = ({ places }: UploadHeader, cells: readonly string[], column: UploadColumn): string =>
  cells[places.get(column) ?? -1] ?? ''

const unreadable = (header: UploadHeader, { cells }: Cut): RowError | null =>
  cells.length === header.width
    ? header.fault
    : rowError('ERR-013', { fields: cells.length, headers: header.width })

const notRead = ({ line, ric, security }: Cut, wrong: RowError): RowResult => ({
  line,
  status: 'ERROR',
  securityId: security?.securityId ?? null,
  ric,
  terms: null,
  offsets: null,
  ...wrong,
})

function judgeCut(
  context: BulkContext,
  header: UploadHeader,
  cut: Cut,
  security: Security,
  otherLine: number | null,
): RowResult {
  const stray = header.nameless.map((place) => cut.cells[place] ?? '').find((cell) => cell.trim() !== '')
  if (stray !== undefined) return notRead(cut, rowError('ERR-001', { header: '', value: abbreviated(stray) }))
  const read = parseRow((column) => cellIn(header, cut.cells, column), context)
  if ('line' in read) return validateRow(context, rowOf(context, cut.line, security, read.line, otherLine))
  const value = abbreviated(cellIn(header, cut.cells, read.unreadable))
  return notRead(cut, rowError('ERR-001', { header: read.unreadable, value }))
}

/** What a line says, and the trader's preferences for what it leaves out (rules 18). */
function rowOf(
  context: BulkContext,
  line: number,
  security: Security,
  said: ParsedRow,
  otherLine: number | null,
): UploadRow {
  const { limits, preferences, priceOf, brokers } = context
  // Not the trader's own rating: the editor shows that it leaves a trigger of the preferences off, a file
  // cannot, and an advert would go live at once that was meant to wait. The row is refused instead.
  const rating = limits.armingRating
  const price = priceOf(security)
  const brokerIds = brokers.map(({ brokerId }) => brokerId)
  const { terms: draft, offsets } = draftTerms({ security, price, limits, rating, brokerIds, preferences })
  const { brokers: path, indexRelativeKOTriggerOffset, ...settings } = said
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
