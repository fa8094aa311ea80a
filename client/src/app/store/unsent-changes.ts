import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from './session.ts'

/** What has changed nowhere but on this screen, and would be lost by leaving it. */
interface Unsent {
  /** How many adverts have changes that are not sent. */
  readonly count: number
  /** Whether the form of the preferences has changes that are not saved. */
  readonly preferences: boolean
  /** Whether the person wants to log off and has not said yet what is to become of them. */
  readonly isLeaving: boolean
}

const initialState: Unsent = { count: 0, preferences: false, isLeaving: false }

const unsent = createSlice({
  name: 'unsent',
  initialState,
  reducers: {
    unsentCounted: (state, { payload }: PayloadAction<number>): Unsent => ({ ...state, count: payload }),
    preferencesChanged: (state, { payload }: PayloadAction<boolean>): Unsent => ({
      ...state,
      preferences: payload,
    }),
    leavingTurned: (state, { payload }: PayloadAction<boolean>): Unsent => ({ ...state, isLeaving: payload }),
  },
  extraReducers: (build) => {
    build.addCase(signedIn, () => initialState).addCase(sessionEnded, () => initialState)
  },
})

export const unsentReducer = unsent.reducer
export const { unsentCounted, preferencesChanged, leavingTurned } = unsent.actions
