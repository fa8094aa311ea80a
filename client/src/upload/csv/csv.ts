/** A row of a file and the line in which it begins, the first being 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** A text cut into rows, or the line of the row whose quotation mark is never closed. */
export type CsvParseResult = { readonly rows: readonly CsvRow[] } | { readonly unclosedAt: number }

interface Cell {
  readonly value: string
  readonly end: number
}

/**
 * The cell that begins at a place: in quotes, or up to the next delimiter. What stands beside the quotes
 * stays in it, for the server to refuse. Null where the quotes are never closed.
 */
function cellAt(text: string, start: number, delimiter: string): Cell | null {
  const endFrom = (from: number): number => {
    for (let at = from; at < text.length; at += 1) if (text[at] === delimiter || text[at] === '\n') return at
    return text.length
  }
  if (text[start] !== '"') {
    const end = endFrom(start)
    return { value: text.slice(start, end), end }
  }
  let close = text.indexOf('"', start + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return null
  const end = endFrom(close + 1)
  const isWhole = end === close + 1
  const value = isWhole ? text.slice(start + 1, close).replaceAll('""', '"') : text.slice(start, end)
  return { value, end }
}

const linesIn = (text: string): number => text.split('\n').length - 1

/**
 * Cuts the text of a CSV file, or of what a spreadsheet puts on the clipboard (delimiter tab), as the server
 * does: a blank line is a row of one empty cell, so that lines keep their numbers (decision 15).
 */
export function parseCsv(given: string, delimiter: ',' | '\t'): CsvParseResult {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const rows: CsvRow[] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    const start = at
    const cells: string[] = []
    for (;;) {
      const cell = cellAt(text, at, delimiter)
      if (!cell) return { unclosedAt: line }
      cells.push(cell.value)
      at = cell.end + 1
      if (text[cell.end] !== delimiter) break
    }
    rows.push({ line, cells })
    line += linesIn(text.slice(start, at))
  }
  return { rows }
}

const needsQuotes = /[",\n\r]/

/** A value as a cell of a CSV file: in quotes where it holds a comma, a quote or a line break. */
export const quoteCsvCell = (value: string): string =>
  needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/** Rows as the text of a CSV file. */
export const formatCsv = (rows: readonly (readonly string[])[], lineEnd: '\n' | '\r\n'): string =>
  rows.map((cells) => cells.map(quoteCsvCell).join(',') + lineEnd).join('')

const startsFormula = /^[=+\-@\t\r]/
const isNumber = /^-?\d+(\.\d+)?$/

/** A value that no spreadsheet takes for a formula: an apostrophe goes before what could start one. */
export const escapeSheetFormula = (value: string): string =>
  startsFormula.test(value) && !isNumber.test(value) ? `'${value}` : value

/** A CSV file for Excel: UTF-8 with a byte order mark, or Japanese is garbled; nothing in it a formula. */
export const formatCsvForExcel = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${formatCsv(
    rows.map((cells) => cells.map(escapeSheetFormula)),
    '\r\n',
  )}`
