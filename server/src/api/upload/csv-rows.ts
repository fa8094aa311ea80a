import { CsvError, parse } from 'csv-parse/sync'
import { failed } from '../../http/failures.ts'
import { tooManyRows } from './result-rows.ts'

/** A row of a file and the line in which it begins, the first being 1. */
export interface FileRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface FileRows {
  readonly header: readonly string[]
  readonly rows: readonly FileRow[]
}

/**
 * Cuts the text of a CSV file into rows, in one pass over it; a blank line is a row of one empty cell. What
 * stands beside the quotes of a cell stays in it, for the cell to be refused. Reads no more rows than one too
 * many. Throws a failure for a file without a header, for more than `mostRows`, and for a quote that is never
 * closed: the rows that it swallowed would be missing from the answer in silence.
 */
export function parseCsvRows(text: string, mostRows: number): FileRows {
  if (text.trim() === '') throw failed(400, 'FILE_EMPTY')
  const [header, ...rows] = cutUp(text, mostRows + 2)
  if (rows.length > mostRows) throw tooManyRows(mostRows)
  return { header: header?.cells ?? [], rows }
}

function cutUp(text: string, most: number): FileRow[] {
  const rows: FileRow[] = []
  let line = 1
  const take = (cells: string[], { lines }: { readonly lines: number }): null => {
    rows.push({ line, cells })
    // Told is the line in which the row ended.
    line = lines + 1
    return null
  }
  try {
    // One way of ending a line: the parser counts the two characters of Windows twice inside quotes.
    parse(text.replace(/\r\n?/g, '\n'), {
      recordDelimiter: '\n',
      relaxColumnCount: true,
      relaxQuotes: true,
      to: most,
      onRecord: take,
    })
  } catch (error) {
    if (!(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error
    throw failed(400, 'FILE_QUOTE', { variables: { line } })
  }
  return rows
}
