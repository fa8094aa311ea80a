import { parseAmount } from '../format/parse-amount.ts'
import { normalizeForSearch } from '../format/search-normalization.ts'
import type { StaticTextKey, TextFunction } from '../text/use-text.ts'
import type { TableColumn } from './table-columns.ts'

/** The filters of a table: a quick filter for all columns, and one for each column. */
export interface Filters<Id extends string = string> {
  readonly quick: string
  readonly byColumn: Readonly<Partial<Record<Id, string>>>
}

export const noFilters: Filters<never> = { quick: '', byColumn: {} }

export const isFiltered = ({ quick, byColumn }: Filters): boolean =>
  quick.trim() !== '' || Object.keys(byColumn).length > 0

/** The filter of one column, or none of it once it is empty. */
export function withFilter<Id extends string>(
  filters: Filters<NoInfer<Id>>,
  id: Id,
  condition: string,
): Filters<NoInfer<Id>> {
  const byColumn = { ...filters.byColumn }
  delete byColumn[id]
  return { ...filters, byColumn: condition.trim() === '' ? byColumn : { ...byColumn, [id]: condition } }
}

/** As numbers are typed: any width, no separators. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(',', '')

const amount = (typed: string): number | null => (/^0+$/.test(typed) ? 0 : parseAmount(typed))

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, 秒: 1, 分: 60, 時間: 3_600 }

/** A duration in seconds: 0:30, 1:02:03, 30s, 5m, 2h, in Japanese 30秒, 5分, 2時間; null for anything else. */
function duration(typed: string): number | null {
  const clock = /^(?:(\d+):)?(\d+):(\d\d)$/.exec(typed)
  if (clock) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3])
  const [, count, unit] = /^(\d+)(s|m|h|秒|分|時間)$/.exec(typed) ?? []
  return count && unit ? Number(count) * (secondsIn[unit] ?? 0) : null
}

type Unit = TableColumn<never, never>['unit']

/** An example of a condition on numbers, by what they are. */
export const filterHints = {
  amount: 'table.filters.number',
  percent: 'table.filters.percent',
  duration: 'table.filters.duration',
} as const satisfies Record<NonNullable<Unit> | 'amount', StaticTextKey>

type Test = (value: number) => boolean

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '=': (value, limit) => value === limit,
}

/** `>10k`, `<=1.5m`, `=100`, `10k-50k`, of a duration `>5:00`, `1m-2m`, as a predicate; null for anything else. */
export function numberTest(typed: string, unit?: Unit): Test | null {
  const read = unit === 'duration' ? duration : amount
  const text = plain(typed).replace(/[\s%]/g, '').replace('≥', '>=').replace('≤', '<=')
  const compared = /^(>=|<=|>|<|=)(.+)$/.exec(text)
  if (compared) {
    const limit = read(compared[2] ?? '')
    const holds = comparisons[compared[1] ?? '']
    return limit === null || !holds ? null : (value) => holds(value, limit)
  }
  const range = /^([^-~〜]+)(?:-|~|〜|\.\.)([^-~〜]+)$/.exec(text)
  const [from, to] = [read(range?.[1] ?? ''), read(range?.[2] ?? '')]
  return from === null || to === null ? null : (value) => value >= from && value <= to
}

/** A cell as it is searched. */
const foldedCell = <Row, Context>(
  row: Row,
  { shown, alsoFoundBy }: TableColumn<Row, Context>,
  context: Context,
): string => [shown(row, context), ...(alsoFoundBy?.(row, context) ?? [])].map(normalizeForSearch).join('\n')

/** Whether one column of a row matches: a choice exactly, a number by a condition, else a substring. */
function passesColumn<Row, Context>(
  row: Row,
  column: TableColumn<Row, Context>,
  condition: string,
  context: Context,
): boolean {
  if (column.choice) return column.choice(row) === condition
  const test = column.kind === 'number' ? numberTest(condition, column.unit) : null
  if (test) {
    const number = column.value(row, context)
    return typeof number === 'number' && test(number)
  }
  return foldedCell(row, column, context).includes(normalizeForSearch(condition))
}

/** Whether a row matches all filters. All words of the quick filter must occur. */
type RowFilter<Row, Context, Id extends string> = (
  row: Row,
  filters: Filters<Id>,
  context: Context,
) => boolean

/** The filters of a table with these columns. */
export function createRowFilter<Row extends object, Context extends object, Id extends string>(
  columns: readonly TableColumn<Row, Context, Id>[],
): RowFilter<Row, Context, Id> {
  // The text of a row for the quick filter, cached by row because it never changes.
  const searched = new WeakMap<Context, WeakMap<Row, string>>()
  function searchable(row: Row, context: Context): string {
    const known = searched.get(context) ?? new WeakMap<Row, string>()
    searched.set(context, known)
    const text = known.get(row) ?? columns.map((column) => foldedCell(row, column, context)).join('\n')
    known.set(row, text)
    return text
  }
  return (row, { quick, byColumn }, context) => {
    const words = quick.normalize('NFKC').split(/\s+/).map(normalizeForSearch).filter(Boolean)
    if (words.length > 0) {
      const all = searchable(row, context)
      if (!words.every((word) => all.includes(word))) return false
    }
    return columns.every((column) => {
      const condition = byColumn[column.id]
      return condition === undefined || passesColumn(row, column, condition, context)
    })
  }
}

/** The quick filter has its own key among the filters of the columns. */
export const quickFilterId = 'quick'

/** The filters as chips: the quick one first, then in the order of the columns. */
export const filterChips = <Row, Context, Id extends string>(
  { quick, byColumn }: Filters<Id>,
  columns: readonly TableColumn<Row, Context, Id>[],
): {
  readonly column: TableColumn<Row, Context, Id> | typeof quickFilterId
  readonly condition: string
}[] => [
  ...(quick.trim() ? [{ column: quickFilterId, condition: quick.trim() } as const] : []),
  ...columns.flatMap((column) => {
    const condition = byColumn[column.id]
    return condition === undefined ? [] : [{ column, condition }]
  }),
]

/** The values of a column of choices, each once, in the order of the table's rows. */
export const columnChoices = <Row, Context>(
  rows: readonly Row[],
  { choice }: Pick<TableColumn<Row, Context>, 'choice'>,
): StaticTextKey[] => (choice ? [...new Set(rows.map(choice))] : [])

/** A filter in words, with a choice as it is displayed. */
export const filterValueText = <Row, Context>(
  column: Pick<TableColumn<Row, Context>, 'choice'> | typeof quickFilterId,
  condition: string,
  text: TextFunction,
): string => (column !== quickFilterId && column.choice ? text(condition as StaticTextKey) : condition)
