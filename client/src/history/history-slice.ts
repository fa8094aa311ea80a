import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from '../shared/store/session.ts'
import { rootReducer } from '../shared/store/store.ts'
import { noFilters } from '../ui/table/row-filters.ts'
import type { HistoryFilters } from './grid/history-columns.ts'

/** The filters survive closing the history and are cleared when the session ends. */
const history = createSlice({
  name: 'history',
  initialState: { filters: noFilters as HistoryFilters },
  reducers: {
    filtersChanged: (_state, { payload }: PayloadAction<HistoryFilters>) => ({ filters: payload }),
  },
  extraReducers: (build) => {
    build
      .addCase(signedIn, () => ({ filters: noFilters }))
      .addCase(sessionEnded, () => ({ filters: noFilters }))
  },
})

declare module '../shared/store/store.ts' {
  interface FeatureSlices extends WithSlice<typeof history> {}
}
const reducer = rootReducer.inject(history)

export const { filtersChanged } = history.actions
export const selectHistoryFilters = reducer.selector((state) => state.history.filters)
