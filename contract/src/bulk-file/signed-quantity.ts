import type { Direction } from '@aitai/engine/model/advert.ts'
import { cleanCell, normalizeText } from '@aitai/engine/upload/cell-text.ts'
import { readQuantity } from '@aitai/engine/upload/cells.ts'

/** A quantity and the sign before it, empty without one. */
export interface SignedQuantity {
  readonly sign: '+' | '-' | ''
  /** Without the sign; the cell as it is without one. */
  readonly quantity: string
}

/** Japanese tables write △ or ▲ before a negative number, accounts put it in brackets. */
const negative = /^[-−‐–△▲]\s*(\d.*)$|^\(\s*(\d.*)\)$/
const positive = /^\+\s*(\d.*)$/

/** Longer cells are no quantities. */
const maxCell = 40

/** Splits the cell of a quantity into its sign and the rest. */
export function splitSign(cell: string): SignedQuantity {
  if (cell.length > maxCell) return { sign: '', quantity: cell }
  const text = cleanCell(cell)
  const minus = negative.exec(text)
  if (minus) return { sign: '-', quantity: (minus[1] ?? minus[2] ?? '').trimEnd() }
  const plus = positive.exec(text)
  return plus ? { sign: '+', quantity: plus[1] ?? '' } : { sign: '', quantity: cell }
}

/** Reads a quantity without its sign; null if it is no whole number of shares. */
export const readUnsigned = (cell: string): number | null =>
  readQuantity(normalizeText(splitSign(cell).quantity))

/**
 * Returns which side the sign of a cell says, given all cells of its column. A number without a sign is a buy, unless
 * the buys have plus signs: then its sign is missing, and so is the side.
 */
export function sideBySign(column: readonly string[]): (cell: string) => Direction | null {
  const hasPlus = column.some((cell) => splitSign(cell).sign === '+')
  return (cell) => {
    const { sign } = splitSign(cell)
    if (sign === '') return hasPlus ? null : 'BUY'
    return sign === '-' ? 'SELL' : 'BUY'
  }
}
