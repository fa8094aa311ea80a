import { yen } from '@aitai/engine/market/security.ts'

/** The largest price a source may tell, in yen: far above anything that is traded. */
const highest = 100_000_000

/**
 * A number of yen in 1/10,000 yen, or null if it has more than four decimals, is negative or is no price.
 * Exact: a number that was written with up to four decimals is the nearest one to its own 1/10,000 yen, and
 * no other is.
 */
export function exactPrice(inYen: number): number | null {
  const price = Math.round(inYen * yen)
  return inYen >= 0 && inYen <= highest && price / yen === inYen ? price : null
}

/** A text such as `2905.5` in 1/10,000 yen; null if it is no such number. */
export const parsePrice = (text: string): number | null =>
  /^\d{1,9}(\.\d{1,4})?$/.test(text) ? exactPrice(Number(text)) : null
