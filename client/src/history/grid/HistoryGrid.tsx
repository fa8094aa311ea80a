import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import {
  type CellKeyDownEvent,
  ClientSideRowModelApiModule,
  type ColDef,
  ColumnApiModule,
  type GridApi,
  type GridOptions,
  HighlightChangesModule,
  type IRowNode,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
} from 'ag-grid-community'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { intervals } from '../../shared/intervals.ts'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { PlainGrid } from '../../ui/table/PlainGrid.tsx'
import { rowSelection, selectionColumn, selectRowsByKey } from '../../ui/table/row-selection.ts'
import type { FilteredTable } from '../../ui/table/TableFilters.tsx'
import { columnHeader } from '../../ui/table/table-columns.ts'
import { cellRendererOf } from './cell-renderers.ts'
import { applyColumnLayouts, columnLayoutsOf, loadColumnLayouts, saveColumnLayouts } from './column-layout.ts'
import { columnPresets, type HistoryColumnId } from './column-presets.ts'
import { HeaderFilter, type OpenFilter } from './HeaderFilter.tsx'
import { HeaderWithFilter } from './header-with-filter.ts'
import { type HistoryTextContext, historyColumns, isColumnId } from './history-columns.ts'
import { columnComparator } from './history-order.ts'
import type { HistoryTable } from './use-history-table.ts'

const modules = [
  ClientSideRowModelApiModule,
  ColumnApiModule,
  HighlightChangesModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
]

interface Props {
  table: HistoryTable
  /** The filters, which the headers of the columns open. */
  filtered: FilteredTable<Advert, HistoryTextContext, HistoryColumnId>
  /** The user whose column layout is stored. */
  email: string
  onOpen: (advert: Advert) => void
  onCopy: (withHeaders: boolean) => void
}

/** The table of the day's adverts. Rows do not change position while the user works with one of them. */
export function HistoryGrid({ table, filtered, email, onOpen, onCopy }: Props) {
  const { context, rows, setApi, setSelectedIds, postSortRows, listeners } = table
  const overSwitch = useGridStateRestore(table)
  const { box, open, openFilter, closeFilter } = useHeaderFilter(table.api)
  const columnDefs = useMemo(() => definitionsFor(context, openFilter), [context, openFilter])
  // A new grid reports its own first layout, which is not the user's.
  const isArranged = useRef(false)
  const keep = ({ api }: { api: GridApi<Advert> }): void => {
    if (isArranged.current) saveColumnLayouts(email, columnLayoutsOf(api))
  }
  const press = useGridKeys(onOpen, onCopy)
  useTickingColumn(table.api)
  const options: GridOptions<Advert> = {
    ...stable,
    rowData: rows as Advert[],
    columnDefs,
    postSortRows,
    onGridReady: ({ api }) => {
      const stored = loadColumnLayouts(email)
      if (stored) applyColumnLayouts(api, stored)
      isArranged.current = true
      setApi(api)
    },
    onFirstDataRendered: ({ api }) => overSwitch.putBack(api),
    onGridPreDestroyed: ({ api }) => {
      isArranged.current = false
      overSwitch.note(api)
      setApi(null)
    },
    onColumnMoved: keep,
    onColumnResized: keep,
    onColumnVisible: keep,
    onSortChanged: keep,
    onSelectionChanged: ({ api }) =>
      setSelectedIds(new Set(api.getSelectedRows().map((advert) => advert.id))),
    onRowDoubleClicked: ({ data }) => data && onOpen(data),
    onCellKeyDown: (event) => press(event as CellKeyDownEvent<Advert>),
  }
  return (
    <div ref={box} className="history-table" {...listeners}>
      <PlainGrid<Advert> label={context.text('history.title')} extra={modules} options={options} />
      {open && <HeaderFilter key={open.columnId} {...{ open, filtered }} onClose={closeFilter} />}
    </div>
  )
}

/** Renders the time left every second; no other cell changes with the clock. */
function useTickingColumn(api: GridApi<Advert> | null): void {
  useEffect(() => {
    const timer = setInterval(
      () => api?.refreshCells({ columns: ['timeLeft'], suppressFlash: true }),
      intervals.countdownTick,
    )
    return () => clearInterval(timer)
  }, [api])
}

const leavesTable = (): boolean => false

const selection = { ...rowSelection, enableClickSelection: true } as const

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
const columnDefaults: ColDef<Advert> = {
  resizable: true,
  sortable: true,
  minWidth: 56,
  suppressHeaderMenuButton: true,
  enableCellChangeFlash: !isStill(),
}

/** The options that no render changes. */
const stable: GridOptions<Advert> = {
  defaultColDef: columnDefaults,
  getRowId: ({ data }) => data.id,
  rowSelection: selection,
  selectionColumnDef: selectionColumn,
  enableCellTextSelection: false,
  suppressNoRowsOverlay: true,
  // With new texts, as after a switch of the language, the columns stay as the user has them.
  maintainColumnOrder: true,
  // Tab leaves the table, because arrow keys move between its cells and there may be 2,000 rows.
  tabToNextCell: leavesTable,
  cellFlashDuration: intervals.cellFlash,
  cellFadeDuration: 0,
}

const overview: readonly HistoryColumnId[] = columnPresets.overview

function definitionsFor(context: HistoryTextContext, openFilter: OpenColumnFilter): ColDef<Advert>[] {
  return historyColumns.map((column) => {
    const compare = columnComparator(column.id)
    const drawn = cellRendererOf(column.id, context)
    return {
      colId: column.id,
      headerName: columnHeader(column, context),
      headerComponentParams: {
        innerHeaderComponent: HeaderWithFilter,
        innerHeaderComponentParams: {
          openFilter,
          label: context.text('table.filter.of', { column: columnHeader(column, context) }),
        },
      },
      suppressHeaderKeyboardEvent: ({ event }) => opensFilter(event, column.id, openFilter),
      initialWidth: column.width,
      initialHide: !overview.includes(column.id),
      ...(column.fills ? { initialFlex: 1, minWidth: column.width } : {}),
      ...(column.followsMarket ? { enableCellChangeFlash: false } : {}),
      ...(column.kind === 'number' || column.kind === 'time'
        ? { cellClass: 'history-number', headerClass: 'ag-right-aligned-header' }
        : {}),
      ...(column.id === 'submitTime' ? { initialSort: 'desc' as const } : {}),
      valueGetter: ({ data }) => (data ? column.shown(data, context) : ''),
      comparator: (_a, _b, first, second, isDescending) =>
        first.data && second.data ? compare(first.data, second.data, context, isDescending) : 0,
      ...(drawn ? { cellRenderer: drawn } : {}),
    }
  })
}

type OpenColumnFilter = (columnId: string, header: HTMLElement) => void

/** Alt+↓ on a header opens its filter, as in a spreadsheet. */
function opensFilter(event: KeyboardEvent, columnId: string, openFilter: OpenColumnFilter): boolean {
  if (event.key !== 'ArrowDown' || !event.altKey || !(event.target instanceof HTMLElement)) return false
  event.preventDefault()
  openFilter(columnId, event.target)
  return true
}

/** Which column's filter is open, and where. */
function useHeaderFilter(api: GridApi<Advert> | null) {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenFilter | null>(null)
  const openFilter = useCallback((columnId: string, header: HTMLElement): void => {
    if (!isColumnId(columnId) || !box.current) return
    const cell = header.closest('.ag-header-cell') ?? header
    const { left, width } = box.current.getBoundingClientRect()
    const from = cell.getBoundingClientRect().left - left
    setOpen({ columnId, left: Math.max(0, Math.min(from, width - filterWidth)) })
  }, [])
  const closeFilter = (toHeader: boolean): void => {
    setOpen(null)
    if (toHeader && open && api) api.setFocusedHeader(open.columnId)
  }
  return { box, open, openFilter, closeFilter }
}

/** The width of the panel, in pixels, so that it stays inside the table. */
const filterWidth = 224

/** Enter opens the advert, Shift+arrow extends the selection, Ctrl+A selects all displayed rows, Ctrl+C copies. */
function useGridKeys(onOpen: Props['onOpen'], onCopy: Props['onCopy']) {
  return useCallback(
    (pressed: CellKeyDownEvent<Advert>): void => {
      const { event, node } = pressed
      if (!(event instanceof KeyboardEvent) || isComposing(event)) return
      const isCtrl = event.ctrlKey || event.metaKey
      const key = event.key.toLowerCase()
      if (key === 'enter' && node.data) onOpen(node.data)
      else if (isCtrl && key === 'c') onCopy(event.shiftKey)
      else {
        selectRowsByKey(pressed)
        return
      }
      event.preventDefault()
    },
    [onOpen, onCopy],
  )
}

/**
 * Carries the selection and the scroll position over to the new grid when the language is switched, because
 * the grid is then created again (ui/table/PlainGrid.tsx). The columns are restored from the stored layout.
 */
function useGridStateRestore({ selectedIds }: { selectedIds: ReadonlySet<string> }) {
  const topRow = useRef(0)
  return {
    note: (api: GridApi<Advert>): void => {
      topRow.current = firstVisibleRow(api)
    },
    putBack: (api: GridApi<Advert>): void => {
      const nodes: IRowNode<Advert>[] = []
      api.forEachNode((node) => node.id !== undefined && selectedIds.has(node.id) && nodes.push(node))
      if (nodes.length > 0) api.setNodesSelected({ nodes, newValue: true })
      if (topRow.current > 0) api.ensureIndexVisible(topRow.current, 'top')
    },
  }
}

/** The index of the first visible row. The grid also renders rows above it. */
function firstVisibleRow(api: GridApi<Advert>): number {
  const { top } = api.getVerticalPixelRange()
  let index = api.getFirstDisplayedRowIndex()
  while ((api.getDisplayedRowAtIndex(index)?.rowTop ?? top) < top) index += 1
  return index
}
