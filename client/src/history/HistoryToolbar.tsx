import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { dateOfDay, dayOfDate, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { DayChoice } from '../shared/calendar/DayChoice.tsx'
import { serverClock } from '../shared/connection/server-clock.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { isComposing } from '../ui/browser/browser-hooks.ts'
import { downloadFile } from '../ui/browser/download.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dropdown } from '../ui/controls/Dropdown.tsx'
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx'
import { formatTradingDay } from '../ui/format/format.ts'
import { Chevron } from '../ui/labels/Chevron.tsx'
import { localDay } from '../ui/table/delimited-text.ts'
import { csvFileText } from '../ui/table/spreadsheet-export.ts'
import { type FilteredTable, FilterMenu, QuickFilter } from '../ui/table/TableFilters.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { ColumnsMenu } from './grid/ColumnsMenu.tsx'
import type { HistoryColumnId } from './grid/column-presets.ts'
import type { HistoryTextContext } from './grid/history-columns.ts'
import type { HistoryTable } from './grid/use-history-table.ts'
import { presetChosen } from './history-slice.ts'
import { rowPresets } from './row-presets.ts'

interface Props {
  table: HistoryTable
  narrowed: FilteredTable<Advert, HistoryTextContext, HistoryColumnId>
  email: string
  inputRef: RefObject<HTMLInputElement | null>
  /** Moves the focus to the rows, on arrow down in the heading or the search. */
  onDown: () => void
  onCopy: () => void
  onSummary: () => void
}

/** Today, or a past trading day of the last year on which the trader had IOIs. */
function PastDayChoice({ table: { day, chooseDay } }: Pick<Props, 'table'>) {
  const text = useText()
  const language = useLanguage()
  const today = tradingDay(serverClock.now())
  return (
    <DayChoice
      label={text('history.day')}
      day={day === null ? today : dayOfDate(day)}
      shown={day === null ? text('history.day.today') : formatTradingDay(language, dayOfDate(day))}
      onChoose={(chosen) => chooseDay(chosen === today ? null : dateOfDay(chosen))}
    />
  )
}

/** All rows, or the sets that are used most. */
function RowPresets({ table: { preset } }: Pick<Props, 'table'>) {
  const text = useText()
  const dispatch = useAppDispatch()
  return (
    <SegmentedControl
      label={<span className="visually-hidden">{text('history.rows')}</span>}
      value={preset}
      options={rowPresets.map((value) => ({ value, label: text(`history.rows.${value}`) }))}
      onChoose={(chosen) => void dispatch(presetChosen(chosen))}
    />
  )
}

/** Search, filters, columns and export of the table. */
export function HistoryToolbar({ table, narrowed, email, inputRef, onDown, onCopy, onSummary }: Props) {
  const text = useText()
  const none = table.rows.length === 0 ? text('table.export.none') : null
  return (
    <header className="table-toolbar">
      <Heading day={table.day} onDown={onDown} />
      <RowPresets table={table} />
      <QuickFilter {...narrowed} inputRef={inputRef} onKeyDown={goesDown(onDown)} />
      <PastDayChoice table={table} />
      <FilterMenu {...narrowed} columnsShown={() => table.columnsShown()} />
      <Dropdown
        label={text('history.columns.title')}
        name={text('history.columns')}
        trigger={
          <>
            {text('history.columns')} <Chevron to="down" />
          </>
        }
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

/** Exports the displayed rows, in their displayed order, to a file with their day in its name. */
function exportCsv({ day, context, rows, inOrder, columnsShown }: HistoryTable): void {
  const name = `aitai-iois-${day ?? localDay(Date.now())}.csv`
  downloadFile(name, csvFileText(inOrder(rows), columnsShown(), context))
}

const goesDown =
  (onDown: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || isComposing(event)) return
    event.preventDefault()
    onDown()
  }

/** Takes the focus that was lost with the button that opened the history, unless it has moved elsewhere. */
function Heading({ day, onDown }: Pick<Props, 'onDown'> & Pick<HistoryTable, 'day'>) {
  const text = useText()
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} onKeyDown={goesDown(onDown)}>
      {day === null
        ? text('history.title')
        : text('history.title.past', { day: formatTradingDay(language, dayOfDate(day)) })}
    </h2>
  )
}
