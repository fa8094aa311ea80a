import type { Price, Yen } from '@aitai/engine/model/price.ts'
import { cleanCell, isBlankCell, normalizeText } from '@aitai/engine/upload/cell-text.ts'
import { readPrice, readQuantity } from '@aitai/engine/upload/cells.ts'
import { rowsBeforeHeader } from '@aitai/engine/upload/file-layout.ts'
import { requiredUploadColumns, type UploadColumn, uploadColumns } from '@aitai/engine/upload/header.ts'
import { ricsOf } from '@aitai/engine/upload/security-codes.ts'
import { readSide } from '@aitai/engine/upload/side-words.ts'
import type { CsvRow } from './csv-format.ts'
import { readUnsigned, splitSign } from './signed-quantity.ts'
import { headingRank } from './table-headings.ts'

/** A security as far as a table is recognised by it: a price within its day's limits is one of its prices. */
export interface KnownSecurity {
  readonly maxPrice?: Yen
  readonly minPrice?: Yen
  readonly lotSize?: number
}

/** Finds the security of a cell; null if it is unknown. */
export type SecurityLookup = (cell: string) => KnownSecurity | null

/**
 * Which columns of a table hold what, by their positions, and its heading row, if it has one. Side and quantity have
 * the same position if the sign of the quantity is the side.
 */
export interface TableColumns {
  readonly headingRow: CsvRow | null
  readonly positions: ReadonlyMap<UploadColumn, number>
}

type Positions = Map<UploadColumn, number>

/**
 * Finds the columns of a table, by their headings and, for required ones without a known heading, by what is in them.
 * Without a column of sides, the signs of the quantities are the sides.
 * Null unless security, side and quantity are found, because text that is no table must not look like one.
 */
export function findTableColumns(rows: readonly CsvRow[], securityOf: SecurityLookup): TableColumns | null {
  const headingIndex = rows.slice(0, rowsBeforeHeader).findIndex(isHeadingRow)
  const headingRow = rows[headingIndex] ?? null
  const dataRows = rows.slice(headingIndex + 1).filter(({ cells }) => !isProse(cells))
  if (dataRows.length === 0) return null
  const table = tableOf(dataRows, securityOf)
  const positions: Positions = headingRow ? namedColumns(headingRow.cells, table) : new Map()
  addByContent(positions, table)
  const signed = signedColumn(positions, table)
  if (signed !== null) {
    positions.set('direction', signed)
    positions.set('shareQuantity', signed)
  }
  if (headingRow === null) addNumbersByContent(positions, table, signed)
  else addOnlyNumber(positions, table)
  return requiredUploadColumns.every((column) => positions.has(column)) ? { headingRow, positions } : null
}

/** Which column of a table holds its securities, and the line of its heading, 0 without one. */
export interface CodeColumn {
  readonly position: number
  readonly headingLine: number
}

/**
 * Finds the column with the securities of any table, below a heading that names it or by its contents. Null if there is
 * none, or if every column holds securities: codes side by side are no table.
 */
export function findCodeColumn(rows: readonly CsvRow[], securityOf: SecurityLookup): CodeColumn | null {
  const filled = rows.filter(({ cells }) => !isProse(cells))
  const isKnown = (cell: string): boolean => securityOf(cell) !== null
  const heading = filled
    .slice(0, rowsBeforeHeader)
    .find(({ cells }) => !cells.some(isKnown) && cells.some((cell) => headingRank('ric', cell) !== null))
  const dataRows = filled.filter(({ line }) => line > (heading?.line ?? 0))
  if (dataRows.length < (heading ? 1 : 2)) return null
  const table = tableOf(dataRows, securityOf)
  const columns = freeColumns(new Map(), table).map((position) => ({
    position,
    isNamed: headingRank('ric', heading?.cells[position] ?? '') !== null,
    score: codeScore(table, position),
    isSecurities: shareOf(table.column(position), isKnown) >= enough,
    isEmpty: table.column(position).every(isBlankCell),
  }))
  const isTable = heading !== undefined || columns.some((each) => !each.isSecurities && !each.isEmpty)
  const [best] = columns
    .filter(({ isNamed, isSecurities }) => isNamed || isSecurities)
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.score - a.score)
  return best && isTable ? { position: best.position, headingLine: heading?.line ?? 0 } : null
}

/** A row of a mail around the table: text in one cell, or nothing. */
export const isProse = (cells: readonly string[]): boolean =>
  cells.filter((cell) => !isBlankCell(cell)).length < 2

/** A row that names at least two of the required columns. */
function isHeadingRow({ cells }: CsvRow): boolean {
  const named = requiredUploadColumns.filter((column) =>
    cells.some((cell) => headingRank(column, cell) !== null),
  )
  return named.length >= 2
}

interface Table {
  readonly width: number
  readonly securityOf: SecurityLookup
  /** The cells of a column, in the order of the rows. */
  column(position: number): readonly string[]
}

function tableOf(rows: readonly CsvRow[], securityOf: SecurityLookup): Table {
  return {
    width: Math.max(...rows.map(({ cells }) => cells.length)),
    securityOf,
    column: (position) => rows.map(({ cells }) => cells[position] ?? ''),
  }
}

/** The share of the filled cells for which something holds, 0 for a column without any. */
function shareOf(cells: readonly string[], holds: (cell: string, index: number) => boolean): number {
  const filled = [...cells.entries()].filter(([, cell]) => !isBlankCell(cell))
  return filled.length === 0 ? 0 : filled.filter(([index, cell]) => holds(cell, index)).length / filled.length
}

/** The most certain column of each name. Of several headings that may name a security, the one above the codes. */
function namedColumns(headings: readonly string[], table: Table): Positions {
  const positions: Positions = new Map()
  for (const column of uploadColumns) {
    const named = headings.flatMap((heading, position) => {
      const rank = headingRank(column, heading)
      return rank === null ? [] : [{ position, rank }]
    })
    const certainty = ({ position, rank }: (typeof named)[number]): number =>
      column === 'ric' ? codeScore(table, position) : -rank
    const [best] = named.toSorted((a, b) => certainty(b) - certainty(a) || a.rank - b.rank)
    if (best) positions.set(column, best.position)
  }
  return withoutOneQuantityTwice(positions)
}

/** Without a column of its own, the quantity of the order is not known, nor what part of it is done. */
function withoutOneQuantityTwice(positions: Positions): Positions {
  if (positions.get('parentQuantity') !== positions.get('shareQuantity')) return positions
  positions.delete('parentQuantity')
  positions.delete('doneElsewhere')
  return positions
}

/**
 * How much of a column is codes. Known ones count twice, and digits alone are none while none is known, because many
 * quantities look like codes.
 */
function codeScore({ column, securityOf }: Table, position: number): number {
  const cells = column(position)
  const known = shareOf(cells, (cell) => securityOf(cell) !== null)
  const isCode = (cell: string): boolean =>
    ricsOf(cell).length > 0 && (known > 0 || /\D/.test(cleanCell(cell)))
  return known + shareOf(cells, isCode)
}

/** A column is what at least this share of its cells is. */
const enough = 0.5

/** Adds required columns that no heading names, by what is in the columns that are left. */
function addByContent(positions: Positions, table: Table): void {
  const add = (column: UploadColumn, scoreOf: (position: number) => number): void => {
    if (positions.has(column)) return
    const scores = freeColumns(positions, table).map((position) => ({ position, score: scoreOf(position) }))
    const [best] = scores.toSorted((a, b) => b.score - a.score)
    if (best && best.score >= enough) positions.set(column, best.position)
  }
  add('direction', (position) => shareOf(table.column(position), (cell) => readSide(cell) !== null))
  add('ric', (position) => codeScore(table, position))
}

function freeColumns(positions: Positions, { width }: Table): number[] {
  const taken = new Set(positions.values())
  return Array.from({ length: width }, (_, position) => position).filter((each) => !taken.has(each))
}

/**
 * The column whose signs are the sides: that of the quantity, if it has a heading, else the only one with signs. Null
 * if there are no signs, or sides in a column of their own. Changes of prices have signs too, but are no whole lots.
 */
function signedColumn(positions: Positions, table: Table): number | null {
  const side = positions.get('direction')
  if (side !== undefined && !table.column(side).every(isBlankCell)) return null
  const named = positions.get('shareQuantity')
  const lots = table.column(positions.get('ric') ?? -1).map((code) => table.securityOf(code)?.lotSize ?? 100)
  const isSigned = (position: number): boolean => {
    const cells = table.column(position)
    const isWholeLots = (cell: string, index: number): boolean => {
      const quantity = readUnsigned(cell)
      return quantity !== null && quantity % (lots[index] ?? 1) === 0
    }
    return (
      cells.some((cell) => splitSign(cell).sign !== '' && readUnsigned(cell) !== null) &&
      (named !== undefined || shareOf(cells, isWholeLots) >= enough)
    )
  }
  const [only, ...others] = (named === undefined ? freeColumns(positions, table) : [named]).filter(isSigned)
  return only !== undefined && others.length === 0 ? only : null
}

const isNumber = (cell: string): boolean => {
  const text = normalizeText(cell)
  return readQuantity(text) !== null || readLimit(text) !== null
}

/** How order management systems write a price without a limit. */
const noLimit = /^(?:mkt|market|成行|成り行き|成|none|n\/a|なし|[-‐–—―ー]|0+(?:\.0+)?)$/

/**
 * Reads the cell of a limit price: the price in 1/10,000 yen, 'none' for an order at the market, null if it is neither.
 */
export function readLimit(text: string): Price | 'none' | null {
  return noLimit.test(text) ? 'none' : readPrice(plainPrice(text))
}

/** A price without the sign or the currency that mails put before it. */
export const plainPrice = (text: string): string =>
  text.replace(/^(?:@|jpy|yen)\s*/, '').replace(/\s*(?:jpy|yen)$/, '')

/** Only prices are written so. */
const isPriceMark = (cell: string): boolean =>
  /[@¥円]|jpy|yen|mkt|market|成行|\.\d*[1-9]/.test(normalizeText(cell)) &&
  !/[km万千億株%]$/.test(normalizeText(cell))

/**
 * Adds quantity, minimum and limit price without headings: the limit is what is written as a price, or else the last of
 * several numbers that are prices of their securities today; the quantity is the first other number. A minimum
 * follows it: a percentage, or never more than the quantity.
 */
function addNumbersByContent(positions: Positions, table: Table, signed: number | null): void {
  const numeric = freeColumns(positions, table).filter((position) => {
    const cells = table.column(position)
    return shareOf(cells, (cell) => isNumber(cell) || isPercentage(cell)) >= enough
  })
  const percent = numeric.find((position) => table.column(position).some(isPercentage))
  const numbers = numeric.filter((position) => position !== percent)
  const limit =
    numbers.find((position) => table.column(position).some(isPriceMark)) ??
    numbers
      .slice(signed === null ? 1 : 0)
      .findLast((position) => isPriceOfToday(table, positions.get('ric'), position))
  const others = numbers.filter((position) => position !== limit)
  const [quantity, next] = signed === null ? others : [signed, ...others]
  if (quantity === undefined) return
  positions.set('shareQuantity', quantity)
  if (limit !== undefined) positions.set('limitPrice', limit)
  const minimum = percent ?? (next !== undefined && isNeverMore(table, next, quantity) ? next : undefined)
  if (minimum !== undefined) positions.set('minimumQuantity', minimum)
}

const isPercentage = (cell: string): boolean => /^\d+(?:\.\d*)?\s*%$/.test(cleanCell(cell))

/** Adds the quantity of a table whose heading names it otherwise, if it is the only number that is left. */
function addOnlyNumber(positions: Positions, table: Table): void {
  if (positions.has('shareQuantity')) return
  const [only, ...others] = freeColumns(positions, table).filter(
    (position) => shareOf(table.column(position), isNumber) >= enough,
  )
  if (only !== undefined && others.length === 0) positions.set('shareQuantity', only)
}

function isPriceOfToday({ column, securityOf }: Table, ric: number | undefined, position: number): boolean {
  if (ric === undefined) return false
  const codes = column(ric)
  let count = 0
  for (const [index, cell] of column(position).entries()) {
    const price = readLimit(normalizeText(cell))
    if (price === 'none' || isBlankCell(cell)) continue
    const { minPrice = 0, maxPrice = 0 } = securityOf(codes[index] ?? '') ?? {}
    if (maxPrice === 0) continue
    if (price === null || price < minPrice * 10_000 || price > maxPrice * 10_000) return false
    count += 1
  }
  return count > 0
}

function isNeverMore({ column }: Table, position: number, quantity: number): boolean {
  const quantities = column(quantity)
  return column(position).every((cell, index) => {
    const minimum = readUnsigned(cell)
    const most = readUnsigned(quantities[index] ?? '')
    return minimum === null || most === null || minimum <= most
  })
}
