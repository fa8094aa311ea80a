import type { RefObject } from 'react'
import { useAppDispatch } from '../../store.ts'
import { Button } from '../../ui/Button.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { useText } from '../../ui/text.ts'
import { dayOf } from './as-text.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { filtersChosen } from './history.ts'
import { download, exportedText } from './spreadsheets.ts'
import type { Table } from './use-table.ts'

interface Props {
  table: Table
  email: string
  inputRef: RefObject<HTMLInputElement | null>
  onCopy: () => void
  onSummary: () => void
}

/** What narrows, arranges and takes away the table. */
export function HistoryToolbar({ table, email, inputRef, onCopy, onSummary }: Props) {
  const text = useText()
  const none = table.rows.length === 0 ? text('history.export.none') : null
  return (
    <header className="history-toolbar">
      <h2>{text('history.title')}</h2>
      <QuickFilter table={table} inputRef={inputRef} />
      <Filters table={table} />
      <Dropdown
        label={text('history.columns.title')}
        name={text('history.columns')}
        trigger={`${text('history.columns')} ▾`}
      >
        <ColumnsMenu table={table} email={email} />
      </Dropdown>
      <span className="history-toolbar-end">
        <Button title={text('history.copy.keys')} dimmedBecause={none} onClick={onCopy}>
          {text('history.copy')}
        </Button>
        <Button dimmedBecause={none} onClick={() => exportCsv(table)}>
          {text('history.export')}
        </Button>
        <Button dimmedBecause={none} onClick={onSummary}>
          {text('history.summary')}
        </Button>
      </span>
    </header>
  )
}

/** What is shown, in the order shown, as a file with the day in its name. */
function exportCsv({ reader, rows, inOrder, columnsShown }: Table): void {
  download(`aitai-iois-${dayOf(Date.now())}.csv`, exportedText(inOrder(rows), columnsShown(), reader))
}

function QuickFilter({ table, inputRef }: Pick<Props, 'table' | 'inputRef'>) {
  const text = useText()
  const dispatch = useAppDispatch()
  return (
    <input
      ref={inputRef}
      className="history-input history-quick"
      type="text"
      aria-label={text('history.quick')}
      placeholder={text('history.quick')}
      value={table.filters.quick}
      onChange={(event) => dispatch(filtersChosen({ ...table.filters, quick: event.target.value }))}
    />
  )
}

function Filters({ table }: { table: Table }) {
  const text = useText()
  const count = Object.keys(table.filters.byColumn).length
  const name = count > 0 ? text('history.filters.count', { count }) : text('history.filters')
  return (
    <Dropdown label={text('history.filters.title')} name={name} trigger={`${name} ▾`}>
      <FilterPanel table={table} />
    </Dropdown>
  )
}
