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
  wanted: string,
): Filters<NoInfer<Id>> {
  const byColumn = { ...filters.byColumn }
  delete byColumn[id]
  return { ...filters, byColumn: wanted.trim() === '' ? byColumn : { ...byColumn, [id]: wanted } }
}

/** As numbers are typed: any width, no separators. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(',', '')

const amount = (typed: string): number | null => (/^0+$/.test(typed) ? 0 : parseAmount(typed))

type Test = (value: number) => boolean

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '=': (value, limit) => value === limit,
}

/** `>10k`, `<=1.5m`, `=100`, `10k-50k` as a predicate; null for anything else. */
export function numberTest(typed: string): Test | null {
  const text = plain(typed).replace(/[\s%]/g, '').replace('≥', '>=').replace('≤', '<=')
  const compared = /^(>=|<=|>|<|=)(.+)$/.exec(text)
  if (compared) {
    const limit = amount(compared[2] ?? '')
    const holds = comparisons[compared[1] ?? '']
    return limit === null || !holds ? null : (value) => holds(value, limit)
  }
  const range = /^([^-~〜]+)(?:-|~|〜|\.\.)([^-~〜]+)$/.exec(text)
  const [from, to] = [amount(range?.[1] ?? ''), amount(range?.[2] ?? '')]
  return from === null || to === null ? null : (value) => value >= from && value <= to
}

/** A cell as it is searched. */
const foldedCell = <Row, By>(row: Row, { shown, alsoFoundBy }: TableColumn<Row, By>, reader: By): string =>
  [shown(row, reader), ...(alsoFoundBy?.(row, reader) ?? [])].map(normalizeForSearch).join('\n')

/** Whether one column of a row matches: a choice exactly, a number by a condition, else a substring. */
function passesColumn<Row, By>(row: Row, column: TableColumn<Row, By>, wanted: string, reader: By): boolean {
  if (column.choice) return column.choice(row) === wanted
  const test = column.kind === 'number' ? numberTest(wanted) : null
  if (test) {
    const number = column.value(row, reader)
    return typeof number === 'number' && test(number)
  }
  return foldedCell(row, column, reader).includes(normalizeForSearch(wanted))
}

/** Whether a row matches all filters. All words of the quick filter must occur. */
type RowFilter<Row, By, Id extends string> = (row: Row, filters: Filters<Id>, reader: By) => boolean

/** The filters of a table with these columns. */
export function createRowFilter<Row extends object, By extends object, Id extends string>(
  columns: readonly TableColumn<Row, By, Id>[],
): RowFilter<Row, By, Id> {
  // The text of a row for the quick filter, cached by row because it never changes.
  const searched = new WeakMap<By, WeakMap<Row, string>>()
  function searchable(row: Row, reader: By): string {
    const known = searched.get(reader) ?? new WeakMap<Row, string>()
    searched.set(reader, known)
    const text = known.get(row) ?? columns.map((column) => foldedCell(row, column, reader)).join('\n')
    known.set(row, text)
    return text
  }
  return (row, { quick, byColumn }, reader) => {
    const words = quick.normalize('NFKC').split(/\s+/).map(normalizeForSearch).filter(Boolean)
    if (words.length > 0) {
      const all = searchable(row, reader)
      if (!words.every((word) => all.includes(word))) return false
    }
    return columns.every((column) => {
      const wanted = byColumn[column.id]
      return wanted === undefined || passesColumn(row, column, wanted, reader)
    })
  }
}

/** The quick filter has its own key among the filters of the columns. */
export const quickFilterId = 'quick'

/** The filters as chips: the quick one first, then in the order of the columns. */
export const filterChips = <Row, By, Id extends string>(
  { quick, byColumn }: Filters<Id>,
  columns: readonly TableColumn<Row, By, Id>[],
): { readonly column: TableColumn<Row, By, Id> | typeof quickFilterId; readonly wanted: string }[] => [
  ...(quick.trim() ? [{ column: quickFilterId, wanted: quick.trim() } as const] : []),
  ...columns.flatMap((column) => {
    const wanted = byColumn[column.id]
    return wanted === undefined ? [] : [{ column, wanted }]
  }),
]

/** The values of a column of choices, each once, in the order of the table's rows. */
export const columnChoices = <Row, By>(
  rows: readonly Row[],
  { choice }: Pick<TableColumn<Row, By>, 'choice'>,
): StaticTextKey[] => (choice ? [...new Set(rows.map(choice))] : [])

/** A filter in words, with a choice as it is displayed. */
export const filterValueText = <Row, By>(
  column: Pick<TableColumn<Row, By>, 'choice'> | typeof quickFilterId,
  wanted: string,
  text: TextFunction,
): string => (column !== quickFilterId && column.choice ? text(wanted as StaticTextKey) : wanted)
