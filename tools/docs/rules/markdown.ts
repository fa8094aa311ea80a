import { percentOf } from '@aitai/engine/adverts/percent.ts'
import { yen } from '@aitai/engine/market/price.ts'

/** Number format of the page: commas as thousands separators. */
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })
export const count = (value: number): string => numbers.format(value)

/** A price in 1/10,000 yen, in yen. */
export const inYen = (price: number): string => `${count(price / yen)} yen`

/** Basis points, in percent. */
export const inPercent = (basisPoints: number): string => `${count(percentOf(basisPoints))} %`

/** Milliseconds in the largest unit that gives an integer. */
export function inTime(ms: number): string {
  if (ms > 0 && ms % 60_000 === 0) return `${count(ms / 60_000)} min`
  return ms % 100 === 0 ? `${count(ms / 1_000)} s` : `${count(ms)} ms`
}

type Cell = string | number | boolean | null
const shown = (cell: Cell): string => {
  if (cell === null) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : '–'
  return (typeof cell === 'number' ? count(cell) : cell).replaceAll('|', '\\|')
}

/** A Markdown table with numbers aligned right. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const isNumeric = (column: number): boolean => rows.every((row) => typeof row[column] === 'number')
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rule = heads.map((_, column) => (isNumeric(column) ? '---:' : '---'))
  return [line(heads), line(rule), ...rows.map((row) => line(row.map(shown)))].join('\n')
}

export const code = (text: string): string => `\`${text}\``
export const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')
