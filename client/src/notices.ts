import type { Notification } from '@aitai/contract/notifications.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export interface Notices {
  /**
   * Pushed since sign-in, in the order of arrival, each id once. A locate's popup reads its locate from here.
   */
  readonly arrived: readonly Notification[]
  /** Seen by the person at this screen; the server is told by the frame's ACK (live.ts). */
  readonly acknowledged: readonly string[]
}

const initialState: Notices = { arrived: [], acknowledged: [] }
/** Older ones are in the list that the server keeps. */
const keptArrivals = 500

const notices = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    noticeArrived: (state, { payload }: PayloadAction<Notification>) =>
      state.arrived.some(({ id }) => id === payload.id)
        ? state
        : { ...state, arrived: [...state.arrived, payload].slice(-keptArrivals) },
    noticeAcknowledged: (state, { payload }: PayloadAction<string>) =>
      state.acknowledged.includes(payload)
        ? state
        : { ...state, acknowledged: [...state.acknowledged, payload] },
    noticesForgotten: () => initialState,
  },
})

export const noticesReducer = notices.reducer
export const { noticeArrived, noticeAcknowledged, noticesForgotten } = notices.actions
