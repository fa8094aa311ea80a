import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from './session.ts'

/** Changes that exist only on this screen and would be lost by leaving it. */
interface Unsent {
  /** The number of adverts with unsent changes. */
  readonly count: number
  /** Whether the preferences form has unsaved changes. */
  readonly preferences: boolean
  /** Whether the user is logging off and has to decide about unsent changes first. */
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
    leaveRequested: (state): Unsent => ({ ...state, isLeaving: true }),
    leaveCancelled: (state): Unsent => ({ ...state, isLeaving: false }),
  },
  extraReducers: (build) => {
    build.addCase(signedIn, () => initialState).addCase(sessionEnded, () => initialState)
  },
})

export const unsentReducer = unsent.reducer
export const { unsentCounted, preferencesChanged, leaveRequested, leaveCancelled } = unsent.actions
