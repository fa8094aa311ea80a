import type { Advert } from '@aitai/contract/adverts.ts'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { download } from '../../ui/download.ts'
import { isComposing } from '../../ui/system.ts'
import { dayOf } from '../../ui/table/as-text.ts'
import { exportedText } from '../../ui/table/spreadsheets.ts'
import { FilterMenu, type Narrowed, QuickFilter } from '../../ui/table/TableFilters.tsx'
import { useText } from '../../ui/text.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import type { ColumnId, Reader } from './columns.ts'
import type { Table } from './use-table.ts'

interface Props {
  table: Table
  narrowed: Narrowed<Advert, Reader, ColumnId>
  email: string
  inputRef: RefObject<HTMLInputElement | null>
  /** Arrow down in the heading or the search goes to the rows. */
  onDown: () => void
  onCopy: () => void
  onSummary: () => void
}

/** What narrows, arranges and takes away the table. */
export function HistoryToolbar({ table, narrowed, email, inputRef, onDown, onCopy, onSummary }: Props) {
  const text = useText()
  const none = table.rows.length === 0 ? text('table.export.none') : null
  return (
    <header className="table-toolbar">
      <Heading onDown={onDown} />
      <QuickFilter {...narrowed} inputRef={inputRef} onKeyDown={goesDown(onDown)} />
      <FilterMenu {...narrowed} />
      <Dropdown
        label={text('history.columns.title')}
        name={text('history.columns')}
        trigger={`${text('history.columns')} ▾`}
      >
        <ColumnsMenu table={table} email={email} />
      </Dropdown>
      <span className="table-toolbar-end">
        <Button title={text('history.copy.keys')} dimmedBecause={none} onClick={onCopy}>
          {text('history.copy')}
        </Button>
        <Button dimmedBecause={none} onClick={() => exportCsv(table)}>
          {text('table.export')}
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
