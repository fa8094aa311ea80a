import { createGrid, type GridApi, type GridOptions, type Module } from 'ag-grid-community'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../text/use-text.ts'
import { gridModules, gridOptionsIn } from './grid-options.ts'

interface Props<Row> {
  /** The name of the table, for a screen reader. */
  label: string
  /** Extra modules that the table needs. */
  extra: readonly Module[]
  options: GridOptions<Row>
}

/**
 * The desks' table with cells that render themselves, without the grid's React components, which a trader
 * would load for nothing: those are for cells that React renders (`Grid`).
 */
export function PlainGrid<Row>({ label, extra, options }: Props<Row>) {
  const language = useLanguage()
  const box = useRef<HTMLElement>(null)
  const api = useRef<GridApi<Row> | null>(null)
  /** The options of the screen, and those that the grid has. */
  const latest = useRef(options)
  const lastOptions = useRef(options)
  latest.current = options
  // The grid reads its locale once, so each language has its own table.
  useEffect(() => {
    if (!box.current) return
    lastOptions.current = latest.current
    const all = { ...gridOptionsIn<Row>(language), ...latest.current }
    const grid = createGrid<Row>(box.current, all, { modules: [...gridModules, ...extra] })
    api.current = grid
    return () => {
      api.current = null
      grid.destroy()
    }
  }, [language, extra])
  useEffect(() => {
    const before: Readonly<Record<string, unknown>> = lastOptions.current as object as Record<string, unknown>
    const changed = Object.entries(options).filter(([name, value]) => before[name] !== value)
    lastOptions.current = options
    if (changed.length > 0) api.current?.updateGridOptions(Object.fromEntries(changed))
  }, [options])
  return <section ref={box} className="grid ag-theme-quartz" aria-label={label} />
}
