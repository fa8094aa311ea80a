import type { Answer } from '@aitai/engine/model/locate.ts'
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { forEveryTab } from '../shared/store/browser-tabs.ts'
import { sessionEnded, signedIn } from '../shared/store/session.ts'
import { rootReducer } from '../shared/store/store.ts'

interface Locates {
  /** Locates that were open in this tab. */
  readonly watched: readonly string[]
  /** Those whose outcome was read. */
  readonly read: readonly string[]
  /** Answers, from here or another tab, that the server has accepted. */
  readonly answered: Readonly<Record<string, Answer>>
  /** The security of the practice locate that is open, or null. */
  readonly practice: string | null
}

const initialState: Locates = { watched: [], read: [], answered: {}, practice: null }

const locates = createSlice({
  name: 'locates',
  initialState,
  reducers: {
    locateWatched: (state, { payload }: PayloadAction<string>): Locates =>
      state.watched.includes(payload) ? state : { ...state, watched: [...state.watched, payload] },
    locateRead: {
      reducer: (state, { payload }: PayloadAction<string>): Locates => ({
        ...state,
        read: [...state.read, payload],
      }),
      prepare: (payload: string) => ({ payload, meta: forEveryTab }),
    },
    locateAnswered: {
      reducer: (state, { payload }: PayloadAction<{ locateId: string; answer: Answer }>): Locates => ({
        ...state,
        answered: { ...state.answered, [payload.locateId]: payload.answer },
      }),
      prepare: (payload: { locateId: string; answer: Answer }) => ({ payload, meta: forEveryTab }),
    },
    practiceBegun: (state, { payload }: PayloadAction<string>): Locates => ({ ...state, practice: payload }),
    practiceEnded: (state): Locates => ({ ...state, practice: null }),
  },
  extraReducers: (build) => {
    build.addCase(signedIn, () => initialState).addCase(sessionEnded, () => initialState)
  },
})

declare module '../shared/store/store.ts' {
  interface FeatureSlices extends WithSlice<typeof locates> {}
}
const reducer = rootReducer.inject(locates)

export const { locateWatched, locateRead, locateAnswered, practiceBegun, practiceEnded } = locates.actions
export const selectLocatesState = reducer.selector((state) => state.locates)
