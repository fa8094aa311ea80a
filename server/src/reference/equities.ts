import { createHash } from 'node:crypto'
import { type Sector, sectors } from '@aitai/contract/codes.ts'
import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import { type PriceLimits, priceLimits } from '@aitai/engine/market/price-limits.ts'
import { type TickTable, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { Exchange } from '@aitai/engine/model/calendar.ts'
import { type Price, toPrice, toYen, yen } from '@aitai/engine/model/price.ts'
import { type Security, type TickTableName, tickTables } from '@aitai/engine/model/security.ts'
import type { Ratio, ShareRatio } from '@aitai/engine/model/share-ratio.ts'
import { cleanCell } from '@aitai/engine/upload/cell-text.ts'
import { suffixOfRic } from '@aitai/engine/upload/security-codes.ts'
import { csvRowsOf } from './csv.ts'
import { InvalidFile } from './imported-file.ts'
import { isRemark, remark } from './remarks.ts'
import { inSlices } from './slices.ts'

/** A security with its names. Prices in 1/10,000 yen. */
export interface Equity {
  readonly security: Security
  readonly name: string
  readonly localName: string
  /** The reading in katakana. */
  readonly kana: string
  /** Common short names, in both languages. */
  readonly shortNames: readonly string[]
  /** The tick at the close. At other prices it follows the tick table. */
  readonly tickSize: Price
  /** The average daily volume of 20 days, in shares; null if unknown. */
  readonly averageDailyVolume: number | null
  /** Its sector of the Tokyo Stock Exchange; null for a fund, or if the file does not say. */
  readonly sector: Sector | null
}

const columns = ['ric', 'name', 'localName', 'kana', 'shortNames', 'lotSize', 'closePrice'] as const
/** Daily price limits published by the exchange, in yen; empty if they follow from the close. */
const limitColumns = ['minPrice', 'maxPrice'] as const
/** The table of ticks, or the older flag of members of TOPIX500: one of the two. */
const tickColumns = ['tickTable', 'topix500'] as const
/** What happens to a security: new shares for old from a day on, another code before, or the end of its listing. */
const actionColumns = ['ratio', 'ratioFrom', 'formerRic', 'delisted'] as const
const optionalColumns = [
  'averageDailyVolume',
  'sector',
  ...limitColumns,
  ...tickColumns,
  ...actionColumns,
] as const
type Cells = Readonly<Record<(typeof columns)[number] | (typeof optionalColumns)[number], string>>

/** Shares trade in lots of 100; funds and trusts also in lots of 1, 10 and 1,000. */
const lots: readonly string[] = ['1', '10', '100', '1000']

const exchangeOf: Readonly<Record<string, Exchange>> = { T: 'XTKS', NG: 'XNGO', FU: 'XFKA', SP: 'XSAP' }

/** The exchange of a RIC, or undefined if it is not a RIC of a Japanese exchange. */
export const exchangeOfRic = (ric: string): Exchange | undefined => exchangeOf[suffixOfRic(ric) ?? '']

/** The opaque id of a security, derived from its RIC, so that every import of a RIC has the same id. */
export const securityIdOf = (ric: string): string =>
  createHash('sha256').update(`security|${ric}`).digest('hex').slice(0, 32)

/** A number as spreadsheets write it, with commas between thousands: 2,905.5. */
const withoutThousands = (text: string): string =>
  /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text

/** Parses a price in yen such as '2905.5' to 1/10,000 yen; null if it is not positive. */
function priceOf(text: string): Price | null {
  const digits = withoutThousands(text)
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(digits)) return null
  const price = toPrice(Number(digits))
  return price > 0 ? price : null
}

/** A number of shares; null if the cell is empty, NaN if it is not a number of shares. */
function volumeOf(text: string): number | null {
  if (text === '') return null
  const digits = withoutThousands(text)
  return /^[1-9]\d{0,11}$/.test(digits) ? Number(digits) : Number.NaN
}

/** A code of the exchange, with or without its leading zeros; null for none, undefined for anything else. */
const sectorOf = (text: string): Sector | null | undefined =>
  text === '' || text === '-' ? null : sectors.find((code) => code === text.padStart(4, '0'))

/** Normalizes full-width figures and codes to ASCII; names stay as written. */
function normalizeCells(cells: Cells): Cells {
  const { name, localName, kana, shortNames, ...figures } = cells
  const ascii = Object.fromEntries(Object.entries(figures).map(([column, cell]) => [column, cleanCell(cell)]))
  const names = {
    name,
    localName,
    shortNames: shortNames.replaceAll('；', ';'),
  }
  // Older systems export half-width katakana, and spaces between words.
  return { ...cells, ...ascii, ...names, kana: cleanCell(kana).replace(/\s+/g, ' ') }
}

const longestName = 200

/** What is wrong with the names of a row, or null. */
function nameFault({ ric, name, localName, kana, shortNames }: Cells): Remark | null {
  if (name === '' || localName === '') return remark('NAMES_MISSING', { ric })
  if ([name, localName, shortNames].some((each) => each.length > longestName || /\p{Cc}/u.test(each)))
    return remark('NAME_LENGTH', { what: ric, max: longestName })
  return /^[ァ-ヶー・ ]*$/.test(kana) ? null : remark('KANA', { ric })
}

/** The daily limits: those given, otherwise those that follow from the close; or what is wrong with them. */
function limitsOf(cells: Cells, closePrice: Price, table: TickTable): PriceLimits | Remark {
  const { ric } = cells
  const limits = { ...priceLimits(closePrice) }
  for (const column of limitColumns) {
    const cell = cells[column]
    if (cell === '') continue
    const price = priceOf(cell)
    if (price === null) return remark('PRICE', { column, ric })
    const tick = tickAt(price, table)
    if (price % tick !== 0) return remark('OFF_TICK', { column, price: cell, ric, tick: toYen(tick) })
    limits[column] = price
  }
  // Nothing trades below one yen: at a close of one yen the lower limit equals the close.
  if ((limits.minPrice < closePrice || closePrice === yen) && closePrice < limits.maxPrice) return limits
  return remark('CLOSE_OUTSIDE_LIMITS', { price: cells.closePrice, ric })
}

/** The tables of ticks by the words of a file, and by the numbers of the exchange. */
const tableOfWord: ReadonlyMap<string, TickTableName> = new Map([
  ...tickTables.map((name) => [name.toLowerCase(), name] as const),
  ['01', 'COARSE'],
  ['03', 'FINE'],
  ['04', 'FUND'],
])
const tableOfFlag: ReadonlyMap<string, TickTableName> = new Map([
  ['y', 'FINE'],
  ['n', 'COARSE'],
])

/** The table of a row by its column, or by the older flag; or what is wrong with the two. */
function tickTableOf({ ric, tickTable, topix500 }: Cells): { readonly name: TickTableName } | Remark {
  const [named, flagged] = [tableOfWord.get(tickTable.toLowerCase()), tableOfFlag.get(topix500.toLowerCase())]
  if (tickTable !== '' && named === undefined) return remark('TICK_TABLE', { ric })
  if (topix500 !== '' && flagged === undefined) return remark('TOPIX500', { ric })
  const name = named ?? flagged
  return name === undefined ? remark('NO_TICK_TABLE', { ric }) : { name }
}

/** New shares for old ones: 5, 1/10, 5:1 or 1.2; null for anything else. */
function ratioOf(text: string): Ratio | null {
  const [, above = '', decimals = '', below = '1'] =
    /^(\d{1,5})(?:\.(\d{1,4}))?(?:[/:](\d{1,5}))?$/.exec(text) ?? []
  const scale = 10 ** decimals.length
  const ratio = { newShares: Number(above + decimals), oldShares: Number(below) * scale }
  return ratio.newShares > 0 && ratio.oldShares > 0 ? ratio : null
}

/** What happens to the security of a row, null for nothing; or what is wrong with it. */
function actionOf({ ric, ratio, ratioFrom, formerRic, delisted }: Cells): CorporateAction | null | Remark {
  if (!['', 'n'].includes(delisted.toLowerCase())) return remark('DELISTED', { ric })
  if (formerRic !== '' && !exchangeOfRic(formerRic)) return remark('FORMER_RIC', { former: formerRic })
  if (ratio === '' && ratioFrom === '')
    return formerRic === '' ? null : { securityRic: ric, ratio: null, formerRic }
  const [shares, day] = [ratioOf(ratio), dayOfDate(ratioFrom.replaceAll('/', '-'))]
  if (!shares) return remark('RATIO', { ric })
  if (Number.isNaN(day)) return remark('RATIO_FROM', { ric })
  return { securityRic: ric, ratio: { day, ...shares }, formerRic: formerRic || null }
}

/** Why a security cannot be traded here, or null. Anything else that is wrong with a row is a mistake in the file. */
function untradable({ ric, lotSize, closePrice }: Cells): Remark | null {
  if (!exchangeOfRic(ric)) return remark('RIC', { ric })
  if (!lots.includes(lotSize)) return remark('LOT_SIZE', { ric })
  return closePrice === '' || closePrice === '-' ? remark('NO_CLOSE', { ric }) : null
}

/** The equity of a row that can be traded, or what is wrong with the row. */
function equityOf(row: Cells): Equity | Remark {
  const { ric } = row
  const exchange = exchangeOfRic(ric)
  if (!exchange) return remark('RIC', { ric })
  const fault = nameFault(row)
  if (fault) return fault
  const table = tickTableOf(row)
  if (isRemark(table)) return table
  const closePrice = priceOf(row.closePrice)
  if (closePrice === null) return remark('PRICE', { column: 'closePrice', ric })
  const ticks = { tickTable: table.name, exchange }
  const tickSize = tickAt(closePrice, ticks)
  if (closePrice % tickSize !== 0)
    return remark('OFF_TICK', { column: 'closePrice', price: row.closePrice, ric, tick: toYen(tickSize) })
  const limits = limitsOf(row, closePrice, ticks)
  if (isRemark(limits)) return limits
  const averageDailyVolume = volumeOf(row.averageDailyVolume)
  if (Number.isNaN(averageDailyVolume)) return remark('VOLUME', { ric })

  const sector = sectorOf(row.sector)
  if (sector === undefined) return remark('SECTOR', { ric })

  const { name, localName, kana } = row
  const lotSize = Number(row.lotSize)
  return {
    security: { securityId: securityIdOf(ric), ric, ...ticks, lotSize, closePrice, ...limits },
    name,
    localName,
    kana,
    tickSize,
    averageDailyVolume,
    sector,
    shortNames: row.shortNames
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  }
}

/** A security of a file that cannot be traded here, and was left out on request. */
export interface SkippedEquity {
  readonly line: number
  readonly ric: string
  readonly why: Remark
}

/** What a file says of a listed security besides its data (docs/rules.md §26). */
export interface CorporateAction {
  readonly securityRic: string
  readonly ratio: ShareRatio | null
  readonly formerRic: string | null
}

/** What a file says. */
export interface EquityFile {
  readonly actions: readonly CorporateAction[]
  /** The RICs that are no longer listed. */
  readonly delisted: readonly string[]
  /** In the order of the file. */
  readonly equities: readonly Equity[]
  readonly skipped: readonly SkippedEquity[]
}

/** The equities of a file in the format of server/data/equities.csv, as `parseEquityFile` reads it. */
export const parseEquities = async (text: string): Promise<readonly Equity[]> =>
  (await parseEquityFile(text)).equities

/**
 * Parses a CSV text in the format of server/data/equities.csv. Throws InvalidFile naming all invalid lines if there is
 * any, so that a file is never imported partially. `skipsUntradable` leaves securities out that cannot be traded here,
 * such as those of other exchanges.
 */
export async function parseEquityFile(text: string, { skipsUntradable = false } = {}): Promise<EquityFile> {
  const skipped: SkippedEquity[] = []
  const actions: CorporateAction[] = []
  const delisted: string[] = []
  const lineOf = new Map<string, number>()
  const equities: Equity[] = []
  const problems: Remark[] = []
  const rows = await csvRowsOf<keyof Cells>(text, columns, optionalColumns)
  for await (const { line, cells } of inSlices(rows)) {
    const row = normalizeCells(cells)
    if (row.delisted.toLowerCase() === 'y') {
      delisted.push(row.ric)
      continue
    }
    const why = untradable(row)
    if (why && skipsUntradable) {
      skipped.push({ line, ric: row.ric, why })
      continue
    }
    const equity = why ?? equityOf(row)
    const before = lineOf.get(row.ric)
    if (isRemark(equity)) problems.push({ line, ...equity })
    else if (before) problems.push({ line, ...remark('ROW_TWICE', { what: row.ric, before }) })
    else equities.push(equity)
    const action = actionOf(row)
    if (action && isRemark(action)) problems.push({ line, ...action })
    else if (action) actions.push(action)
    if (!before) lineOf.set(row.ric, line)
  }
  if (problems.length === 0 && equities.length === 0) problems.push({ line: 1, ...remark('NO_ROWS') })
  if (problems.length > 0) throw new InvalidFile(problems)
  return { equities, skipped, actions, delisted }
}
