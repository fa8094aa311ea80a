import type { CellKeyDownEvent, GridApi } from 'ag-grid-community'
import { isComposing } from '../browser/browser-hooks.ts'

/** Rows with checkboxes, and one in the header for all displayed rows. Needs the grid's `RowSelectionModule`. */
export const rowSelection = {
  mode: 'multiRow',
  checkboxes: true,
  headerCheckbox: true,
  selectAll: 'filtered',
} as const

export const selectionColumn = {
  width: 40,
  resizable: false,
  lockPosition: 'left',
  suppressMovable: true,
} as const

/**
 * Shift+arrow extends the selection, Ctrl+A selects all displayed rows; Space on a cell is the grid's own. Returns
 * whether the key was one of them.
 */
export function selectRowsByKey<Row>({ event, node, api }: CellKeyDownEvent<Row>): boolean {
  if (!(event instanceof KeyboardEvent) || isComposing(event)) return false
  const key = event.key.toLowerCase()
  if ((event.ctrlKey || event.metaKey) && key === 'a') {
    api.selectAll('filtered')
    event.preventDefault()
    return true
  }
  if (!event.shiftKey || (key !== 'arrowdown' && key !== 'arrowup')) return false
  // The grid itself moves the focus to the next row.
  node.setSelected(true)
  const next = (node.rowIndex ?? 0) + (key === 'arrowdown' ? 1 : -1)
  api.getDisplayedRowAtIndex(next)?.setSelected(true)
  return true
}

/** Selects or deselects the rows with these ids. */
export function setRowsSelected<Row>(
  api: GridApi<Row>,
  ids: Iterable<string>,
  { selected }: { selected: boolean },
): void {
  const nodes = [...ids].flatMap((id) => api.getRowNode(id) ?? [])
  if (nodes.length > 0) api.setNodesSelected({ nodes, newValue: selected })
}
