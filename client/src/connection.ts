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
  /** What came while it was down, until it is read. */
  readonly meanwhile: Meanwhile | null
}

/** How many notices came while the socket was down, and how many of them are locates that were missed. */
export interface Meanwhile {
  readonly notices: number
  readonly missed: number
}

const initialState: Connection = {
  state: 'idle',
  attempt: 0,
  nextTryAt: null,
  staleSince: null,
  meanwhile: null,
}

const connection = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connecting: (connection) => {
      if (connection.state === 'idle') connection.state = 'connecting'
      connection.nextTryAt = null
    },
    connected: ({ meanwhile }): Connection => ({ ...initialState, state: 'live', meanwhile }),
    /** Everything was asked for again; a second loss adds to what was not read yet. */
    caughtUp: (connection, { payload }: PayloadAction<Meanwhile>) => {
      connection.meanwhile = {
        notices: (connection.meanwhile?.notices ?? 0) + payload.notices,
        missed: (connection.meanwhile?.missed ?? 0) + payload.missed,
      }
    },
    meanwhileRead: (connection) => {
      connection.meanwhile = null
    },
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
export const { connecting, connected, caughtUp, meanwhileRead, connectionLost, retryAsked, disconnected } =
  connection.actions
