import { createHash } from 'node:crypto'
import type { Exchange, Security } from '@aitai/engine/equity.ts'
import { yen } from '@aitai/engine/equity.ts'
import { priceLimits } from '@aitai/engine/price-limits.ts'
import { tickAt } from '@aitai/engine/ticks.ts'
import { parse } from 'csv-parse/sync'

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

/** A file of equities that cannot be taken: one line of the message for each bad line of the file. */
export class BadEquities extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'BadEquities'
  }
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
type Row = Readonly<Record<(typeof columns)[number], string>>

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

/** The equity of a row, or in words why there is none. */
function equityOf(row: Row): Equity | string {
  const exchange = exchangeOfRic(row.ric)
  if (!exchange) return `'${row.ric}' is not a RIC of a Japanese exchange`
  if (row.name === '' || row.localName === '') return `${row.ric} needs a name and a localName`
  if (!/^[ァ-ヶー・]*$/.test(row.kana)) return `the kana of ${row.ric} are not katakana`
  if (row.topix500 !== 'y' && row.topix500 !== 'n') return `topix500 of ${row.ric} is neither y nor n`
  if (!/^[1-9]\d{0,6}$/.test(row.lotSize))
    return `the lotSize of ${row.ric} is not a number of shares above 0`
  const closePrice = priceOf(row.closePrice)
  if (closePrice === null) return `the closePrice of ${row.ric} is not a price in yen`
  const topix500 = row.topix500 === 'y'
  const tickSize = tickAt(closePrice, { topix500, exchange })
  if (closePrice % tickSize !== 0)
    return `the closePrice ${row.closePrice} of ${row.ric} is not on its tick of ${tickSize / yen} yen`

  const lotSize = Number(row.lotSize)
  const limits = priceLimits(closePrice)
  const securityId = securityIdOf(row.ric)
  return {
    security: { securityId, ric: row.ric, exchange, lotSize, topix500, closePrice, ...limits },
    name: row.name,
    localName: row.localName,
    kana: row.kana,
    shortNames: row.shortNames.split(';').filter((each) => each !== ''),
    tickSize,
  }
}

/** The rows of the text with their line numbers. csv-parse itself refuses ragged rows and open quotes. */
function rowsOf(text: string): readonly { readonly line: number; readonly row: Row }[] {
  const named = (header: string[]): string[] => {
    if (header.join() !== columns.join())
      throw new BadEquities([`line 1: the columns must be ${columns.join()}`])
    return header
  }
  try {
    const options = { bom: true, columns: named, info: true, skip_empty_lines: true, trim: true } as const
    const found = parse<{ info: { lines: number }; record: Row }>(text, options)
    return found.map(({ info, record }) => ({ line: info.lines, row: record }))
  } catch (error) {
    if (error instanceof BadEquities || !(error instanceof Error)) throw error
    throw new BadEquities([error.message])
  }
}

/**
 * The equities of a CSV text in the form of server/data/equities.csv, in its order. Strict: a single
 * bad line refuses the file, with all bad lines named, so that an import never happens by half.
 */
export function parseEquities(text: string): readonly Equity[] {
  const lineOf = new Map<string, number>()
  const equities: Equity[] = []
  const problems: string[] = []
  for (const { line, row } of rowsOf(text)) {
    const equity = equityOf(row)
    const before = lineOf.get(row.ric)
    if (typeof equity === 'string') problems.push(`line ${line}: ${equity}`)
    else if (before) problems.push(`line ${line}: ${row.ric} is on line ${before} already`)
    else equities.push(equity)
    if (!before) lineOf.set(row.ric, line)
  }
  if (problems.length === 0 && equities.length === 0) problems.push('line 1: no equity follows the header')
  if (problems.length > 0) throw new BadEquities(problems)
  return equities
}
