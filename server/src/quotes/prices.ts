import { type Price, toPrice, toYen, type Yen } from '@aitai/engine/model/price.ts'

/** The largest accepted price, in yen: far above anything that is traded. */
const maxYen = 100_000_000

/**
 * Converts yen to 1/10,000 yen; null if the number is negative, too large or has more than four decimals. The
 * check is exact: a double that was parsed from up to four decimals equals `price / 10,000`, and no other does.
 */
export function exactPrice(inYen: Yen): Price | null {
  const price = toPrice(inYen)
  return inYen >= 0 && inYen <= maxYen && toYen(price) === inYen ? price : null
}

/** Parses a text such as `2905.5` to 1/10,000 yen; null if it is not such a number. */
export const parsePrice = (text: string): Price | null =>
  /^\d{1,9}(\.\d{1,4})?$/.test(text) ? exactPrice(Number(text)) : null
