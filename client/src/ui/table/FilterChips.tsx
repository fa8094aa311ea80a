import { Button } from '../controls/Button.tsx'
import { useText } from '../text/use-text.ts'
import {
  filterChips,
  filterValueText,
  isFiltered,
  noFilters,
  quickFilterId,
  withFilter,
} from './row-filters.ts'
import type { FilteredTable } from './TableFilters.tsx'
import './table.css'

/** The active filters, each with a button to remove it, and the number of rows left. */
export function FilterChips<Row, Context, Id extends string>({
  columns,
  all,
  filters,
  onChange,
  shown,
}: FilteredTable<Row, Context, Id> & { shown: number }) {
  const text = useText()
  if (!isFiltered(filters)) return null
  return (
    <div className="table-chips">
      <span role="status">{text('table.shown', { shown, count: all.length })}</span>
      {filterChips(filters, columns).map(({ column, condition }) => {
        const name = text(column === quickFilterId ? 'table.quick' : column.header)
        const filter = text('table.chip', { column: name, wanted: filterValueText(column, condition, text) })
        return (
          <button
            key={column === quickFilterId ? quickFilterId : column.id}
            type="button"
            className="table-chip"
            aria-label={text('table.chip.remove', { filter })}
            onClick={() =>
              onChange(
                column === quickFilterId ? { ...filters, quick: '' } : withFilter(filters, column.id, ''),
              )
            }
          >
            {filter} <span aria-hidden>✕</span>
          </button>
        )
      })}
      <Button kind="quiet" onClick={() => onChange(noFilters)}>
        {text('table.clear')}
      </Button>
    </div>
  )
}
