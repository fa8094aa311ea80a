import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from '../shared/store/session.ts'
import { rootReducer } from '../shared/store/store.ts'
import { noFilters } from '../ui/table/row-filters.ts'
import type { HistoryFilters } from './grid/history-columns.ts'
import type { RowPreset } from './row-presets.ts'

const unfiltered = { filters: noFilters as HistoryFilters, preset: 'all' as RowPreset }

/** The filters survive closing the history and are cleared when the session ends. */
const history = createSlice({
  name: 'history',
  initialState: unfiltered,
  reducers: {
    filtersChanged: (state, { payload }: PayloadAction<HistoryFilters>) => ({ ...state, filters: payload }),
    presetChosen: (state, { payload }: PayloadAction<RowPreset>) => ({ ...state, preset: payload }),
  },
  extraReducers: (build) => {
    build.addCase(signedIn, () => unfiltered).addCase(sessionEnded, () => unfiltered)
  },
})

declare module '../shared/store/store.ts' {
  interface FeatureSlices extends WithSlice<typeof history> {}
}
const reducer = rootReducer.inject(history)

export const { filtersChanged, presetChosen } = history.actions
export const selectHistoryFilters = reducer.selector((state) => state.history.filters)
export const selectRowPreset = reducer.selector((state) => state.history.preset)
