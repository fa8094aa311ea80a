import type { KeyboardEvent, RefObject } from 'react'
import { Dropdown } from '../controls/Dropdown.tsx'
import { Chevron } from '../labels/Chevron.tsx'
import { useText } from '../text/use-text.ts'
import { columnChoices, type Filters, filterHints, filterValueText, withFilter } from './row-filters.ts'
import type { TableColumn } from './table-columns.ts'
import '../controls/select.css'
import './table.css'

/** A table with filters: its columns, all of its rows, and the current filters. */
export interface FilteredTable<Row, Context, Id extends string> {
  readonly columns: readonly TableColumn<Row, Context, Id>[]
  readonly all: readonly Row[]
  readonly filters: Filters<Id>
  readonly onChange: (filters: Filters<Id>) => void
}

interface QuickProps<Id extends string> {
  filters: Filters<Id>
  onChange: (filters: Filters<Id>) => void
  inputRef?: RefObject<HTMLInputElement | null>
  onKeyDown?: (event: KeyboardEvent) => void
}

/** One or more words that must all occur in a row. */
export function QuickFilter<Id extends string>({ filters, onChange, inputRef, onKeyDown }: QuickProps<Id>) {
  const text = useText()
  return (
    <input
      ref={inputRef}
      className="table-input table-quick"
      type="text"
      aria-label={text('table.quick')}
      placeholder={text('table.quick')}
      value={filters.quick}
      onKeyDown={onKeyDown}
      onChange={(event) => onChange({ ...filters, quick: event.target.value })}
    />
  )
}

/**
 * A filter for each column: a choice if there are few values, a condition for numbers, a substring for all
 * else.
 */
export function FilterMenu<Row, Context, Id extends string>({
  columnsShown,
  ...table
}: FilteredTable<Row, Context, Id> & {
  /** The columns that the table shows now, if the user chooses them: only they and those in use are offered. */
  columnsShown?: () => readonly TableColumn<Row, Context, Id>[]
}) {
  const text = useText()
  const count = Object.keys(table.filters.byColumn).length
  const name = count > 0 ? text('table.filters.count', { count }) : text('table.filters')
  return (
    <Dropdown
      label={text('table.filters.title')}
      name={name}
      trigger={
        <>
          {name} <Chevron to="down" />
        </>
      }
    >
      <FilterFields table={table} columnsShown={columnsShown?.() ?? null} />
    </Dropdown>
  )
}

/** The filters of the columns that were shown when the menu was opened. */
function FilterFields<Row, Context, Id extends string>({
  table,
  columnsShown,
}: {
  table: FilteredTable<Row, Context, Id>
  columnsShown: readonly TableColumn<Row, Context, Id>[] | null
}) {
  const offered = table.columns.filter(
    (column) =>
      !columnsShown || columnsShown.includes(column) || table.filters.byColumn[column.id] !== undefined,
  )
  return (
    <div className="table-filters" data-few={columnsShown !== null || undefined}>
      {offered.map((column) => (
        <ColumnFilter key={column.id} column={column} table={table} />
      ))}
    </div>
  )
}

interface ColumnProps<Row, Context, Id extends string> {
  column: TableColumn<Row, Context, Id>
  table: FilteredTable<Row, Context, Id>
}

/** The filter of one column, with its name. */
export function ColumnFilter<Row, Context, Id extends string>({
  column,
  table,
}: ColumnProps<Row, Context, Id>) {
  const text = useText()
  const { id, kind, unit, header } = column
  const given = {
    className: 'table-input',
    value: table.filters.byColumn[id] ?? '',
    onChange: (event: { target: { value: string } }) =>
      table.onChange(withFilter(table.filters, id, event.target.value)),
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input or the select is inside
    <label>
      <span>{text(header)}</span>
      {kind === 'choice' ? (
        <span className="select">
          <select {...given}>
            <option value="">{text('table.filters.any')}</option>
            {withChosen(columnChoices(table.all, column), given.value).map((choice) => (
              <option key={choice} value={choice}>
                {filterValueText(column, choice, text)}
              </option>
            ))}
          </select>
          <Chevron to="down" />
        </span>
      ) : (
        <input
          type="text"
          placeholder={text(kind === 'number' ? filterHints[unit ?? 'amount'] : 'table.filters.text')}
          {...given}
        />
      )}
    </label>
  )
}

/** The chosen value stays visible, even if no row has it any more. */
const withChosen = (choices: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || choices.includes(chosen) ? choices : [...choices, chosen]
