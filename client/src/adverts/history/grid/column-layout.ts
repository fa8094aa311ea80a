import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { GridApi } from 'ag-grid-community'
import type { ColumnLayout } from './column-layout-storage.ts'
import { isColumnId } from './history-columns.ts'

/** The grid's own column of checkboxes: always first. */
const checkboxes = { colId: 'ag-Grid-SelectionColumn' }

/** Where the columns stand now. */
export const columnLayoutsOf = (api: GridApi<Advert>): ColumnLayout[] =>
  api
    .getColumnState()
    .filter(({ colId }) => isColumnId(colId))
    .map(({ colId, width, hide, sort, sortIndex }) => ({
      colId,
      width: width ?? 100,
      hide: hide ?? false,
      sort: sort ?? null,
      sortIndex: sortIndex ?? null,
    }))

/** Puts the columns where they stood. */
export const applyColumnLayouts = (api: GridApi<Advert>, places: readonly ColumnLayout[]): boolean =>
  api.applyColumnState({ state: [checkboxes, ...places], applyOrder: true })

/** The places with a column moved by one, past those that are hidden. */
export function withColumnMoved(
  places: readonly ColumnLayout[],
  colId: string,
  step: -1 | 1,
): ColumnLayout[] {
  const moved = [...places]
  const from = moved.findIndex((place) => place.colId === colId)
  let to = from + step
  while (moved[to]?.hide) to += step
  const [column] = moved[to] && from >= 0 ? moved.splice(from, 1) : []
  if (column) moved.splice(to, 0, column)
  return moved
}
