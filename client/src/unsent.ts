import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from './session.ts'

/** How many adverts have changes that are nowhere but on this screen: what would be lost by leaving it. */
interface Unsent {
  readonly count: number
  /** Whether the person wants to log off and has not said yet what is to become of them. */
  readonly isLeaving: boolean
}

const initialState: Unsent = { count: 0, isLeaving: false }

const unsent = createSlice({
  name: 'unsent',
  initialState,
  reducers: {
    unsentCounted: (state, { payload }: PayloadAction<number>): Unsent => ({ ...state, count: payload }),
    leavingTurned: (state, { payload }: PayloadAction<boolean>): Unsent => ({ ...state, isLeaving: payload }),
  },
  extraReducers: (build) => {
    build.addCase(signedIn, () => initialState).addCase(sessionEnded, () => initialState)
  },
})

export const unsentReducer = unsent.reducer
export const { unsentCounted, leavingTurned } = unsent.actions
