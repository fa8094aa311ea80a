import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import {
  applyColumnLayouts,
  type ColumnLayout,
  clearColumnLayouts,
  columnLayoutsOf,
  isPresetShown,
  presetLayouts,
  withColumnMoved,
} from './column-layout.ts'
import { type ColumnPreset, columnPresets } from './column-presets.ts'
import { columnOf, isColumnId } from './history-columns.ts'
import type { HistoryTable } from './use-history-table.ts'

/** Shows, hides and reorders columns, also by keyboard: dragging must have an alternative (WCAG 2.5.7). */
export function ColumnsMenu({ table: { api }, email }: { table: HistoryTable; email: string }) {
  const text = useText()
  const [layouts, setLayouts] = useState<readonly ColumnLayout[]>(() => (api ? columnLayoutsOf(api) : []))
  if (!api) return null
  const apply = (next: readonly ColumnLayout[]): void => {
    applyColumnLayouts(api, next)
    setLayouts(columnLayoutsOf(api))
  }
  const reset = (): void => {
    api.resetColumnState()
    setLayouts(columnLayoutsOf(api))
    clearColumnLayouts(email)
  }
  return (
    <div className="history-columns">
      <fieldset className="history-presets">
        <legend>{text('history.presets')}</legend>
        {presets.map((preset) => (
          <Button
            key={preset}
            kind={isPresetShown(layouts, columnPresets[preset]) ? 'secondary' : 'normal'}
            aria-pressed={isPresetShown(layouts, columnPresets[preset])}
            onClick={() => apply(presetLayouts(layouts, columnPresets[preset]))}
          >
            {text(`history.preset.${preset}`)}
          </Button>
        ))}
      </fieldset>
      <ul>
        {layouts.map((layout) => (
          <Row key={layout.colId} layout={layout} layouts={layouts} onLayoutsChange={apply} />
        ))}
      </ul>
      <Button onClick={reset}>{text('history.columns.reset')}</Button>
    </div>
  )
}

const presets = Object.keys(columnPresets) as readonly ColumnPreset[]

interface RowProps {
  layout: ColumnLayout
  layouts: readonly ColumnLayout[]
  onLayoutsChange: (layouts: readonly ColumnLayout[]) => void
}

function Row({ layout, layouts, onLayoutsChange }: RowProps) {
  const text = useText()
  const { colId, hide } = layout
  if (!isColumnId(colId)) return null
  const column = text(columnOf(colId).header)
  const inSight = layouts.filter((each) => !each.hide)
  const isLast = !hide && inSight.length === 1
  const turned = layouts.map((each) => (each === layout ? { ...each, hide: !hide } : each))
  return (
    <li>
      <label title={isLast ? text('history.columns.last') : undefined}>
        <input type="checkbox" checked={!hide} disabled={isLast} onChange={() => onLayoutsChange(turned)} />
        {column}
      </label>
      <Button
        kind="quiet"
        aria-label={text('history.columns.left', { column })}
        dimmedBecause={layouts[0] === layout ? text('history.columns.first', { column }) : null}
        onClick={() => onLayoutsChange(withColumnMoved(layouts, colId, -1))}
      >
        ↑
      </Button>
      <Button
        kind="quiet"
        aria-label={text('history.columns.right', { column })}
        dimmedBecause={layouts.at(-1) === layout ? text('history.columns.end', { column }) : null}
        onClick={() => onLayoutsChange(withColumnMoved(layouts, colId, 1))}
      >
        ↓
      </Button>
    </li>
  )
}
