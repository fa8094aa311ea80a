import { Button } from '../Button.tsx'
import { useText } from '../text.ts'
import { filterChips, isFiltered, noFilters, quickId, wantedText, withFilter } from './filters.ts'
import type { Narrowed } from './TableFilters.tsx'
import './table.css'

/** What the table is narrowed by, each to be taken away, and how much is left of it (quality U17). */
export function FilterChips<Row, By, Id extends string>({
  columns,
  all,
  filters,
  onChange,
  shown,
}: Narrowed<Row, By, Id> & { shown: number }) {
  const text = useText()
  if (!isFiltered(filters)) return null
  return (
    <div className="table-chips">
      <span role="status">{text('table.shown', { shown, count: all.length })}</span>
      {filterChips(filters, columns).map(({ column, wanted }) => {
        const name = text(column === quickId ? 'table.quick' : column.header)
        const filter = text('table.chip', { column: name, wanted: wantedText(column, wanted, text) })
        return (
          <button
            key={column === quickId ? quickId : column.id}
            type="button"
            className="table-chip"
            aria-label={text('table.chip.remove', { filter })}
            onClick={() =>
              onChange(column === quickId ? { ...filters, quick: '' } : withFilter(filters, column.id, ''))
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
