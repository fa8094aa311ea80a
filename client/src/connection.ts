import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** The live socket: `idle` before sign-in; `offline` when the browser itself has no network. */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'offline'

export interface Connection {
  readonly state: ConnectionState
  /** Failed tries since it was last live. */
  readonly attempt: number
  /** When the next try starts, in milliseconds UTC. */
  readonly nextTryAt: number | null
  /** Since when nothing has been heard, in milliseconds UTC: what is shown may be that old. */
  readonly staleSince: number | null
}

const initialState: Connection = { state: 'idle', attempt: 0, nextTryAt: null, staleSince: null }

const connection = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connecting: (connection) => {
      if (connection.state === 'idle') connection.state = 'connecting'
      connection.nextTryAt = null
    },
    connected: (): Connection => ({ state: 'live', attempt: 0, nextTryAt: null, staleSince: null }),
    connectionLost: (
      connection,
      { payload }: PayloadAction<{ at: number; nextTryAt: number; online: boolean }>,
    ) => {
      connection.state = payload.online ? 'reconnecting' : 'offline'
      connection.attempt += 1
      connection.nextTryAt = payload.nextTryAt
      connection.staleSince ??= payload.at
    },
    /** A next try at 0 is a try now: the socket watches for it (live.ts). */
    retryAsked: (connection) => {
      if (connection.nextTryAt !== null) connection.nextTryAt = 0
    },
    disconnected: () => initialState,
  },
})

export const connectionReducer = connection.reducer
export const { connecting, connected, connectionLost, retryAsked, disconnected } = connection.actions
