import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { act, render } from '@testing-library/react'
import type { GridApi } from 'ag-grid-community'
import { Provider } from 'react-redux'
import { expect, test, vi } from 'vitest'
import { toyota } from '../../../test/support/fixtures.ts'
import { createStore } from '../../shared/store/store.ts'
import { noFilters } from '../../ui/table/row-filters.ts'
import type { TextFunction } from '../../ui/text/use-text.ts'
import { applyColumnLayouts, columnLayoutsOf, presetLayouts } from './column-layout.ts'
import { columnPresets } from './column-presets.ts'
import { HistoryGrid } from './HistoryGrid.tsx'
import { type HistoryTextContext, historyColumns } from './history-columns.ts'
import type { HistoryTable } from './use-history-table.ts'

const contextWith = (name: string): HistoryTextContext => ({
  text: ((key: Parameters<TextFunction>[0], values?: Record<string, string>) =>
    textIn('En', key, values)) as TextFunction,
  language: 'En',
  equities: new Map([['toyota', { ...toyota, name }]]),
  brokers: [],
  pastDay: null,
  agreed: new Map(),
})

const draft = {
  id: 'a',
  securityId: 'toyota',
  securityName: '7203.T - Toyota Motor',
  direction: 'BUY',
  advertisementStatus: 'UNSENT',
  shareQuantity: 40_000,
  quantityRemaining: 40_000,
  duration: '60',
  submitTime: null,
  expiryDate: null,
  brokerIds: [],
} as unknown as Advert

/** A table of these adverts; `rename` gives its cells other texts. */
async function historyOf(rows: readonly Advert[]) {
  let api: GridApi<Advert> | null = null
  const table = {
    rows,
    api: null,
    selectedIds: new Set(),
    setApi: (created: GridApi<Advert> | null) => {
      api = created
    },
    setSelectedIds: () => undefined,
    postSortRows: () => undefined,
    listeners: {},
  }
  const filtered = { columns: historyColumns, all: rows, filters: noFilters, onChange: () => undefined }
  const store = createStore()
  const grid = (name: string) => (
    <Provider store={store}>
      <HistoryGrid
        table={{ ...table, context: contextWith(name) } as unknown as HistoryTable}
        filtered={filtered}
        email="trader@alder.example"
        onOpen={() => undefined}
        onCopy={() => undefined}
      />
    </Provider>
  )
  const { rerender } = render(grid('Toyota Motor'))
  await vi.waitFor(() => expect(api).not.toBeNull())
  return { api: api as unknown as GridApi<Advert>, rename: (name: string) => rerender(grid(name)) }
}

const text = (): string => document.querySelector('.history-table')?.textContent ?? ''

test('columns in another order than by default stay in it when the cells get other texts', async () => {
  const { api, rename } = await historyOf([draft])
  const shown = () => api.getAllDisplayedColumns().map((column) => column.getColId())
  act(() => void applyColumnLayouts(api, presetLayouts(columnLayoutsOf(api), columnPresets.deals)))
  expect(shown().slice(1)).toEqual([...columnPresets.deals])

  rename('Renamed Motor')
  await vi.waitFor(() => expect(text()).toContain('Renamed Motor'))
  expect(shown().slice(1)).toEqual([...columnPresets.deals])
})

test('Shift selects rows and never their text', async () => {
  await historyOf([draft])

  await vi.waitFor(() => expect(text()).toContain('7203.T'))
  expect(document.querySelector('.ag-selectable')).toBeNull()
})

test('a table without rows leaves it to the desk to say so', async () => {
  await historyOf([])

  // The message of the grid would come with the first rendering of the rows.
  await vi.waitFor(() => expect(document.querySelector('.ag-overlay')).not.toBeNull())
  expect(document.querySelector('.ag-overlay-no-rows-center')).toBeNull()
})
