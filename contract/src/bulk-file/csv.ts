import type { Delimiter } from '@aitai/engine/upload/file-layout.ts'
import { CsvError, parse } from 'csv-parse/browser/esm/sync'

/** A row of a file and the line in which it begins, counted from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of a text, or the first line of the row whose quotation mark is never closed. */
type CsvParseResult = { readonly rows: readonly CsvRow[] } | { readonly unclosedAt: number }

/**
 * Parses the rows of a file, or of what a spreadsheet puts on the clipboard, with the parser and the options of the
 * server (server/src/api/upload/csv-rows.ts), because the server answers by line. A blank line is a row of one empty
 * cell. Text beside the quotes of a cell stays in the cell, for the server to refuse. Stops after `limit` rows.
 */
export function parseCsv(text: string, delimiter: Delimiter, limit?: number): CsvParseResult {
  const rows: CsvRow[] = []
  let line = 1
  try {
    // csv-parse counts a CRLF inside quotes as two lines.
    parse(text.replace(/\r\n?/g, '\n'), {
      bom: true,
      delimiter,
      ...(limit === undefined ? {} : { to: limit }),
      recordDelimiter: '\n',
      relaxColumnCount: true,
      relaxQuotes: true,
      onRecord: (cells: string[], { lines }) => {
        rows.push({ line, cells })
        // `lines` is the line in which the row ends.
        line = lines + 1
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return { unclosedAt: line }
    throw error
  }
  return { rows }
}
