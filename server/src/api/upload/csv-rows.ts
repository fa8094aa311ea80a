import { CsvError, parse } from 'csv-parse/sync'
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

/**
 * Parses the text of a CSV file into rows, in one pass. A blank line is a row with one empty cell. Text next
 * to the quotes of a cell stays part of it, so that the cell is refused later. Stops reading at one row more
 * than `mostRows`. Throws a failure for a file without a header, for more than `mostRows` rows, for a row with
 * too many columns, and for a quote that is never closed, because the rows that it swallows would be missing
 * without notice.
 */
export function parseCsvRows(text: string, maxRows: number): FileRows {
  if (text.trim() === '') throw failed(400, 'FILE_EMPTY')
  const [header, ...rows] = splitRows(text, maxRows + 2)
  if (rows.length > maxRows) throw tooManyRows(maxRows)
  return { header: header?.cells ?? [], rows }
}

/** Several times the columns of a bulk file. A megabyte of commas would otherwise block the server. */
const maxColumns = 100

function splitRows(text: string, limit: number): FileRow[] {
  const rows: FileRow[] = []
  let line = 1
  const take = (cells: string[], { lines }: { readonly lines: number }): null => {
    rows.push({ line, cells })
    // The parser reports the line on which the row ended.
    line = lines + 1
    return null
  }
  const limitColumns = (cell: string, { index }: { readonly index: number }): string => {
    if (index >= maxColumns) throw failed(400, 'TOO_MANY_COLUMNS', { variables: { line, max: maxColumns } })
    return cell
  }
  try {
    // Use one line ending: inside quotes the parser counts the two characters of a Windows line ending as two
    // lines.
    parse(text.replace(/\r\n?/g, '\n'), {
      recordDelimiter: '\n',
      relaxColumnCount: true,
      relaxQuotes: true,
      to: limit,
      cast: limitColumns,
      onRecord: take,
    })
  } catch (error) {
    if (!(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error
    throw failed(400, 'FILE_QUOTE', { variables: { line } })
  }
  return rows
}
