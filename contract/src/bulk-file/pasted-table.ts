import { cleanCell, isBlankCell, normalizeText } from '@aitai/engine/upload/cell-text.ts'
import { readQuantity } from '@aitai/engine/upload/cells.ts'
import { type UploadColumn, uploadColumns } from '@aitai/engine/upload/header.ts'
import { ricsOf } from '@aitai/engine/upload/security-codes.ts'
import { readSide } from '@aitai/engine/upload/side-words.ts'
import { parseCsv } from './csv.ts'
import type { CsvRow } from './csv-format.ts'
import { formatCsv } from './csv-text.ts'
import { readUnsigned, sideBySign, splitSign } from './signed-quantity.ts'
import {
  findTableColumns,
  isProse,
  plainPrice,
  readLimit,
  type SecurityLookup,
  type TableColumns,
} from './table-columns.ts'
import { minimumUnitOf, quantityUnitOf } from './table-headings.ts'

/** A column of a pasted table: its heading, empty without one, and its number from 1. */
export interface PastedColumn {
  readonly heading: string
  readonly number: number
}

/** A table from the clipboard as a bulk file. */
export interface PastedTable {
  /** The text of the bulk file, with a header of its own. */
  readonly text: string
  /** How many lines further down a row is in that text than in the table. */
  readonly addedLines: number
  /** Where the values of each column of the bulk file come from. */
  readonly read: ReadonlyMap<UploadColumn, PastedColumn>
  /** Columns with values that are not read. */
  readonly unread: readonly PastedColumn[]
  /** Whether the sign of the quantity is the side. */
  readonly isSideBySign: boolean
  /** The columns that are not empty. */
  readonly columns: readonly PastedColumn[]
  /** The cells of each row, by its line in the table. */
  readonly cellsAt: ReadonlyMap<number, readonly string[]>
}

/** Divides a text into rows, at most `limit` of them. */
export type Division = (text: string, limit?: number) => readonly CsvRow[]

const divideAt =
  (delimiter: ',' | ';' | '\t'): Division =>
  (text, limit) => {
    const parsed = parseCsv(text, delimiter, limit)
    return 'rows' in parsed ? parsed.rows : []
  }

/** Longer lines are no rows, because a pattern is quadratic on a line full of spaces. */
export const maxLine = 2_000

const divideAtPattern =
  (pattern: RegExp): Division =>
  (text, limit) =>
    text
      .split(/\r\n?|\n/, limit)
      .map((line, index) => ({ line: index + 1, cells: line.trim().split(pattern) }))

const divideAtComma = divideAt(',')

/** What may stand between the cells of a table, the most certain first; `7203 JP` is one cell. */
export const divisions: readonly Division[] = [
  divideAt('\t'),
  divideAt(';'),
  divideAtPattern(/\s*\|\s*/),
  divideAtPattern(/,\s+/),
  divideAtComma,
  divideAtPattern(/\s{2,}|\u3000/),
  divideAtPattern(/\s+(?!(?:J[PTNFS]|Equity|shares|shs)\b)/i),
]

/**
 * Of `7203,BUY,100,000` it is not certain whether 100 shares are meant or 100,000. The number becomes one cell with
 * spaces, which no reader accepts, so that the trader sees the row rejected.
 */
function withUncertainNumbers({ line, cells }: CsvRow): CsvRow {
  const joined: string[] = []
  let isOpen = false
  for (const cell of cells) {
    const isGroup: boolean = isOpen && /^\d{3}\)?$/.test(cell)
    if (isGroup) joined.push(`${joined.pop()} ${cell}`)
    else joined.push(cell)
    isOpen = isGroup || /^\s*[-+−△▲(]?\d{1,3}$/.test(cell)
  }
  return { line, cells: joined }
}

/** A table is recognised by its first rows, so that a long text that is not one does not block the desk. */
export const rowsToRecognise = 200

/**
 * Reads a table of orders as spreadsheets, order management systems and mails put it on the clipboard, with or without
 * headings, into the columns of a bulk file (docs/rules.md §18). Every row keeps its line, plus `addedLines`. Null if
 * the text is no table with securities, sides and quantities.
 */
export function readPastedTable(text: string, securityOf: SecurityLookup): PastedTable | null {
  if (text.split('\n').some((line) => line.length > maxLine)) return null
  const lookup: SecurityLookup = (cell) => securityOf(codeIn(cell))
  for (const divide of divisions) {
    const columns = findTableColumns(divide(text, rowsToRecognise), lookup)
    if (!columns) continue
    const data = dataRows(divide(text), columns)
    const width = columns.headingRow?.cells.length ?? 0
    const certain = ({ cells }: CsvRow): boolean => divide !== divideAtComma || cells.length === width
    if (data.length > 0)
      return pastedTable(
        data.map((row) => (certain(row) ? row : withUncertainNumbers(row))),
        columns,
      )
  }
  return null
}

/** The code of a cell that holds the name as well: `7203 トヨタ自動車`, `トヨタ自動車（7203）`. Else the cell. */
export function codeIn(cell: string): string {
  const text = cleanCell(cell)
  if (ricsOf(text).length > 0) return text
  const [, before] = /^(\S+)\s+[\p{sc=Han}\p{sc=Katakana}\p{sc=Hiragana}]/u.exec(text) ?? []
  const [, inBrackets] = /[(<[【]([^()<>[\]【】]+)[)>\]】]$/.exec(text) ?? []
  return [before, inBrackets].find((code) => code !== undefined && ricsOf(code).length > 0) ?? cell
}

/** The rows below the headings without the sentences of a mail before and after them. */
function dataRows(rows: readonly CsvRow[], { headingRow, positions }: TableColumns): readonly CsvRow[] {
  const below = rows.filter(({ line }) => headingRow === null || line > headingRow.line)
  const isRow = ({ cells }: CsvRow): boolean =>
    !isProse(cells) && (headingRow !== null || isReadable(cells, positions))
  const first = below.findIndex(isRow)
  return first < 0 ? [] : below.slice(first, below.findLastIndex(({ cells }) => !isProse(cells)) + 1)
}

/** Whether anything can be read in a row: without known headings, the first row may be unknown ones. */
function isReadable(cells: readonly string[], positions: TableColumns['positions']): boolean {
  const cellOf = (column: UploadColumn): string => cells[positions.get(column) ?? -1] ?? ''
  return (
    ricsOf(codeIn(cellOf('ric'))).length > 0 ||
    readSide(cellOf('direction')) !== null ||
    readUnsigned(cellOf('shareQuantity')) !== null
  )
}

function pastedTable(rows: readonly CsvRow[], { headingRow, positions }: TableColumns): PastedTable {
  const headings = headingRow?.cells ?? []
  const columnAt = (position: number): PastedColumn => ({
    heading: cleanCell(headings[position] ?? '').replace(/\s+/g, ' '),
    number: position + 1,
  })
  const columns = uploadColumns.filter((column) => positions.has(column))
  const convert = converterOf(rows, headings, positions)
  const addedLines = rows[0]?.line === 1 ? 1 : 0
  const lines: (readonly string[])[] = [columns]
  for (const row of rows) {
    while (lines.length < row.line + addedLines - 1) lines.push([''])
    const isEmpty = row.cells.every(isBlankCell)
    lines.push(isEmpty ? [''] : columns.map((column) => convert(column, row.cells).replace(/[\r\n]+/g, ' ')))
  }
  const used = new Set([...positions.values()].map((position) => position + 1))
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length))
  const filled = Array.from({ length: width }, (_, position) => columnAt(position)).filter(({ number }) =>
    rows.some(({ cells }) => !isBlankCell(cells[number - 1] ?? '')),
  )
  return {
    text: formatCsv(lines, '\n'),
    addedLines,
    read: new Map(columns.map((column) => [column, columnAt(positions.get(column) ?? 0)])),
    unread: filled.filter(({ number }) => !used.has(number)),
    isSideBySign: isSideBySign(positions),
    columns: filled,
    cellsAt: new Map(rows.map(({ line, cells }) => [line, cells])),
  }
}

/** Whether the sign of the quantity is the side. */
const isSideBySign = (positions: TableColumns['positions']): boolean =>
  positions.get('direction') === positions.get('shareQuantity')

/** Before a negative quantity beside a buy. No reader accepts it, so the row is rejected, and the reason is known. */
export const contradiction = '−'

/** Returns a cell of a row as a bulk file has it. What cannot be read stays as it is, to be rejected by the server. */
function converterOf(
  rows: readonly CsvRow[],
  headings: readonly string[],
  positions: TableColumns['positions'],
): (column: UploadColumn, cells: readonly string[]) => string {
  const cellOf = (column: UploadColumn, cells: readonly string[]): string =>
    cells[positions.get(column) ?? -1] ?? ''
  const headingOf = (column: UploadColumn): string => headings[positions.get(column) ?? -1] ?? ''
  const withUnit = (column: UploadColumn, cell: string): string => {
    const unit = quantityUnitOf(headingOf(column))
    return unit !== '' && /^[\d.,]+$/.test(cleanCell(cell)) ? `${cleanCell(cell)}${unit}` : cell
  }
  const sideOf = isSideBySign(positions)
    ? sideBySign(rows.map(({ cells }) => cellOf('shareQuantity', cells)))
    : readSide
  const sideCell = (cells: readonly string[]): string => {
    const cell = cellOf('direction', cells)
    return isSideBySign(positions) ? (sideOf(cell) ?? '') : cell
  }
  const unsigned = (column: UploadColumn, cells: readonly string[]): string => {
    const cell = cellOf(column, cells)
    const { sign, quantity } = splitSign(cell)
    if (sign !== '-') return quantity
    const side = sideOf(cellOf('direction', cells))
    // Many systems give sales as negative numbers.
    if (side === 'SELL') return quantity
    return side === 'BUY' ? `${contradiction}${quantity}` : cell
  }
  const quantityOf = (cells: readonly string[]): string =>
    withUnit('shareQuantity', unsigned('shareQuantity', cells))
  const minimumUnit =
    minimumUnitOf(headingOf('minimumQuantity')) ??
    guessedUnit(rows.map(({ cells }) => cellOf('minimumQuantity', cells)))
  return (column, cells) => {
    const cell = cellOf(column, cells)
    switch (column) {
      case 'ric':
        return codeIn(cell)
      case 'direction':
        return sideCell(cells)
      case 'shareQuantity':
        return quantityOf(cells)
      case 'parentQuantity':
      case 'doneElsewhere':
        return withUnit(column, isNothing(cell) ? '' : unsigned(column, cells))
      case 'minimumQuantity':
        return minimumUnit === 'percent' ? cell : minimumPercent(cell, quantityOf(cells))
      case 'limitPrice':
        return limitOf(cell)
      default:
        return cell
    }
  }
}

/** How order management systems write that nothing was done. */
const isNothing = (cell: string): boolean => /^[-−‐–—―ー]$/.test(cleanCell(cell))

function limitOf(cell: string): string {
  const text = normalizeText(cell)
  return readLimit(text) === 'none' ? '' : plainPrice(text)
}

/** A minimum in shares is more than any percentage. */
const guessedUnit = (cells: readonly string[]): 'percent' | 'shares' =>
  cells.every((cell) => (readQuantity(normalizeText(cell)) ?? 0) <= 100) ? 'percent' : 'shares'

/** Bound of the minimum in percent (docs/rules.md §6). */
const smallestMinimum = 10

/** Smaller numbers in a column of shares may be percentages: they are converted as they are, and then rejected. */
const fewestShares = 100

/**
 * A minimum in shares as the percentage of its quantity, rounded up, so that never fewer are located. Below the
 * smallest percentage of the platform it is that one, as for orders by FIX (gateway/src/trading/advert-terms.ts).
 */
function minimumPercent(cell: string, quantityCell: string): string {
  const minimum = readQuantity(normalizeText(cell))
  const quantity = readQuantity(normalizeText(quantityCell))
  if (minimum === null || quantity === null || quantity <= 0) return cell
  const percent = Math.ceil((minimum * 100) / quantity)
  return String(minimum === 0 || minimum >= fewestShares ? Math.max(smallestMinimum, percent) : percent)
}
