import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { GridApi } from 'ag-grid-community'
import { userEntry } from '../../shared/store/user-entry.ts'
import type { HistoryColumnId } from './column-presets.ts'
import { isColumnId } from './history-columns.ts'

/** The grid's own column of checkboxes: always first. */
const checkboxes = { colId: 'ag-Grid-SelectionColumn' }

/** The current column layout. */
export const columnLayoutsOf = (api: GridApi<Advert>): ColumnLayout[] =>
  api
    .getColumnState()
    .filter(({ colId }) => isColumnId(colId))
    .map(({ colId, width, flex, hide, sort, sortIndex }) => ({
      colId,
      width: width ?? 100,
      flex: flex ?? null,
      hide: hide ?? false,
      sort: sort ?? null,
      sortIndex: sortIndex ?? null,
    }))

/** Applies a stored layout. */
export const applyColumnLayouts = (api: GridApi<Advert>, layouts: readonly ColumnLayout[]): boolean =>
  api.applyColumnState({ state: [checkboxes, ...layouts], applyOrder: true })

/** A set of columns in its order; the others follow, hidden. Widths and sorting stay. */
export function presetLayouts(
  layouts: readonly ColumnLayout[],
  preset: readonly HistoryColumnId[],
): ColumnLayout[] {
  const rank = (colId: string): number => (preset as readonly string[]).indexOf(colId)
  return layouts
    .map((layout) => ({ ...layout, hide: rank(layout.colId) < 0 }))
    .sort((a, b) => {
      const [first, second] = [rank(a.colId), rank(b.colId)]
      return (first < 0 ? layouts.length : first) - (second < 0 ? layouts.length : second)
    })
}

/** Whether exactly these columns are shown, in this order. */
export const isPresetShown = (
  layouts: readonly ColumnLayout[],
  preset: readonly HistoryColumnId[],
): boolean =>
  layouts
    .filter(({ hide }) => !hide)
    .map(({ colId }) => colId)
    .join() === preset.join()

/** The layout with one column moved by one visible position, past hidden columns. */
export function withColumnMoved(
  layouts: readonly ColumnLayout[],
  colId: string,
  step: -1 | 1,
): ColumnLayout[] {
  const moved = [...layouts]
  const from = moved.findIndex((layout) => layout.colId === colId)
  let to = from + step
  while (moved[to]?.hide) to += step
  const [column] = moved[to] && from >= 0 ? moved.splice(from, 1) : []
  if (column) moved.splice(to, 0, column)
  return moved
}

/** The position, width and visibility of a column: the part of the grid's state that is stored. */
export interface ColumnLayout {
  readonly colId: string
  readonly width: number
  /** Its part of the room that is left, whatever its width; null for a column of its own width. */
  readonly flex: number | null
  readonly hide: boolean
  readonly sort: 'asc' | 'desc' | null
  readonly sortIndex: number | null
}

/** Stored per user in this browser, like the settings. */
const entryOf = (email: string): string => userEntry('history', email)

const isColumnLayout = (value: unknown): value is ColumnLayout => {
  if (typeof value !== 'object' || value === null) return false
  const { colId, width, flex, hide, sort, sortIndex } = value as Record<string, unknown>
  return (
    typeof colId === 'string' &&
    isColumnId(colId) &&
    typeof width === 'number' &&
    width > 0 &&
    (flex === null || typeof flex === 'number') &&
    typeof hide === 'boolean' &&
    (sort === null || sort === 'asc' || sort === 'desc') &&
    (sortIndex === null || typeof sortIndex === 'number')
  )
}

/** The stored layout, or null if it is missing or invalid; the table then has its default layout. */
export function parseColumnLayouts(stored: string | null): readonly ColumnLayout[] | null {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null')
    return Array.isArray(parsed) && parsed.length > 0 && parsed.every(isColumnLayout) ? parsed : null
  } catch {
    return null
  }
}

export const loadColumnLayouts = (email: string): readonly ColumnLayout[] | null =>
  parseColumnLayouts(localStorage.getItem(entryOf(email)))

export const saveColumnLayouts = (email: string, layouts: readonly ColumnLayout[]): void =>
  localStorage.setItem(entryOf(email), JSON.stringify(layouts))

export const clearColumnLayouts = (email: string): void => localStorage.removeItem(entryOf(email))
