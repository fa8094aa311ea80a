import { AG_GRID_LOCALE_JP } from '@ag-grid-community/locale'
import type { Language } from '@aitai/messages/language.ts'
import {
  CellStyleModule,
  ClientSideRowModelModule,
  type GridOptions,
  LocaleModule,
  RowStyleModule,
} from 'ag-grid-community'
import './grid.css'

// One by one: the whole set is three times as large.
export const gridModules = [CellStyleModule, ClientSideRowModelModule, LocaleModule, RowStyleModule]

// Drawn by text, as the grid's own icon font would need a data: address in the page's policy.
const icons = { sortAscending: '↑', sortDescending: '↓', sortUnSort: '' }

const shared: GridOptions = {
  theme: 'legacy',
  icons,
  suppressDragLeaveHidesColumns: true,
  suppressCellFocus: false,
  enableCellTextSelection: true,
  ensureDomOrder: true,
  animateRows: false,
}

/** What every table of the desks has: our look, and the language of the screen. */
export const gridOptionsIn = <Row>(language: Language): GridOptions<Row> => ({
  ...(shared as GridOptions<Row>),
  ...(language === 'Jp' ? { localeText: AG_GRID_LOCALE_JP } : {}),
})
