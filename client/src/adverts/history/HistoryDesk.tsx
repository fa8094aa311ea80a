import type { Advert } from '@aitai/contract/adverts.ts'
import type { Equity } from '@aitai/contract/reference.ts'
import { type RefObject, useCallback, useState } from 'react'
import { useAppDispatch } from '../../store.ts'
import { useCopy } from '../../ui/copy.ts'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { copiedText } from '../../ui/table/spreadsheets.ts'
import type { Narrowed } from '../../ui/table/TableFilters.tsx'
import { useText } from '../../ui/text.ts'
import { useUser } from '../../user.ts'
import { advertSelected, historyTurned } from '../desk.ts'
import { ListAge } from '../ListAge.tsx'
import type { useAdverts } from '../use-desk.ts'
import { BulkPopup } from './BulkPopup.tsx'
import { type ColumnId, columns, type Reader } from './columns.ts'
import { HistoryActions } from './HistoryActions.tsx'
import { HistoryGrid } from './HistoryGrid.tsx'
import { HistoryToolbar } from './HistoryToolbar.tsx'
import { filtersChosen } from './history.ts'
import { SummaryPopup } from './SummaryPopup.tsx'
import { useBulk } from './use-bulk.ts'
import { type Table, useTable } from './use-table.ts'
import './history.css'

interface Props {
  desk: ReturnType<typeof useAdverts>
  equities: ReadonlyMap<string, Equity>
  /** Where `/` goes to. */
  inputRef: RefObject<HTMLInputElement | null>
  /** An advert was taken in hand: the cursor goes to its terms. */
  onOpen: () => void
}

/**
 * The history state of the container: all adverts of the day, and what is done with several (specification
 * 2).
 */
export function HistoryDesk({ desk, equities, inputRef, onOpen }: Props) {
  const email = useUser()?.email ?? ''
  const table = useTable(desk, equities)
  const dispatch = useAppDispatch()
  const narrowed: Narrowed<Advert, Reader, ColumnId> = {
    columns,
    all: table.all,
    filters: table.filters,
    onChange: (filters) => void dispatch(filtersChosen(filters)),
  }
  const bulk = useBulk(desk.adverts)
  const { note, copiedRows, copy } = useRowCopy(table)
  const [isSummary, setIsSummary] = useState(false)
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
        <ListAge list={desk.list} />
        <HistoryGrid table={table} email={email} onOpen={open} onCopy={copy} />
        {desk.list.isSuccess && desk.adverts.length === 0 && <Empty />}
      </section>
      <HistoryActions table={table} bulk={bulk} note={note} copiedRows={copiedRows} />
      {isSummary && (
        <SummaryPopup
          table={table}
          onAction={(action, adverts) => {
            setIsSummary(false)
            bulk.start(action, adverts)
          }}
          onClose={() => setIsSummary(false)}
        />
      )}
      {bulk.bulk && <BulkPopup {...{ bulk, table }} now={bulk.bulk} others={desk.adverts} />}
    </>
  )
}

/** From the head of the table into its rows. */
function toFirstRow({ api }: Table): void {
  const first = api?.getAllDisplayedColumns()[0]
  if (api && first && api.getDisplayedRowCount() > 0) api.setFocusedCell(0, first)
}

/** Takes an advert in hand and goes back to the desk with it. */
function useOpening(onOpen: () => void): (advert: Advert) => void {
  const dispatch = useAppDispatch()
  return useCallback(
    ({ id }) => {
      dispatch(advertSelected(id))
      dispatch(historyTurned(false))
      onOpen()
    },
    [dispatch, onOpen],
  )
}

/** Copies the selected rows, else all that are shown, as they stand on the screen. */
function useRowCopy(table: Table) {
  const { note, copy } = useCopy()
  const [copiedRows, setCopiedRows] = useState(0)
  const copyRows = (withHeaders: boolean): void => {
    const rows = table.inOrder(table.selected.length > 0 ? table.selected : table.rows)
    setCopiedRows(rows.length)
    copy(copiedText(rows, table.columnsShown(), table.reader, withHeaders))
  }
  return { note, copiedRows, copy: copyRows }
}

function Empty() {
  const text = useText()
  return <p className="history-empty">{text('history.empty')}</p>
}
