import type { Delimiter } from '@aitai/engine/upload/file-layout.ts'
import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { type CsvRow, csvOptions, RowLines, withOneLineEnding } from './csv-format.ts'

/** The rows of a text, or the first line of the row whose quotation mark is never closed. */
type CsvParseResult = { readonly rows: readonly CsvRow[] } | { readonly unclosedAt: number }

/**
 * Parses the rows of a file, or of what a spreadsheet puts on the clipboard. A blank line is a row of one empty cell.
 * Stops after `limit` rows.
 */
export function parseCsv(text: string, delimiter: Delimiter, limit?: number): CsvParseResult {
  const rows: CsvRow[] = []
  const lines = new RowLines()
  try {
    parse(withOneLineEnding(text), {
      ...csvOptions,
      bom: true,
      delimiter,
      ...(limit === undefined ? {} : { to: limit }),
      onRecord: (cells: string[], { lines: lastLine }) => {
        rows.push(lines.rowOf(cells, lastLine))
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return { unclosedAt: lines.next }
    throw error
  }
  return { rows }
}
