/**
 * How browser and server both read the rows of a file: the server answers by line, so they must agree on where each row
 * begins.
 */

/** A row of a file and the line in which it begins, counted from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The options of csv-parse. Text beside the quotes of a cell stays in the cell, which is refused for it later. */
export const csvOptions = { recordDelimiter: '\n', relaxColumnCount: true, relaxQuotes: true } as const

/** A text with one kind of line ending, because inside quotes csv-parse counts a CRLF as two lines. */
export const withOneLineEnding = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Counts the line in which each row begins; csv-parse reports the one in which it ends. */
export class RowLines {
  /** The line in which the next row begins. */
  next = 1

  /** The row with the first line that was not counted before, given its last line. */
  rowOf(cells: readonly string[], lastLine: number): CsvRow {
    const line = this.next
    this.next = lastLine + 1
    return { line, cells }
  }
}
