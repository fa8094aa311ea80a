import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useAppDispatch } from '../../store.ts'
import { Button } from '../../ui/Button.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { download } from '../../ui/download.ts'
import { isComposing } from '../../ui/system.ts'
import { useText } from '../../ui/text.ts'
import { dayOf } from './as-text.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { filtersChosen } from './history.ts'
import { exportedText } from './spreadsheets.ts'
import type { Table } from './use-table.ts'

interface Props {
  table: Table
  email: string
  inputRef: RefObject<HTMLInputElement | null>
  /** Arrow down in the heading or the search goes to the rows. */
  onDown: () => void
  onCopy: () => void
  onSummary: () => void
}

/** What narrows, arranges and takes away the table. */
export function HistoryToolbar({ table, email, inputRef, onDown, onCopy, onSummary }: Props) {
  const text = useText()
  const none = table.rows.length === 0 ? text('history.export.none') : null
  return (
    <header className="history-toolbar">
      <Heading onDown={onDown} />
      <QuickFilter {...{ table, inputRef, onDown }} />
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

const goesDown =
  (onDown: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || isComposing(event)) return
    event.preventDefault()
    onDown()
  }

/** Takes the focus of the button that led here, which is gone; where it is elsewhere by now, it stays. */
function Heading({ onDown }: Pick<Props, 'onDown'>) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} onKeyDown={goesDown(onDown)}>
      {text('history.title')}
    </h2>
  )
}

function QuickFilter({ table, inputRef, onDown }: Pick<Props, 'table' | 'inputRef' | 'onDown'>) {
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
      onKeyDown={goesDown(onDown)}
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
