import { cleanCell } from './cell-text.ts'

/**
 * Four characters, of which the second and the fourth may be letters since 2024 except B, E, I, O, Q, V and Z, and a
 * fifth for another class of a company's shares, such as 25935 beside 2593 (docs/market.md).
 */
const code = '[1-9][0-9ACDFGHJKLMNPRSTUWXY][0-9][0-9ACDFGHJKLMNPRSTUWXY][1-9]?'

/** A RIC of a Japanese exchange: a code, a point and the suffix of the exchange. */
const ricForm = new RegExp(`^(${code})\\.(T|NG|FU|SP)$`)

/** The suffix of a RIC of a Japanese exchange, or null. */
export const suffixOfRic = (ric: string): string | null => ricForm.exec(ric)?.[2] ?? null

/** The suffixes of RICs in the order in which a code without an exchange is looked for. */
const suffixes = ['T', 'NG', 'FU', 'SP'] as const
type Suffix = (typeof suffixes)[number]

/** Suffixes and prefixes of vendors. 'JP' is every exchange of the country. */
const exchanges: Readonly<Record<string, readonly Suffix[]>> = {
  T: ['T'],
  NG: ['NG'],
  FU: ['FU'],
  SP: ['SP'],
  JT: ['T'],
  JN: ['NG'],
  JF: ['FU'],
  JS: ['SP'],
  JP: suffixes,
  TYO: ['T'],
  TSE: ['T'],
  XTKS: ['T'],
  XNGO: ['NG'],
  XFKA: ['FU'],
  XSAP: ['SP'],
}

/** A code as vendors write it: 7203, 72030, 7203.T, 7203 JT, 7203 JP Equity, TYO:7203. The fifth 0 is no class. */
const written = new RegExp(
  `^(?:([A-Z]{3,4}):)?(${code.replace('[1-9]?', '')})(?:0|([1-9]))?(?:[.\\s]([A-Z]{1,4}))?(?:\\sEQUITY)?$`,
)

/**
 * The RICs that a security may have, the likeliest first: `7203`, `7203.T`, `7203 JT`, `TYO:7203` and `72030`, in any
 * width and case. Empty for anything that is not a code, such as a name.
 */
export function ricsOf(text: string): readonly string[] {
  const [, prefix, base, shareClass = '', suffix] = written.exec(cleanCell(text).toUpperCase()) ?? []
  if (base === undefined || (prefix !== undefined && suffix !== undefined)) return []
  const exchange = prefix ?? suffix
  const on = exchange === undefined ? suffixes : (exchanges[exchange] ?? [])
  return on.map((each) => `${base}${shareClass}.${each}`)
}

/** Finds securities by codes as desks and vendors write them. */
export function securityFinder<T>(rics: ReadonlyMap<string, T>): (text: string) => T | null {
  return (text) => {
    for (const ric of ricsOf(text)) {
      const found = rics.get(ric)
      if (found !== undefined) return found
    }
    return null
  }
}
