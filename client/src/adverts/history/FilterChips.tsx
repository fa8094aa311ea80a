import { useAppDispatch } from '../../store.ts'
import { Button } from '../../ui/Button.tsx'
import { useText } from '../../ui/text.ts'
import { columnOf } from './columns.ts'
import { filterChips, isFiltered, noFilters, wantedText, withFilter } from './filters.ts'
import { filtersChosen } from './history.ts'
import type { Table } from './use-table.ts'

/** What the table is narrowed by, each to be taken away, and how much is left of it (quality U17). */
export function FilterChips({ table }: { table: Table }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const { filters, rows, all } = table
  if (!isFiltered(filters)) return null
  return (
    <div className="history-chips">
      <span role="status">{text('history.shown', { shown: rows.length, count: all.length })}</span>
      {filterChips(filters).map(({ id, wanted }) => {
        const column = text(id === 'quick' ? 'history.quick' : columnOf(id).header)
        const filter = text('history.chip', { column, wanted: wantedText(id, wanted, text) })
        return (
          <button
            key={id}
            type="button"
            className="history-chip"
            aria-label={text('history.chip.remove', { filter })}
            onClick={() =>
              dispatch(
                filtersChosen(id === 'quick' ? { ...filters, quick: '' } : withFilter(filters, id, '')),
              )
            }
          >
            {filter} <span aria-hidden>✕</span>
          </button>
        )
      })}
      <Button kind="quiet" onClick={() => dispatch(filtersChosen(noFilters))}>
        {text('history.clear')}
      </Button>
    </div>
  )
}
