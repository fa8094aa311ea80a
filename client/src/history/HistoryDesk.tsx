import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type RefObject, Suspense, useCallback, useState } from 'react'
import { advertSelected, historyToggled } from '../adverts/desk-slice.ts'
import { StaleListWarning } from '../adverts/list/StaleListWarning.tsx'
import { useWithNextIois } from '../adverts/order/use-next-ioi.ts'
import type { useAdverts } from '../adverts/use-adverts.ts'
import { useUser } from '../shared/store/current-user.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { useClipboard } from '../ui/browser/use-clipboard.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import { clipboardText } from '../ui/table/spreadsheet-export.ts'
import type { FilteredTable } from '../ui/table/TableFilters.tsx'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { TotalLines } from '../ui/totals/SideTotals.tsx'
import { useBulkRun } from './bulk/use-bulk-run.ts'
import type { HistoryColumnId } from './grid/column-presets.ts'
import { HistoryGrid } from './grid/HistoryGrid.tsx'
import { type HistoryTextContext, historyColumns } from './grid/history-columns.ts'
import { type HistoryTable, useHistoryTable } from './grid/use-history-table.ts'
import { HistoryActions } from './HistoryActions.tsx'
import { HistoryToolbar } from './HistoryToolbar.tsx'
import { filtersChanged } from './history-slice.ts'
import { historyTotalLines } from './history-totals.ts'
import './history.css'

/** Loaded when they are opened: the desk and its table have a budget (docs/decisions/0042-bundle-budgets.md). */
const BulkPopup = lazyWithTexts(async () => (await import('./bulk/BulkPopup.tsx')).BulkPopup, 'desks')
const TermChangePopup = lazyWithTexts(
  async () => (await import('./term-change/TermChangePopup.tsx')).TermChangePopup,
  'desks',
)
const HistorySummaryPopup = lazyWithTexts(
  async () => (await import('./HistorySummaryPopup.tsx')).HistorySummaryPopup,
  'desks',
)

interface Props {
  desk: ReturnType<typeof useAdverts>
  equities: ReadonlyMap<string, Equity>
  /** The search field, which the shortcut `/` focuses. */
  inputRef: RefObject<HTMLInputElement | null>
  /** Called when an advert is opened for editing. */
  onOpen: () => void
}

/** The history state of the container: the table of the day's adverts and the bulk actions. */
export function HistoryDesk({ desk, equities, inputRef, onOpen }: Props) {
  const email = useUser()?.email ?? ''
  const shown = useWithNextIois(desk.shown, equities)
  const table = useHistoryTable({ shown }, equities)
  const dispatch = useAppDispatch()
  const narrowed: FilteredTable<Advert, HistoryTextContext, HistoryColumnId> = {
    columns: historyColumns,
    all: table.all,
    filters: table.filters,
    onChange: (filters) => void dispatch(filtersChanged(filters)),
  }
  const bulk = useBulkRun(desk.adverts, equities)
  const { note, copiedRows, copy } = useRowCopy(table)
  const [isSummary, setIsSummary] = useState(false)
  const [changing, setChanging] = useState<readonly string[] | null>(null)
  const open = useOpening(onOpen)
  return (
    <>
      <section className="history">
        <HistoryToolbar
          {...{ table, narrowed, email, inputRef }}
          onDown={() => toFirstRow(table)}
          onCopy={() => copy(true)}
          onSummary={() => setIsSummary(true)}
        />
        <FilterChips {...narrowed} shown={table.rows.length} />
        <StaleListWarning list={desk.list} />
        <HistoryGrid
          table={table}
          filtered={narrowed}
          email={email}
          onOpen={table.day === null ? open : ignore}
          onCopy={copy}
        />
        <HistoryTotals table={table} />
        {table.day === null && desk.list.isSuccess && table.all.length === 0 && <Empty />}
        {table.reload && <LoadFailed onRetry={table.reload} />}
      </section>
      <HistoryActions
        {...{ table, bulk, note, copiedRows }}
        onChangeTerm={(adverts) => setChanging(adverts.map(({ id }) => id))}
      />
      <Suspense>
        {isSummary && (
          <HistorySummaryPopup
            table={table}
            onAction={(action, adverts) => {
              setIsSummary(false)
              bulk.start(action, adverts)
            }}
            onClose={() => setIsSummary(false)}
          />
        )}
        {bulk.bulk && <BulkPopup {...{ bulk, table }} now={bulk.bulk} others={desk.adverts} />}
        {changing && (
          <TermChangePopup
            advertIds={changing}
            table={table}
            adverts={desk.adverts}
            onClose={() => setChanging(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const ignore = (): void => {}

/** Moves the focus from the heading into the rows. */
function toFirstRow({ api }: HistoryTable): void {
  const first = api?.getAllDisplayedColumns()[0]
  if (api && first && api.getDisplayedRowCount() > 0) api.setFocusedCell(0, first)
}

/** Selects an advert and returns to the desk to edit it. */
function useOpening(onOpen: () => void): (advert: Advert) => void {
  const dispatch = useAppDispatch()
  return useCallback(
    ({ id }) => {
      dispatch(advertSelected(id))
      dispatch(historyToggled(false))
      onOpen()
    },
    [dispatch, onOpen],
  )
}

/** Copies the selected rows, or all displayed rows if none is selected, as displayed. */
function useRowCopy(table: HistoryTable) {
  const { note, copy } = useClipboard()
  const [copiedRows, setCopiedRows] = useState(0)
  const copyRows = (withHeaders: boolean): void => {
    const rows = table.inOrder(table.selected.length > 0 ? table.selected : table.rows)
    setCopiedRows(rows.length)
    copy(clipboardText(rows, table.columnsShown(), table.context, withHeaders))
  }
  return { note, copiedRows, copy: copyRows }
}

/** The totals of the selected rows, of all displayed ones or of the day. */
function HistoryTotals({ table }: { table: HistoryTable }) {
  return (
    <div className="history-totals">
      <TotalLines lines={historyTotalLines(table, useText(), useLanguage())} />
    </div>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const text = useText()
  return (
    <div className="history-empty" role="alert">
      <p>{text('history.loadFailed')}</p>
      <Button onClick={onRetry}>{text('common.retry')}</Button>
    </div>
  )
}

function Empty() {
  const text = useText()
  return <p className="history-empty">{text('history.empty')}</p>
}
