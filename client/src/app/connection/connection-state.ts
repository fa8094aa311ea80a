import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type MissedUpdateSummary, mergeMissedUpdates } from './missed-updates.ts'

/**
 * The live socket: `idle` before sign-in; `offline` when the browser itself has no network; `resting` when
 * the session has more tabs than may be live and this one gave way.
 */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'offline' | 'resting'

export interface Connection {
  readonly state: ConnectionState
  /** Failed tries since it was last live. */
  readonly attempt: number
  /** When the next try starts, in milliseconds UTC; 0 is now, null while one is under way or none planned. */
  readonly nextTryAt: number | null
  /** Since when nothing has been heard, in milliseconds UTC: what is shown may be that old. */
  readonly staleSince: number | null
  /** What came while it was down, until it is read. */
  readonly meanwhile: MissedUpdateSummary | null
}

const initialState: Connection = {
  state: 'idle',
  attempt: 0,
  nextTryAt: null,
  staleSince: null,
  meanwhile: null,
}

/** A socket that was lost, and what is planned about it. */
interface Loss {
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
    connected: ({ meanwhile }): Connection => ({ ...initialState, state: 'live', meanwhile }),
    /** Everything was asked for again; a second loss adds to what was not read yet. */
    caughtUp: (connection, { payload }: PayloadAction<MissedUpdateSummary>) => ({
      ...connection,
      meanwhile: mergeMissedUpdates(connection.meanwhile ?? [], payload),
    }),
    meanwhileRead: (connection) => {
      connection.meanwhile = null
    },
    connectionLost: (connection, { payload }: PayloadAction<Loss>) => {
      connection.state = payload.online ? 'reconnecting' : 'offline'
      connection.attempt += 1
      connection.nextTryAt = payload.nextTryAt
      connection.staleSince ??= payload.at
    },
    /** The other tabs of this session are live in its place: no try until somebody comes back to it. */
    gaveWay: (connection, { payload }: PayloadAction<number>) => {
      connection.state = 'resting'
      connection.nextTryAt = null
      connection.staleSince ??= payload
    },
    /** The network of this computer went or came while the socket was down. */
    networkSeen: (connection, { payload: online }: PayloadAction<boolean>) => {
      if (connection.state === 'reconnecting' || connection.state === 'offline')
        connection.state = online ? 'reconnecting' : 'offline'
    },
    /** A next try at 0 is a try now: the socket watches for it (live.ts). */
    retryAsked: (connection) => {
      if (connection.nextTryAt !== null || connection.state === 'resting') connection.nextTryAt = 0
    },
    disconnected: () => initialState,
  },
})

/** Whether the page is down: what it shows may be old, and the list of locates is asked for instead. */
export const isDisconnected = ({ state }: Connection): boolean =>
  state === 'reconnecting' || state === 'offline' || state === 'resting'

export const connectionReducer = connection.reducer
export const {
  connecting,
  connected,
  caughtUp,
  meanwhileRead,
  connectionLost,
  gaveWay,
  networkSeen,
  retryAsked,
  disconnected,
} = connection.actions
