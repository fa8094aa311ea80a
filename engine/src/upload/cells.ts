import { ownExpiryAt, parseTimeOfDay } from '../adverts/duration/duration.ts'
import { readOrderReference } from '../adverts/order-reference.ts'
import {
  type AdvertTerms,
  type Duration,
  mostRenewals,
  mostResumes,
  presetDurations,
  transactionTypes,
} from '../model/advert.ts'
import type { Price } from '../model/price.ts'
import type { BulkContext } from './bulk-context.ts'
import { normalizeText } from './cell-text.ts'
import { readSide } from './side-words.ts'

/** The terms without a column of their own name. Levels have columns for their offsets, brokers for their names. */
type TermWithoutColumn = 'advertisingTrigger' | 'knockoutTrigger' | 'indexRelativeKOTrigger' | 'brokerIds'

/** An empty cell is a term that is left out, so no cell reads as null. */
type ColumnsOfTerms = {
  readonly [Name in Exclude<keyof AdvertTerms, TermWithoutColumn>]-?: NonNullable<AdvertTerms[Name]>
}

/**
 * The fields of a row other than the security: a column for each term, unless it is excluded above. Offsets are
 * in basis points.
 */
export interface RowFields extends ColumnsOfTerms {
  readonly advertisingTriggerOffset: number
  readonly knockoutTriggerOffset: number
  readonly indexRelativeKOTriggerOffset: number
  readonly brokers: readonly string[]
}

/** Longer than any valid cell. The file size alone would allow a cell of a million characters. */
export const maxCellCharacters = 1_000

/** The largest quantity that can be typed or sent. Anything larger is a typing error. */
const maxShares = 1_000_000_000

const wholeNumber = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.0*)?$/

function readWhole(text: string): number | null {
  if (!wholeNumber.test(text)) return null
  const value = Number(text.replaceAll(',', ''))
  // Plus zero turns -0 into 0, because JSON cannot represent -0.
  return Math.abs(value) <= maxShares ? value + 0 : null
}

/** The units of quantities as desks write them. */
const units: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, 千: 1e3, 万: 1e4, 億: 1e8 }

/** What may follow a quantity: 10万株, 5,000 shares. */
const sharesWord = /(?:株|shares?|shs?)$/

/**
 * Reads a quantity in normalized text, also with a unit: 3万, 10万株, 40k, 1.5m shares. Null if it is no whole number
 * of shares.
 */
export function readQuantity(written: string): number | null {
  const text = written.replace(sharesWord, '').trimEnd()
  const unit = units[text.at(-1) ?? '']
  if (unit === undefined) return readWhole(text)
  const found = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(text.slice(0, -1).trimEnd().replaceAll(',', ''))
  if (!found) return null
  const [, whole = '', decimals = ''] = found
  // In whole numbers, so that 1.1m is exact.
  const shares = (Number(whole + decimals) * unit) / 10 ** decimals.length
  return Number.isInteger(shares) && shares <= maxShares ? shares : null
}

/** Reads a quantity of at least `least` shares, which the row's validation does not check. */
function readQuantityFrom(text: string, least: number): number | null {
  const shares = readQuantity(text)
  return shares !== null && shares >= least ? shares : null
}

/**
 * Spreadsheets export a formatted percentage with its sign. Without a regular expression, because one would
 * be quadratic on a cell full of spaces.
 */
const withoutPercentSign = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text)

/** Reads a percentage with at most two decimals as basis points. */
function readBasisPoints(text: string): number | null {
  const found = /^([+-]?)(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(withoutPercentSign(text))
  if (!found) return null
  const [, sign, whole = '', decimals = ''] = found
  const value = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return sign === '-' ? 0 - value : value
}

/** Reads a price in yen from normalized text, also with its unit and separators. */
export function readPrice(text: string): Price | null {
  const plain = text.replace(/^[¥￥]\s*/, '').replace(/\s*円$/, '')
  const found = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,4})0*)?$/.exec(plain)
  if (!found) return null
  const [, whole = '', decimals = ''] = found
  return Number(whole.replaceAll(',', '')) * 10_000 + Number(decimals.padEnd(4, '0'))
}

/** Reads a number of times of at most `most`, which the row's validation does not check. */
function readTimes(text: string, most: number): number | null {
  const times = readWhole(text)
  return times !== null && times >= 0 && times <= most ? times : null
}

const oneOfWords = <T>(
  meanings: readonly (readonly [T, readonly string[]])[],
): ((text: string) => T | null) => {
  const meaningOf = new Map(meanings.flatMap(([meaning, all]) => all.map((word) => [word, meaning] as const)))
  return (text) => meaningOf.get(text) ?? null
}

const readBoolean = oneOfWords<boolean>([
  [true, ['true', 'yes', 'y', '1', 'はい']],
  [false, ['false', 'no', 'n', '0', 'いいえ']],
])

/** Reads one of the specification's constants, also with spaces or hyphens instead of underscores. */
const oneOf =
  <T extends string>(all: readonly T[]) =>
  (text: string): T | null =>
    all.find((word) => word.toLowerCase() === text.replace(/[\s_-]+/g, '_')) ?? null

/** The context for reading brokers. */
type Path = Pick<BulkContext, 'brokers' | 'limits'>

/** The named brokers, in order. Null if one is unknown, unusable or duplicate, or if there are too many. */
function readBrokers(text: string, { brokers, limits }: Path): readonly string[] | null {
  const names = text.split(';').flatMap((name) => name.trim() || [])
  // Checked before the lookups, because a cell may hold very many names.
  if (names.length === 0 || names.length > limits.brokersPerAdvert) return null
  const found = names.flatMap(
    (name) => brokers.find(({ shortName }) => normalizeText(shortName) === name) ?? [],
  )
  const brokerIds = new Set(found.map(({ brokerId }) => brokerId))
  return brokerIds.size === names.length ? [...brokerIds] : null
}

/** A duration, or an own expiry such as 15:10. */
function readDuration(text: string): Duration | null {
  const preset = oneOf(presetDurations)(text)
  if (preset !== null || !/[:時]/.test(text)) return preset
  const minutes = parseTimeOfDay(text)
  return minutes === null ? null : ownExpiryAt(minutes)
}

/** Parses a cell from its normalized text; null if it is not valid. A free text is taken as it was written. */
type CellParser<T> = (text: string, path: Path, cell: string) => T | null

const parsers: { readonly [Column in keyof RowFields]: CellParser<RowFields[Column]> } = {
  direction: readSide,
  shareQuantity: readQuantity,
  minimumQuantity: (text) => readWhole(withoutPercentSign(text)),
  quantityDecay: readBoolean,
  orderReference: (_text, _path, cell) => readOrderReference(cell),
  parentQuantity: (text) => readQuantityFrom(text, 1),
  doneElsewhere: (text) => readQuantityFrom(text, 0),
  autoRenewals: (text) => readTimes(text, mostRenewals),
  autoResumes: (text) => readTimes(text, mostResumes),
  limitPrice: readPrice,
  duration: readDuration,
  credibilityHurdle: readWhole,
  advertisingTriggerActivated: readBoolean,
  advertisingTriggerOffset: readBasisPoints,
  knockoutTriggerActivated: readBoolean,
  knockoutTriggerOffset: readBasisPoints,
  indexRelativeKOTriggerActivated: readBoolean,
  indexRelativeKOTriggerOffset: readBasisPoints,
  transactionType: oneOf(transactionTypes),
  transactionTypePreference: oneOf(transactionTypes),
  brokers: readBrokers,
  ranked: readBoolean,
}

/** The columns of a bulk file other than ric, in the order of docs/rules.md §18. */
export const advertColumns = Object.keys(parsers) as readonly (keyof RowFields)[]
/** The columns without a default from the preferences (docs/rules.md §18). */
export const requiredColumns = ['direction', 'shareQuantity'] as const satisfies readonly (keyof RowFields)[]

type RequiredFields = Pick<RowFields, (typeof requiredColumns)[number]>
/** The fields of a row. Missing ones are taken from the preferences. */
export type ParsedRow = RequiredFields & Partial<RowFields>

/**
 * Parses the cells of a row, by column ('' if there is none), or returns the first column that cannot be
 * read. A typing error must not silently fall back to a preference.
 */
export function parseRow(
  cellOf: (column: keyof RowFields) => string,
  path: Path,
): { readonly line: ParsedRow } | { readonly unreadable: keyof RowFields } {
  const fields: Partial<Record<keyof RowFields, RowFields[keyof RowFields]>> = {}
  for (const column of advertColumns) {
    const cell = cellOf(column)
    if (cell.length > maxCellCharacters) return { unreadable: column }
    const text = normalizeText(cell)
    const isNeeded = requiredColumns.some((each) => each === column)
    if (text === '' && !isNeeded) continue
    const value = parsers[column](text, path, cell)
    if (value === null) return { unreadable: column }
    fields[column] = value
  }
  // Each value has the type of its column's parser, and the required ones are present.
  return { line: fields as ParsedRow }
}
