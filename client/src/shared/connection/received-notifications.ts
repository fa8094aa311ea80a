import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { forEveryTab } from '../store/browser-tabs.ts'

interface ReceivedNotifications {
  /**
   * Notifications pushed since sign-in, in the order of arrival, each id once. A locate's popup reads its
   * locate from here.
   */
  readonly received: readonly Notification[]
  /** Marks a notification as seen by the user; the frame's ACK reports it to the server (live-socket.ts). */
  readonly acknowledged: readonly string[]
}

const initialState: ReceivedNotifications = { received: [], acknowledged: [] }
/** Older ones are in the list on the server. */
const keptArrivals = 500

const notifications = createSlice({
  name: 'notifications',
  initialState,
  reducers: {
    notificationReceived: (state, { payload }: PayloadAction<Notification>) =>
      state.received.some(({ id }) => id === payload.id)
        ? state
        : { ...state, received: [...state.received, payload].slice(-keptArrivals) },
    notificationAcknowledged: {
      reducer: (state, { payload }: PayloadAction<string>) =>
        state.acknowledged.includes(payload)
          ? state
          : { ...state, acknowledged: [...state.acknowledged, payload] },
      // Read in one tab is read in all.
      prepare: (payload: string) => ({ payload, meta: forEveryTab }),
    },
    notificationsCleared: () => initialState,
  },
})

export const notificationsReducer = notifications.reducer
export const { notificationReceived, notificationAcknowledged, notificationsCleared } = notifications.actions

/** Actions of the user, here or in another tab: they are listed but cause no alert. */
const ownActionTypes: readonly string[] = [
  'ADVERT_SUBMITTED',
  'ADVERT_UPDATED',
  'USER_RESUMED_ADVERT',
  'USER_ACCEPTED_LOCATE',
]

/** A broker's notification names who acted; that user needs no alert. */
export const isOwnAction = ({ message, brokerUserName, firstName, lastName }: Notification): boolean =>
  ownActionTypes.includes(message) || brokerUserName === writtenName({ firstName, lastName })

/**
 * A locate that ended without the receiver's answer. Perhaps nobody was at the screen, so it remains until a
 * user has seen it, even if a later notification in the security follows.
 */
export const isMissedLocate = ({ errorCode, ack }: Notification): boolean =>
  errorCode === 'LOCATE-TIMEOUT-OWN' && !ack

/** Whether it brings what the broker did about an agreement: news even where its locate has been read. */
export const isBrokerReport = ({ messageType, connectionAgreementId }: Notification): boolean =>
  messageType === 'statusAlert' && connectionAgreementId !== null
