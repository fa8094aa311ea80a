import { type CsvRow, csvOptions, RowLines, withOneLineEnding } from '@aitai/contract/bulk-file/csv-format.ts'
import { isBlankRow } from '@aitai/engine/upload/cell-text.ts'
import { CsvError, parse } from 'csv-parse'
import { parseInSlices } from '../../csv-slices.ts'
import { failed } from '../../http/failures.ts'
import { tooManyRows } from './result-rows.ts'

interface FileRows {
  readonly header: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** More than twice the columns of a bulk file. */
const maxColumns = 40

/** Blank rows cost time as well. A spreadsheet leaves some, not so many times the limit of the others. */
const maxBlankShare = 20

/**
 * Parses the text of a CSV file into rows. Rows without a cell that can be seen are left out: spreadsheets add them by
 * themselves. The first row is the header. Throws a failure for a file without a header, for more than `maxRows` rows,
 * for a row with too many columns, and for a quote that is never closed, because the rows that it swallows would be
 * missing without notice. Parses nothing after the row limit.
 */
export async function parseCsvRows(text: string, maxRows: number): Promise<FileRows> {
  const [header, ...rows] = await splitRows(text, maxRows + 1)
  if (!header) throw failed(400, 'FILE_EMPTY')
  return { header: header.cells, rows }
}

/** The rows of a file. Stops after the slice in which there are more than `maxRows`, and throws a failure then. */
async function splitRows(text: string, maxRows: number): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  const lines = new RowLines()
  let blank = 0
  const isTooLong = (): boolean => rows.length > maxRows || blank > maxBlankShare * maxRows
  const take = (cells: string[], { lines: lastLine }: { readonly lines: number }): null => {
    const row = lines.rowOf(cells, lastLine)
    if (isBlankRow(cells)) blank += 1
    else rows.push(row)
    return null
  }
  const limitColumns = (cell: string, { index }: { readonly index: number }): string => {
    if (index >= maxColumns)
      throw failed(400, 'TOO_MANY_COLUMNS', { variables: { line: lines.next, max: maxColumns } })
    return cell
  }
  // As bytes: a slice of a string could end within a character.
  const bytes = Buffer.from(withOneLineEnding(text))
  const parser = parse({ ...csvOptions, cast: limitColumns, onRecord: take })
  try {
    await parseInSlices(bytes, parser, isTooLong)
  } catch (error) {
    if (!(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error
    if (!isTooLong()) throw failed(400, 'FILE_QUOTE', { variables: { line: lines.next } })
  }
  if (isTooLong()) throw tooManyRows(maxRows - 1)
  return rows
}
