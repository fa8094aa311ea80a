const multiples: Readonly<Record<string, number>> = {
  '': 1,
  k: 1_000,
  m: 1_000_000,
  b: 1_000_000_000,
  千: 1_000,
  万: 10_000,
  億: 100_000_000,
}

/** The maximum of every field: the contract's largest quantity, far above any notional. */
const largest = 1e15

/** The notation of numbers (docs/specification.md §5, number input). */
interface NumberNotation {
  /** One character, such as a point. */
  readonly decimal: string
  /** One character, such as a comma, or null where thousands are not set apart. */
  readonly thousands: string | null
  /** How many decimals an amount may have. */
  readonly decimals: number
}

/**
 * Parses numbers as a trader types them, or returns null for anything that is not clearly a number above
 * zero with at most so many decimals: asking again is better than guessing. Throws if the decimal and
 * thousands separators are equal, because 1,234 would be ambiguous.
 */
export function createAmountParser({
  decimal,
  thousands,
  decimals,
}: NumberNotation): (typed: string) => number | null {
  if (decimal === thousands) throw new Error(`decimals and thousands are both set apart by "${decimal}"`)
  // A comma must be followed by three digits, so that a decimal comma (1,5) is not read as fifteen; more than
  // three are a digit being added and are accepted.
  const whole = thousands === null ? '\\d*' : `\\d+(?:[${thousands}]\\d{3,})*|\\d*`
  const shape = new RegExp(`^(${whole})(?:[${decimal}](\\d*))?([kmb千万億]?)$`)
  return (typed) => {
    const match = shape.exec(typed.normalize('NFKC').replace(/\s/g, '').toLowerCase())
    if (!match) return null
    const [, before = '', after = '', unit = ''] = match
    if (before === '' && after === '') return null
    const digits = thousands === null ? before : before.replaceAll(thousands, '')
    const exact = Number(`${digits}.${after}`) * (multiples[unit] ?? 1)
    // In decimal text, so that 1.1m is 1,100,000 and not 1,100,000.0000000001.
    const amount = Number(exact.toFixed(decimals))
    const isExact = Math.abs(exact - amount) <= exact * 4 * Number.EPSILON
    return isExact && amount > 0 && amount <= largest ? amount : null
  }
}

/** An amount of money, which has no decimals (docs/specification.md §5): 775,000, 500k, 1.5m. */
export const parseNotional = createAmountParser({ decimal: '.', thousands: ',', decimals: 0 })

/** A number as traders type it: 10k, 1.5m, 1,234.5, １２，３００, 3万. */
export const parseAmount = createAmountParser({ decimal: '.', thousands: ',', decimals: 2 })
