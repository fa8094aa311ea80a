import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from '../session.ts'
import { rootReducer } from '../store.ts'

interface Locates {
  /** Locates that were open at this screen. */
  readonly watched: readonly string[]
  /** Those whose outcome was read. */
  readonly read: readonly string[]
}

const initialState: Locates = { watched: [], read: [] }

const locates = createSlice({
  name: 'locates',
  initialState,
  reducers: {
    locateWatched: (state, { payload }: PayloadAction<string>): Locates =>
      state.watched.includes(payload) ? state : { ...state, watched: [...state.watched, payload] },
    locateRead: (state, { payload }: PayloadAction<string>): Locates => ({
      ...state,
      read: [...state.read, payload],
    }),
  },
  extraReducers: (build) => {
    build.addCase(signedIn, () => initialState).addCase(sessionEnded, () => initialState)
  },
})

declare module '../store.ts' {
  interface FeatureSlices extends WithSlice<typeof locates> {}
}
const reducer = rootReducer.inject(locates)

export const { locateWatched, locateRead } = locates.actions
export const seenOf = reducer.selector((state) => state.locates)
