import { useAppDispatch } from '../../store.ts'
import { useText } from '../../ui/text.ts'
import { type Column, columns } from './columns.ts'
import { choicesOf, wantedText, withFilter } from './filters.ts'
import { filtersChosen } from './history.ts'
import type { Table } from './use-table.ts'

/** A filter for each column: a choice where there are few, a condition for numbers, a part of all else. */
export function FilterPanel({ table }: { table: Table }) {
  return (
    <div className="history-filters">
      {columns.map((column) => (
        <ColumnFilter key={column.id} column={column} table={table} />
      ))}
    </div>
  )
}

function ColumnFilter({ column, table }: { column: Column; table: Table }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const { id, kind, header } = column
  const given = {
    className: 'history-input',
    value: table.filters.byColumn[id] ?? '',
    onChange: (event: { target: { value: string } }) =>
      void dispatch(filtersChosen(withFilter(table.filters, id, event.target.value))),
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input or the select is inside
    <label>
      <span>{text(header)}</span>
      {kind === 'choice' ? (
        <select {...given}>
          <option value="">{text('history.filters.any')}</option>
          {withChosen(choicesOf(table.all, column), given.value).map((choice) => (
            <option key={choice} value={choice}>
              {wantedText(id, choice, text)}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          placeholder={text(kind === 'number' ? 'history.filters.number' : 'history.filters.text')}
          {...given}
        />
      )}
    </label>
  )
}

/** What was chosen stays to be seen, also when no row has it any more. */
const withChosen = (choices: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || choices.includes(chosen) ? choices : [...choices, chosen]
