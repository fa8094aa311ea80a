const multiples: Readonly<Record<string, number>> = {
  '': 1,
  k: 1_000,
  m: 1_000_000,
  b: 1_000_000_000,
  千: 1_000,
  万: 10_000,
  億: 100_000_000,
}

/** What no field takes more of: the contract's largest quantity, and far above any notional. */
const largest = 1e15

/**
 * A number as a trader types it: 10k, 1.5m, 1,234.5, １２，３００, 3万. Null for anything that is not plainly a
 * number above zero: better to ask again than to guess. A comma must have three digits behind it, so that a
 * decimal comma (1,5) is not read as fifteen; more than three are a digit being added and are taken.
 */
export function parseAmount(typed: string): number | null {
  const text = typed.normalize('NFKC').replace(/\s/g, '').toLowerCase()
  const match = /^(\d+(?:,\d{3,})*|\d*)(\.\d*)?([kmb千万億]?)$/.exec(text)
  if (!match) return null
  const [, whole = '', decimals = '', unit = ''] = match
  if (whole === '' && decimals.length < 2) return null
  // In decimal text, so that 1.1m is 1,100,000 and not 1,100,000.0000000001.
  const amount = Number(
    (Number(`${whole.replaceAll(',', '')}${decimals}`) * (multiples[unit] ?? 1)).toFixed(2),
  )
  return amount > 0 && amount <= largest ? amount : null
}
