import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useText } from '../../ui/text.ts'
import { columnOf, isColumnId } from './columns.ts'
import { type ColumnPlace, forgetLayout } from './layout.ts'
import { placesOf, withMoved, withPlaces } from './places.ts'
import type { Table } from './use-table.ts'

/** Which columns are in sight and in which order, by keyboard as by mouse (WCAG 2.5.7). */
export function ColumnsMenu({ table: { api }, email }: { table: Table; email: string }) {
  const text = useText()
  const [places, setPlaces] = useState<readonly ColumnPlace[]>(() => (api ? placesOf(api) : []))
  if (!api) return null
  const put = (wanted: readonly ColumnPlace[]): void => {
    withPlaces(api, wanted)
    setPlaces(placesOf(api))
  }
  const reset = (): void => {
    api.resetColumnState()
    setPlaces(placesOf(api))
    forgetLayout(email)
  }
  return (
    <div className="history-columns">
      <ul>
        {places.map((place) => (
          <Row key={place.colId} place={place} places={places} onPut={put} />
        ))}
      </ul>
      <Button onClick={reset}>{text('history.columns.reset')}</Button>
    </div>
  )
}

interface RowProps {
  place: ColumnPlace
  places: readonly ColumnPlace[]
  onPut: (places: readonly ColumnPlace[]) => void
}

function Row({ place, places, onPut }: RowProps) {
  const text = useText()
  const { colId, hide } = place
  if (!isColumnId(colId)) return null
  const column = text(columnOf(colId).header)
  const inSight = places.filter((each) => !each.hide)
  const isLast = !hide && inSight.length === 1
  const turned = places.map((each) => (each === place ? { ...each, hide: !hide } : each))
  return (
    <li>
      <label title={isLast ? text('history.columns.last') : undefined}>
        <input type="checkbox" checked={!hide} disabled={isLast} onChange={() => onPut(turned)} />
        {column}
      </label>
      <Button
        kind="quiet"
        aria-label={text('history.columns.left', { column })}
        dimmedBecause={places[0] === place ? text('history.columns.first', { column }) : null}
        onClick={() => onPut(withMoved(places, colId, -1))}
      >
        ↑
      </Button>
      <Button
        kind="quiet"
        aria-label={text('history.columns.right', { column })}
        dimmedBecause={places.at(-1) === place ? text('history.columns.end', { column }) : null}
        onClick={() => onPut(withMoved(places, colId, 1))}
      >
        ↓
      </Button>
    </li>
  )
}
