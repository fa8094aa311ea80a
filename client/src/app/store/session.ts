import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { forEveryTab } from './browser-tabs.ts'

/** Why a session ended, for its text. `LOGGED_OUT` is the user's own action. */
export type EndReason =
  | 'LOGGED_OUT'
  | 'FIRST_PASSWORD_SET'
  | 'SESSION_REPLACED'
  | 'SESSION_TIMED_OUT'
  | 'NOT_SIGNED_IN'

export interface Session {
  readonly userToken: string | null
  /** The temporary token of a log-in that waits for its code. */
  readonly twoFactorToken: string | null
  readonly ended: EndReason | null
  /** The user is logging off: any other end of the session during that time counts as the user's own. */
  readonly leaving: boolean
}

/** Storage of the tokens: local storage and, for the temporary one, session storage. */
const userTokenEntry = 'userToken'
const twoFactorEntry = '2FaToken'

const session = createSlice({
  name: 'session',
  initialState: (): Session => ({
    userToken: localStorage.getItem(userTokenEntry),
    twoFactorToken: sessionStorage.getItem(twoFactorEntry),
    ended: null,
    leaving: false,
  }),
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<string>): Session => ({
      userToken: payload,
      twoFactorToken: null,
      ended: null,
      leaving: false,
    }),
    codeRequired: (state, { payload }: PayloadAction<string>): Session => ({
      ...state,
      twoFactorToken: payload,
    }),
    twoFactorClosed: (state): Session => ({ ...state, twoFactorToken: null }),
    // In every tab, because their sockets report the end too, and it is the user's own action there as well.
    logOffRequested: {
      reducer: (state): Session => ({ ...state, leaving: true }),
      prepare: () => ({ payload: null, meta: forEveryTab }),
    },
    logOffFailed: {
      reducer: (state): Session => ({ ...state, leaving: false }),
      prepare: () => ({ payload: null, meta: forEveryTab }),
    },
    /**
     * The first reason of an end counts, because the socket, a poll and other tabs may all report the same
     * one.
     */
    sessionEnded: (state, { payload }: PayloadAction<EndReason>): Session =>
      state.userToken === null
        ? { ...state, twoFactorToken: null, leaving: false }
        : {
            userToken: null,
            twoFactorToken: null,
            ended: state.leaving ? 'LOGGED_OUT' : payload,
            leaving: false,
          },
    endRead: (state): Session => ({ ...state, ended: null }),
  },
})

export const sessionReducer = session.reducer
export const {
  signedIn,
  codeRequired,
  twoFactorClosed,
  logOffRequested,
  logOffFailed,
  sessionEnded,
  endRead,
} = session.actions

/** Logging off has its own page, and a first password a message on the login page. */
export const needsEndPopup = (ended: EndReason | null): boolean =>
  ended !== null && ended !== 'LOGGED_OUT' && ended !== 'FIRST_PASSWORD_SET'

/** Stores the tokens for the next page load and for every tab of this browser. */
export function storeTokens({ userToken, twoFactorToken }: Session): void {
  keep(localStorage, userTokenEntry, userToken)
  keep(sessionStorage, twoFactorEntry, twoFactorToken)
}

function keep(storage: Storage, entry: string, value: string | null): void {
  if (value === null) storage.removeItem(entry)
  else if (storage.getItem(entry) !== value) storage.setItem(entry, value)
}

/** Follows the other tabs of this browser: signing out in one signs out in all (docs/rules.md §16). */
export function followOtherTabs(onToken: (userToken: string | null) => void): () => void {
  const hear = (event: StorageEvent): void => {
    if (event.storageArea === localStorage && event.key === userTokenEntry) onToken(event.newValue)
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
