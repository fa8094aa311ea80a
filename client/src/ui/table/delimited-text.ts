import { formatCsv } from '@aitai/contract/bulk-file/csv-text.ts'
import type { TableColumn } from './table-columns.ts'

/** A cell as a spreadsheet takes it: numbers as numbers, everything else as text, null for an empty one. */
type ExportCell = number | string | null

/** Characters that start a formula in a spreadsheet, also full-width for Japanese ones. */
const beginsFormula = /^[=+\-@\t\r\n\0＝＋－＠]/

/** A name that a spreadsheet would turn into a number or a day: 0700, 1E5, 1-2, MAR1. */
const looksLikeNumber = /^(?=.*\d)[\d.,/%e-]+$/i
const looksLikeDay = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[ -]?\d+$/i
/** A spreadsheet turns it into the day that it is. */
const isIsoDay = /^\d{4}-\d{2}-\d{2}$/
const looksLikeValue = (text: string): boolean =>
  (looksLikeNumber.test(text) && !isIsoDay.test(text)) || looksLikeDay.test(text)

/**
 * Text that a spreadsheet would evaluate or convert gets a leading quote. A file or paste has no other way to
 * mark text: LibreOffice evaluates even an HTML cell with a text format (OWASP, CSV injection).
 */
export const escapeSpreadsheetText = (text: string): string =>
  beginsFormula.test(text) || looksLikeValue(text.normalize('NFKC')) ? `'${text}` : text

const tsvCell = (cell: ExportCell): string =>
  cell === null
    ? ''
    : typeof cell === 'number'
      ? String(cell)
      : escapeSpreadsheetText(cell).replace(/[\t\r\n]+/g, ' ')

/** Rows with tabs between their cells, as spreadsheets paste them. */
export const toTsv = (rows: readonly (readonly ExportCell[])[]): string =>
  rows.map((row) => row.map(tsvCell).join('\t')).join('\n')

function spreadsheetCell(cell: ExportCell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : escapeSpreadsheetText(cell)
}

const byteOrderMark = '\ufeff'

/** A CSV file for spreadsheets. Without the byte order mark Excel would garble Japanese text. */
export const toCsv = (rows: readonly (readonly ExportCell[])[]): string =>
  byteOrderMark +
  formatCsv(
    rows.map((row) => row.map(spreadsheetCell)),
    '\r\n',
  )

const two = (value: number): string => String(Math.abs(value)).padStart(2, '0')

/** A local date and time with its offset from UTC: 2026-11-20T15:04:05+09:00. */
export function isoWithZone(time: number): string {
  const minutesEast = -new Date(time).getTimezoneOffset()
  const local = new Date(time + minutesEast * 60_000).toISOString().slice(0, 19)
  const hours = Math.trunc(minutesEast / 60)
  return `${local}${minutesEast < 0 ? '-' : '+'}${two(hours)}:${two(minutesEast % 60)}`
}

/** The local date of a time, for a file name: 2026-11-20. */
export const localDay = (time: number): string => isoWithZone(time).slice(0, 10)

/** A cell as it is copied: numbers in full, times and words as displayed. */
export function clipboardCell<Row, Context>(
  row: Row,
  { kind, value, shown }: TableColumn<Row, Context>,
  context: Context,
): ExportCell {
  const cell = value(row, context)
  if (cell === null || kind === 'number') return cell
  return shown(row, context)
}

/** A cell as it is exported: like a copy, but times with date and zone. */
export function csvFileCell<Row, Context>(
  row: Row,
  column: TableColumn<Row, Context>,
  context: Context,
): ExportCell {
  const cell = column.value(row, context)
  return column.kind === 'time' && typeof cell === 'number'
    ? isoWithZone(cell)
    : clipboardCell(row, column, context)
}
