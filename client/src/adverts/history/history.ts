import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from '../../session.ts'
import { rootReducer } from '../../store.ts'
import { noFilters } from '../../ui/table/filters.ts'
import type { Filters } from './filters.ts'

/** The filters outlive a look at the desk; a session's end forgets them. */
const history = createSlice({
  name: 'history',
  initialState: { filters: noFilters as Filters },
  reducers: {
    filtersChosen: (_state, { payload }: PayloadAction<Filters>) => ({ filters: payload }),
  },
  extraReducers: (build) => {
    build
      .addCase(signedIn, () => ({ filters: noFilters }))
      .addCase(sessionEnded, () => ({ filters: noFilters }))
  },
})

declare module '../../store.ts' {
  interface FeatureSlices extends WithSlice<typeof history> {}
}
const reducer = rootReducer.inject(history)

export const { filtersChosen } = history.actions
export const filtersOf = reducer.selector((state) => state.history.filters)
