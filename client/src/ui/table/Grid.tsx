import type { Module } from 'ag-grid-community'
import { AgGridProvider, AgGridReact, type AgGridReactProps } from 'ag-grid-react'
import { isComposing } from '../browser/browser-hooks.ts'
import { useLanguage } from '../text/use-text.ts'
import { gridModules, gridOptionsIn } from './grid-options.ts'

interface Props<Row> extends Omit<AgGridReactProps<Row>, 'modules'> {
  /** The name of the table, for a screen reader. */
  label: string
  /** Extra modules that one table needs. */
  modules?: Module[]
}

/** The desks' table: our styles, the current language, and keyboard access to buttons in cells. */
export function Grid<Row>({ label, modules: extra = [], ...options }: Props<Row>) {
  const language = useLanguage()
  return (
    <section className="grid ag-theme-quartz" aria-label={label}>
      <AgGridProvider modules={gridModules}>
        <AgGridReact<Row>
          // The grid reads its locale once.
          key={language}
          {...gridOptionsIn<Row>(language)}
          modules={extra}
          {...options}
        />
      </AgGridProvider>
    </section>
  )
}

/**
 * Column options for cells that hold buttons: Enter on the cell presses its first button, and keys on a button
 * belong to that button. Space on the cell selects its row, as on any other cell.
 */
export const cellWithButtons = {
  suppressKeyboardEvent: ({ event }: { event: KeyboardEvent }): boolean => {
    if (event.target instanceof HTMLButtonElement) return event.key !== 'Tab'
    if (isComposing(event) || event.key !== 'Enter') return false
    const button = event.target instanceof HTMLElement ? event.target.querySelector('button') : null
    // A held key would toggle back with every repeat.
    if (!event.repeat) button?.click()
    event.preventDefault()
    return button !== null
  },
} as const
