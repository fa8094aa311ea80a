import { createHash } from 'node:crypto'
import type { Exchange } from '@aitai/engine/calendar/calendar.ts'
import { type PriceLimits, priceLimits } from '@aitai/engine/market/price-limits.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { yen } from '@aitai/engine/market/security.ts'
import { type TickTable, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import { csvRowsOf } from './csv.ts'
import { InvalidFile, normalizeCell } from './imported-file.ts'

/** A security with the names people find it by. Prices in 1/10,000 yen. */
export interface Equity {
  readonly security: Security
  readonly name: string
  readonly localName: string
  /** The reading in katakana. */
  readonly kana: string
  /** What people call it, in both languages. */
  readonly shortNames: readonly string[]
  /** The tick at the close: elsewhere it depends on the price (market.md 4). */
  readonly tickSize: number
}

const columns = [
  'ric',
  'name',
  'localName',
  'kana',
  'shortNames',
  'topix500',
  'lotSize',
  'closePrice',
] as const
/** The limits of the day as the exchange publishes them, in yen; empty where they are those of the close. */
const limitColumns = ['minPrice', 'maxPrice'] as const
type Cells = Readonly<Record<(typeof columns)[number] | (typeof limitColumns)[number], string>>

/** Shares trade in hundreds; funds and trusts also in ones, tens and thousands (market.md 3). */
const lots: readonly string[] = ['1', '10', '100', '1000']

/** Since 2024 a letter may stand second and fourth; B E I O Q V Z are never used (market.md 7). */
const ricForm = /^[1-9][0-9ACDFGHJKLMNPRSTUWXY][0-9][0-9ACDFGHJKLMNPRSTUWXY]\.(T|NG|FU|SP)$/
const exchangeOf: Readonly<Record<string, Exchange>> = { T: 'XTKS', NG: 'XNGO', FU: 'XFKA', SP: 'XSAP' }

/** The exchange of a RIC, or undefined if it is none of a Japanese exchange. */
export const exchangeOfRic = (ric: string): Exchange | undefined => exchangeOf[ricForm.exec(ric)?.[1] ?? '']

/**
 * The id of a security: opaque, and the same at every import of its RIC, so that a daily file
 * with new closes changes prices and nothing else.
 */
export const securityIdOf = (ric: string): string =>
  createHash('sha256').update(`security|${ric}`).digest('hex').slice(0, 32)

/** A price such as '2905.5' in yen, in 1/10,000 yen; null if it is not a positive one. */
function priceOf(text: string): number | null {
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(text)) return null
  const price = Math.round(Number(text) * yen)
  return price > 0 ? price : null
}

/** The cells of a row as they are read: figures and codes may be full-width, names are kept as written. */
function readable(cells: Cells): Cells {
  const { name, localName, kana, shortNames, ...figures } = cells
  const ascii = Object.fromEntries(
    Object.entries(figures).map(([column, cell]) => [column, normalizeCell(cell)]),
  )
  const names = {
    name: name.trim(),
    localName: localName.trim(),
    shortNames: shortNames.replaceAll('；', ';'),
  }
  // Half-width katakana come from older systems.
  return { ...cells, ...ascii, ...names, kana: normalizeCell(kana) }
}

/** What the names of a row lack, in words; null if nothing. */
function nameFault({ ric, name, localName, kana, shortNames }: Cells): string | null {
  if (name === '' || localName === '') return `${ric} needs a name and a localName`
  if ([name, localName, shortNames].some((each) => each.length > 200 || /\p{Cc}/u.test(each)))
    return `a name of ${ric} is longer than 200 characters or not on one line`
  return /^[ァ-ヶー・]*$/.test(kana) ? null : `the kana of ${ric} are not katakana`
}

/** The limits of the day: those given, else those of the close. In words if they are none. */
function limitsOf(cells: Cells, closePrice: number, table: TickTable): PriceLimits | string {
  const limits = { ...priceLimits(closePrice) }
  for (const column of limitColumns) {
    const cell = cells[column]
    if (cell === '') continue
    const price = priceOf(cell)
    if (price === null) return `the ${column} of ${cells.ric} is not a price in yen`
    const tick = tickAt(price, table)
    if (price % tick !== 0)
      return `the ${column} ${cell} of ${cells.ric} is not on its tick of ${tick / yen} yen`
    limits[column] = price
  }
  // Nothing trades below one yen, so there the lower limit is the close itself.
  if ((limits.minPrice < closePrice || closePrice === yen) && closePrice < limits.maxPrice) return limits
  return `the closePrice ${cells.closePrice} of ${cells.ric} is not between its limits of the day`
}

/** The equity of a row, or in words why there is none. */
function equityOf(row: Cells): Equity | string {
  const exchange = exchangeOfRic(row.ric)
  if (!exchange) return `'${row.ric}' is not a RIC of a Japanese exchange`
  const fault = nameFault(row)
  if (fault) return fault
  if (row.topix500 !== 'y' && row.topix500 !== 'n') return `topix500 of ${row.ric} is neither y nor n`
  if (!lots.includes(row.lotSize)) return `the lotSize of ${row.ric} is not 1, 10, 100 or 1000 shares`
  const closePrice = priceOf(row.closePrice)
  if (closePrice === null) return `the closePrice of ${row.ric} is not a price in yen`
  const topix500 = row.topix500 === 'y'
  const tickSize = tickAt(closePrice, { topix500, exchange })
  if (closePrice % tickSize !== 0)
    return `the closePrice ${row.closePrice} of ${row.ric} is not on its tick of ${tickSize / yen} yen`
  const limits = limitsOf(row, closePrice, { topix500, exchange })
  if (typeof limits === 'string') return limits

  const { ric, name, localName, kana } = row
  const lotSize = Number(row.lotSize)
  return {
    security: { securityId: securityIdOf(ric), ric, exchange, lotSize, topix500, closePrice, ...limits },
    name,
    localName,
    kana,
    tickSize,
    shortNames: row.shortNames
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  }
}

/**
 * The equities of a CSV text in the form of server/data/equities.csv, in its order. Strict: a single
 * bad line refuses the file, with all bad lines named, so that an import never happens by half.
 * Throws BadFile.
 */
export function parseEquities(text: string): readonly Equity[] {
  const lineOf = new Map<string, number>()
  const equities: Equity[] = []
  const problems: string[] = []
  for (const { line, cells } of csvRowsOf<keyof Cells>(text, columns, limitColumns)) {
    const row = readable(cells)
    const equity = equityOf(row)
    const before = lineOf.get(row.ric)
    if (typeof equity === 'string') problems.push(`line ${line}: ${equity}`)
    else if (before) problems.push(`line ${line}: ${row.ric} is on line ${before} already`)
    else equities.push(equity)
    if (!before) lineOf.set(row.ric, line)
  }
  if (problems.length === 0 && equities.length === 0) problems.push('line 1: no equity follows the header')
  if (problems.length > 0) throw new InvalidFile(problems)
  return equities
}
