import {
  type Direction,
  type Duration,
  durations,
  type TransactionType,
  transactionTypes,
} from '../adverts/advert.ts'
import type { BulkContext } from './bulk-context.ts'

/** What a line may say of an advert, beside its security. Percentages as offsets are in basis points. */
export interface RowFields {
  readonly direction: Direction
  readonly shareQuantity: number
  readonly minimumQuantity: number
  readonly quantityDecay: boolean
  readonly duration: Duration
  readonly credibilityHurdle: number
  readonly advertisingTriggerActivated: boolean
  readonly advertisingTriggerOffset: number
  readonly knockoutTriggerActivated: boolean
  readonly knockoutTriggerOffset: number
  readonly indexRelativeKOTriggerActivated: boolean
  readonly indexRelativeKOTriggerOffset: number
  readonly transactionType: TransactionType
  readonly transactionTypePreference: TransactionType
  readonly brokers: readonly string[]
  readonly ranked: boolean
}

/** One way of writing for all: half width, no space around, small letters. */
export const normalizeText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** More characters than anything that means something has. A file has room for a cell of a million. */
export const maxCellCharacters = 1_000

/** The largest quantity that can be typed or sent: beyond it, a slip. */
const maxShares = 1_000_000_000

const wholeNumber = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.0*)?$/

function readWhole(text: string): number | null {
  if (!wholeNumber.test(text)) return null
  const value = Number(text.replaceAll(',', ''))
  // Plus zero, since "-0" is written as 0 in the journal and would not come back.
  return Math.abs(value) <= maxShares ? value + 0 : null
}

/**
 * A spreadsheet writes a percentage with its sign where the cell is formatted so. No pattern looks for the
 * sign: over a cell that is full of spaces it would begin again at each of them.
 */
const withoutPercentSign = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text)

/** Percent with up to two decimals, as basis points: finer offsets than that the platform does not know. */
function readBasisPoints(text: string): number | null {
  const found = /^([+-]?)(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(withoutPercentSign(text))
  if (!found) return null
  const [, sign, whole = '', decimals = ''] = found
  const value = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return sign === '-' ? 0 - value : value
}

const words = <T>(meanings: readonly (readonly [T, readonly string[]])[]): ((text: string) => T | null) => {
  const meaningOf = new Map(meanings.flatMap(([meaning, all]) => all.map((word) => [word, meaning] as const)))
  return (text) => meaningOf.get(text) ?? null
}

const readDirection = words<Direction>([
  ['BUY', ['buy', '買', '買い', '買付']],
  ['SELL', ['sell', '売', '売り', '売付']],
])

const readBoolean = words<boolean>([
  [true, ['true', 'yes', 'y', '1', 'はい']],
  [false, ['false', 'no', 'n', '0', 'いいえ']],
])

/** One of the specification's words, written with spaces or hyphens for all it matters. */
const oneOf =
  <T extends string>(all: readonly T[]) =>
  (text: string): T | null =>
    all.find((word) => word.toLowerCase() === text.replace(/[\s_-]+/g, '_')) ?? null

/** What a file may name: the brokers of the asker's firm, and how many. */
type Path = Pick<BulkContext, 'brokers' | 'limits'>

/** The brokers named, in order. Null where one is unknown, unusable or there twice, or they are too many. */
function readBrokers(text: string, { brokers, limits }: Path): readonly string[] | null {
  const names = text.split(';').flatMap((name) => name.trim() || [])
  // Counted before any is looked up: a cell may hold as many as a file has room for.
  if (names.length === 0 || names.length > limits.brokersPerAdvert) return null
  const found = names.flatMap(
    (name) => brokers.find(({ shortName }) => normalizeText(shortName) === name) ?? [],
  )
  const brokerIds = new Set(found.map(({ brokerId }) => brokerId))
  return brokerIds.size === names.length ? [...brokerIds] : null
}

type Reader<T> = (text: string, path: Path) => T | null

const readers: { readonly [Column in keyof RowFields]: Reader<RowFields[Column]> } = {
  direction: readDirection,
  shareQuantity: readWhole,
  minimumQuantity: (text) => readWhole(withoutPercentSign(text)),
  quantityDecay: readBoolean,
  duration: oneOf(durations),
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

/** The columns of a bulk file beside ric, in the order of rules 18. */
export const advertColumns = Object.keys(readers) as readonly (keyof RowFields)[]
/** The columns that no preference stands in for (rules 18). */
export const requiredColumns = ['direction', 'shareQuantity'] as const satisfies readonly (keyof RowFields)[]

type RequiredFields = Pick<RowFields, (typeof requiredColumns)[number]>
/** What a line says; what it leaves out is left to the preferences. */
export type ParsedRow = RequiredFields & Partial<RowFields>

/**
 * Reads the cells of a line, by column ('' where there is none), or names the first column in the order of
 * rules 18 that cannot be read: a slip in one must not quietly become a preference.
 */
export function parseRow(
  cellOf: (column: keyof RowFields) => string,
  path: Path,
): { readonly line: ParsedRow } | { readonly unreadable: keyof RowFields } {
  const said: Partial<Record<keyof RowFields, RowFields[keyof RowFields]>> = {}
  for (const column of advertColumns) {
    const cell = cellOf(column)
    if (cell.length > maxCellCharacters) return { unreadable: column }
    const text = normalizeText(cell)
    const isNeeded = requiredColumns.some((each) => each === column)
    if (text === '' && !isNeeded) continue
    const value = readers[column](text, path)
    if (value === null) return { unreadable: column }
    said[column] = value
  }
  // Every value came from the reader of its own column, and the needed ones are there.
  return { line: said as ParsedRow }
}
