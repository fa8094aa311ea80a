import { createGrid, type GridApi, type GridOptions, type Module } from 'ag-grid-community'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../text/use-text.ts'
import { gridModules, gridOptionsIn } from './grid-options.ts'

interface Props<Row> {
  /** What the table holds, for a screen reader. */
  label: string
  /** Extra modules that the table needs. */
  extra: readonly Module[]
  options: GridOptions<Row>
}

/**
 * The table of the desks whose cells draw themselves. Without the grid's own components for React, which a
 * trader would fetch for nothing: they are for cells that React draws (`Grid`).
 */
export function PlainGrid<Row>({ label, extra, options }: Props<Row>) {
  const language = useLanguage()
  const box = useRef<HTMLElement>(null)
  const api = useRef<GridApi<Row> | null>(null)
  /** What the screen asks for now, and what the grid has been told. */
  const latest = useRef(options)
  const told = useRef(options)
  latest.current = options
  // The grid reads its locale once: each language has a table of its own.
  useEffect(() => {
    if (!box.current) return
    told.current = latest.current
    const all = { ...gridOptionsIn<Row>(language), ...latest.current }
    const grid = createGrid<Row>(box.current, all, { modules: [...gridModules, ...extra] })
    api.current = grid
    return () => {
      api.current = null
      grid.destroy()
    }
  }, [language, extra])
  useEffect(() => {
    const before: Readonly<Record<string, unknown>> = told.current as object as Record<string, unknown>
    const changed = Object.entries(options).filter(([name, value]) => before[name] !== value)
    told.current = options
    if (changed.length > 0) api.current?.updateGridOptions(Object.fromEntries(changed))
  }, [options])
  return <section ref={box} className="grid ag-theme-quartz" aria-label={label} />
}
