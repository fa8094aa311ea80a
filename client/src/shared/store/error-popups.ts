import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { CallFailure } from '../api/failure.ts'

interface Popups {
  /** Failures to be shown, oldest first: the error popup shows one at a time. */
  readonly failures: readonly CallFailure[]
}

const popups = createSlice({
  name: 'popups',
  initialState: { failures: [] } as Popups,
  reducers: {
    failureRaised: (state, { payload }: PayloadAction<CallFailure>): Popups => {
      const same = state.failures.some(({ errorCode }) => errorCode === payload.errorCode)
      return same ? state : { ...state, failures: [...state.failures, payload] }
    },
    failureRead: (state): Popups => ({ ...state, failures: state.failures.slice(1) }),
  },
})

export const errorPopupsReducer = popups.reducer
export const { failureRaised, failureRead } = popups.actions
