import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { forEveryTab } from '../store/browser-tabs.ts'

export interface ReceivedNotifications {
  /**
   * Pushed since sign-in, in the order of arrival, each id once. A locate's popup reads its locate from here.
   */
  readonly arrived: readonly Notification[]
  /** Seen by the person at this screen; the server is told by the frame's ACK (live.ts). */
  readonly acknowledged: readonly string[]
}

const initialState: ReceivedNotifications = { arrived: [], acknowledged: [] }
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
    noticeAcknowledged: {
      reducer: (state, { payload }: PayloadAction<string>) =>
        state.acknowledged.includes(payload)
          ? state
          : { ...state, acknowledged: [...state.acknowledged, payload] },
      // Read at one tab is read.
      prepare: (payload: string) => ({ payload, meta: forEveryTab }),
    },
    noticesForgotten: () => initialState,
  },
})

export const notificationsReducer = notices.reducer
export const { noticeArrived, noticeAcknowledged, noticesForgotten } = notices.actions

/** What the user just did at this screen, or in another tab of it: told, but nothing to be alerted by. */
const ownDoing: readonly string[] = [
  'ADVERT_SUBMITTED',
  'ADVERT_UPDATED',
  'USER_RESUMED_ADVERT',
  'USER_ACCEPTED_LOCATE',
]

/** A broker's notice names who did it, and who receives it: the same person needs no alert. */
export const isOwnAction = ({ message, brokerUserName, firstName, lastName }: Notification): boolean =>
  ownDoing.includes(message) || brokerUserName === `${firstName} ${lastName}`

/**
 * A locate that ended without the receiver's answer. Perhaps nobody was there: it is kept until a person has
 * seen it, whatever comes after it on its security (quality C14, U10).
 */
export const isMissedLocate = ({ errorCode, ack }: Notification): boolean =>
  errorCode === 'LOCATE-TIMEOUT-OWN' && !ack
