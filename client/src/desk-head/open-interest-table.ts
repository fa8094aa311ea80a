import type { DeskOpenInterest, OpenInterestRow } from '@aitai/contract/schemas/adverts.ts'
import type { Language } from '@aitai/messages/language.ts'
import { formatNotional } from '../ui/format/amounts.ts'
import { formatNumber } from '../ui/format/format.ts'

/** What open interest is shown by. */
export const groupings = ['side', 'sector', 'broker'] as const
export type Grouping = (typeof groupings)[number]

export const rowsBy: Readonly<Record<Grouping, keyof DeskOpenInterest>> = {
  side: 'bySide',
  sector: 'bySector',
  broker: 'byBroker',
}

/** The columns of figures, from left to right. */
export const figures = [
  'count',
  'shareQuantity',
  'jpynotional',
  'buyNotional',
  'sellNotional',
  'locatedCount',
  'locatedNotional',
  'agreedCount',
  'agreedNotional',
] as const satisfies readonly (keyof OpenInterestRow)[]
export type Figure = (typeof figures)[number]
export type Figures = Readonly<Record<Figure, number>>

const amounts: readonly Figure[] = [
  'jpynotional',
  'buyNotional',
  'sellNotional',
  'locatedNotional',
  'agreedNotional',
]

/** A figure as a cell shows it; a dash for none, so that what is there stands out. */
export function formatFigure(figure: Figure, value: number, language: Language): string {
  if (value === 0) return '–'
  return amounts.includes(figure) ? formatNotional(value, language) : formatNumber(value)
}

/** By the name of the row, in the order of the server, or by a figure. */
export interface Sort {
  readonly column: 'key' | Figure
  readonly isDescending: boolean
}

export const firstSort: Sort = { column: 'key', isDescending: false }

/** The sort after a heading was pressed: figures begin with the largest, a second press turns the order around. */
export const sortAfter = ({ column, isDescending }: Sort, pressed: Sort['column']): Sort => ({
  column: pressed,
  isDescending: pressed === column ? !isDescending : pressed !== 'key',
})

/** The rows in the order of a sort. Equal figures keep the order of the server. */
export function sortRows(
  rows: readonly OpenInterestRow[],
  { column, isDescending }: Sort,
): OpenInterestRow[] {
  if (column === 'key') return isDescending ? rows.toReversed() : [...rows]
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => sign * (a[column] - b[column]))
}

/** The total of the institution. Of the rows by side, because an IOI is on one side and may name several brokers. */
export const totalOf = ({ bySide }: Pick<DeskOpenInterest, 'bySide'>): Figures =>
  Object.fromEntries(
    figures.map((figure) => [figure, bySide.reduce((sum, row) => sum + row[figure], 0)]),
  ) as Record<Figure, number>
