import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { isBlankRow } from '@aitai/engine/upload/cell-text.ts'
import { CsvError, parse } from 'csv-parse'
import { failed } from '../../http/failures.ts'
import { tooManyRows } from './result-rows.ts'

/** A row of a file and the line on which it begins; the first line is 1. */
interface FileRow {
  readonly line: number
  readonly cells: readonly string[]
}

interface FileRows {
  readonly header: readonly string[]
  readonly rows: readonly FileRow[]
}

/** More than twice the columns of a bulk file. */
const maxColumns = 40

/** Blank rows cost time as well. A spreadsheet leaves some, not so many times the limit of the others. */
const maxBlankShare = 20

/** Bytes that are parsed before other work of the process may continue. */
const sliceLength = 4_096

/**
 * Parses the text of a CSV file into rows. Rows without a cell that can be seen are left out: spreadsheets add them by
 * themselves. The first row is the header. Text next to the quotes of a
 * cell stays part of it, so that the cell is refused later. Throws a failure for a file without a header, for more
 * than `maxRows` rows, for a row with too many columns, and for a quote that is never closed, because the rows that
 * it swallows would be missing without notice.
 *
 * Parses a slice at a time, and none after the row limit: one user's megabyte would delay everybody else's replies.
 */
export async function parseCsvRows(text: string, maxRows: number): Promise<FileRows> {
  const [header, ...rows] = await splitRows(text, maxRows + 1)
  if (!header) throw failed(400, 'FILE_EMPTY')
  return { header: header.cells, rows }
}

/** The rows of a file. Stops after the slice in which there are more than `maxRows`, and throws a failure then. */
async function splitRows(text: string, maxRows: number): Promise<FileRow[]> {
  const rows: FileRow[] = []
  let line = 1
  let blank = 0
  const isTooLong = (): boolean => rows.length > maxRows || blank > maxBlankShare * maxRows
  const take = (cells: string[], { lines }: { readonly lines: number }): null => {
    if (isBlankRow(cells)) blank += 1
    else rows.push({ line, cells })
    // The parser reports the line on which the row ended.
    line = lines + 1
    return null
  }
  const limitColumns = (cell: string, { index }: { readonly index: number }): string => {
    if (index >= maxColumns) throw failed(400, 'TOO_MANY_COLUMNS', { variables: { line, max: maxColumns } })
    return cell
  }
  // Use one line ending: inside quotes the parser counts the two characters of a Windows line ending as two lines.
  // As bytes: a slice of a string could end within a character.
  const bytes = Buffer.from(text.replace(/\r\n?/g, '\n'))
  async function* slices(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length && !isTooLong(); at += sliceLength) {
      yield bytes.subarray(at, at + sliceLength)
      await yieldToOthers()
    }
  }
  const parser = parse({
    recordDelimiter: '\n',
    relaxColumnCount: true,
    relaxQuotes: true,
    cast: limitColumns,
    onRecord: take,
  })
  // The rows are taken from the parser one by one, so that nothing remains to be read from it.
  parser.resume()
  try {
    await pipeline(slices, parser)
  } catch (error) {
    if (!(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error
    if (!isTooLong()) throw failed(400, 'FILE_QUOTE', { variables: { line } })
  }
  if (isTooLong()) throw tooManyRows(maxRows - 1)
  return rows
}
