import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type MissedUpdateSummary, mergeMissedUpdates } from './missed-updates.ts'

/**
 * The state of the live socket: `idle` before sign-in; `offline` if the browser has no network; `resting` if
 * the session has too many tabs and this one gave up its socket.
 */
type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'offline' | 'resting'

export interface Connection {
  readonly state: ConnectionState
  /** Failed attempts since it was last live. */
  readonly attempt: number
  /**
   * When the next attempt starts, in milliseconds UTC; 0 is now, null while one is under way or none is
   * planned.
   */
  readonly nextTryAt: number | null
  /** The time since which nothing was received, in milliseconds UTC. Displayed data may be that old. */
  readonly staleSince: number | null
  /** Updates that were missed while it was down, until they are read. */
  readonly missedUpdates: MissedUpdateSummary | null
}

const initialState: Connection = {
  state: 'idle',
  attempt: 0,
  nextTryAt: null,
  staleSince: null,
  missedUpdates: null,
}

/** The socket was lost; includes the planned retry. */
interface ConnectionLoss {
  readonly at: number
  readonly nextTryAt: number
  readonly online: boolean
}

const connection = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connecting: (connection) => {
      if (connection.state === 'idle') connection.state = 'connecting'
      connection.nextTryAt = null
    },
    connected: ({ missedUpdates }): Connection => ({ ...initialState, state: 'live', missedUpdates }),
    /** All data was fetched again. A second loss adds to unread missed updates. */
    caughtUp: (connection, { payload }: PayloadAction<MissedUpdateSummary>) => ({
      ...connection,
      missedUpdates: mergeMissedUpdates(connection.missedUpdates ?? [], payload),
    }),
    missedUpdatesRead: (connection) => {
      connection.missedUpdates = null
    },
    connectionLost: (connection, { payload }: PayloadAction<ConnectionLoss>) => {
      connection.state = payload.online ? 'reconnecting' : 'offline'
      connection.attempt += 1
      connection.nextTryAt = payload.nextTryAt
      connection.staleSince ??= payload.at
    },
    /** Other tabs of the session are live instead; no retry until the user returns to this tab. */
    yielded: (connection, { payload }: PayloadAction<number>) => {
      connection.state = 'resting'
      connection.nextTryAt = null
      connection.staleSince ??= payload
    },
    /** The browser went online or offline while the socket was down. */
    networkSeen: (connection, { payload: online }: PayloadAction<boolean>) => {
      if (connection.state === 'reconnecting' || connection.state === 'offline')
        connection.state = online ? 'reconnecting' : 'offline'
    },
    /** The live socket watches for a next attempt at 0 (live-socket.ts). */
    retryRequested: (connection) => {
      if (connection.nextTryAt !== null || connection.state === 'resting') connection.nextTryAt = 0
    },
    disconnected: () => initialState,
  },
})

/** Whether the connection is down: data may be stale, and locates are polled instead. */
export const isDisconnected = ({ state }: Connection): boolean =>
  state === 'reconnecting' || state === 'offline' || state === 'resting'

export const connectionReducer = connection.reducer
export const {
  connecting,
  connected,
  caughtUp,
  missedUpdatesRead,
  connectionLost,
  yielded,
  networkSeen,
  retryRequested,
  disconnected,
} = connection.actions
