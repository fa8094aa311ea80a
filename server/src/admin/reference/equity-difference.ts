import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import { adjustPrice, type Ratio } from '@aitai/engine/model/share-ratio.ts'
import type { EquityTable } from '../../database/schema.ts'
import { remark } from '../../reference/remarks.ts'
import { inSlices } from '../../reference/slices.ts'

type Row = EquityTable

/** A file that drops more than this share of the securities was probably truncated. */
export const maxLossWithoutConfirmation = 0.1

/** The columns of the file with their database columns, except the position, which is reported separately. */
const fields = {
  code: 'ric',
  name: 'name',
  localName: 'local_name',
  kana: 'kana',
  shortNames: 'short_names',
  tickTable: 'tick_table',
  lotSize: 'lot_size',
  closePrice: 'close_price',
  minPrice: 'min_price',
  maxPrice: 'max_price',
  averageDailyVolume: 'average_daily_volume',
  sector: 'sector',
} as const satisfies Record<string, keyof Row>
const columns = Object.entries(fields)
const prices: readonly (keyof Row)[] = ['close_price', 'min_price', 'max_price']

interface Change {
  readonly row: Row
  readonly before: Row
}

/** What a file would change. A new security moves all below it, so those that only move are just counted. */
export interface EquityDifference {
  readonly added: readonly Row[]
  readonly changed: readonly Change[]
  readonly removed: readonly Row[]
  readonly moved: readonly Row[]
  /** The number of active securities before. */
  readonly before: number
}

export async function equityDifferenceOf(
  stored: readonly Row[],
  wanted: readonly Row[],
): Promise<EquityDifference> {
  const active = new Map(stored.filter((row) => row.active === 1).map((row) => [row.id, row]))
  const ids = new Set(wanted.map(({ id }) => id))
  const [added, changed, moved]: [Row[], Change[], Row[]] = [[], [], []]
  for await (const row of inSlices(wanted)) {
    const before = active.get(row.id)
    if (!before) {
      added.push(row)
      continue
    }
    if (columns.some(([, field]) => row[field] !== before[field])) changed.push({ row, before })
    if (row.position !== before.position) moved.push(row)
  }
  const removed = [...active.values()].filter(({ id }) => !ids.has(id))
  return { added, changed, removed, moved, before: active.size }
}

export const isEmptyDifference = ({ added, changed, removed, moved }: EquityDifference): boolean =>
  added.length + changed.length + removed.length + moved.length === 0

/** A value as in the file: prices in yen, null if a limit follows from the close. */
function asInFile(row: Row, field: keyof Row): unknown {
  const value = row[field]
  if (field === 'tick_table') return String(value).toLowerCase()
  return prices.includes(field) && typeof value === 'number' ? toYen(value) : value
}

/**
 * The difference for printing: each changed column with its values before and after, prices in yen, and the names of
 * the securities by RIC.
 */
export async function printedDifference({ added, changed, removed, moved, before }: EquityDifference) {
  const shown: ({ ric: string } & Record<string, unknown>)[] = []
  for await (const { row, before: was } of inSlices(changed))
    shown.push({
      ric: row.ric,
      ...Object.fromEntries(
        columns
          .filter(([, field]) => row[field] !== was[field])
          .map(([column, field]) => [column, [asInFile(was, field), asInFile(row, field)]]),
      ),
    })
  const names: Record<string, { name: string; localName: string }> = {}
  const named = [...added, ...changed.map(({ row }) => row), ...removed]
  for await (const { ric, name, local_name } of inSlices(named)) names[ric] = { name, localName: local_name }
  return {
    added: added.map(({ ric }) => ric),
    changed: shown,
    removed: removed.map(({ ric }) => ric),
    moved: moved.length,
    unchanged: before - changed.length - removed.length,
    names,
  }
}

/** The first few RICs of a list, and the number of others. */
function summarize(rows: readonly Row[]): string {
  const first = rows.slice(0, 5).map(({ ric }) => ric)
  const more = rows.length - first.length
  return more > 0 ? `${first.join(', ')} (+${more})` : first.join(', ')
}

/** The daily limits of a stored security, in 1/10,000 yen. */
function limitsOf({ close_price, min_price, max_price }: Row) {
  const usual = priceLimits(close_price)
  return { minPrice: min_price ?? usual.minPrice, maxPrice: max_price ?? usual.maxPrice, usual }
}

/** A close outside the previous daily limits: an unstated ratio, a mistake, or the file of another day. */
function isOutsidePreviousLimits({ row, before }: Change, ratio: Ratio | undefined): boolean {
  const { minPrice, maxPrice } = ratio
    ? priceLimits(adjustPrice(before.close_price, ratio))
    : limitsOf(before)
  return row.close_price < minPrice || row.close_price > maxPrice
}

/** The exchange widens a limit to four times its usual width after two days locked at the limit. */
const widest = 4

function isTooWide(row: Row): boolean {
  const { minPrice, maxPrice, usual } = limitsOf(row)
  // Rounding a limit to the grid adds one tick at most; the 1 % covers it.
  const reach = (usual.maxPrice - row.close_price) * widest * 1.01
  return row.close_price - minPrice > reach || maxPrice - row.close_price > reach
}

/** Likely mistakes in a file; it is imported only if the operator confirms them. */
export function equityConcerns(
  { added, changed, removed, before }: EquityDifference,
  newRatios: ReadonlyMap<string, Ratio>,
): readonly Remark[] {
  const concerns: Remark[] = []
  if (removed.length > before * maxLossWithoutConfirmation)
    concerns.push(remark('SECURITIES_DROPPED', { removed: removed.length, before }))
  const leaps = changed
    .filter((each) => isOutsidePreviousLimits(each, newRatios.get(each.row.id)))
    .map(({ row }) => row)
  if (leaps.length > 0) concerns.push(remark('CLOSE_LEAPS', { rics: summarize(leaps) }))
  const wide = [...added, ...changed.map(({ row }) => row)].filter(isTooWide)
  if (wide.length > 0) concerns.push(remark('LIMITS_WIDE', { rics: summarize(wide) }))
  return concerns
}

/** Consequences that an operator should know. `isTrading`: whether an exchange is open now. */
export function equityWarnings(
  { changed, removed }: EquityDifference,
  isTrading: boolean,
): readonly Remark[] {
  const warnings: Remark[] = []
  const priced = changed.filter(({ row, before }) => prices.some((field) => row[field] !== before[field]))
  if (isTrading && priced.length > 0)
    warnings.push(remark('TRADING_NOW', { rics: summarize(priced.map(({ row }) => row)) }))
  const lots = changed.filter(({ row, before }) => row.lot_size !== before.lot_size).map(({ row }) => row)
  if (lots.length > 0) warnings.push(remark('LOTS_CHANGE', { rics: summarize(lots) }))
  if (removed.length > 0) warnings.push(remark('NOT_ADVERTISED', { rics: summarize(removed) }))
  return warnings
}
