import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { forEveryTab } from './browser-tabs.ts'

/**
 * Why a session ended, for its text. `LOGGED_OUT`, `firstSetupSuccess` and `firstPasskeyAdded` are the user's own actions.
 */
export type EndReason =
  | 'LOGGED_OUT'
  | 'firstSetupSuccess'
  | 'firstPasskeyAdded'
  | 'SESSION_REPLACED'
  | 'SESSION_TIMED_OUT'
  | 'NOT_SIGNED_IN'

/** The authentication state of docs/specification.md §3; the rest of it is in the query cache. */
export interface AuthenticationState {
  readonly userToken: string | null
  /** A log-in waits for its code. Its temporary token is in session storage only. */
  readonly requires2FA: boolean
  /** How the last session ended, until the user has read it. */
  readonly lastAction: EndReason | null
  /** The user is logging off: any other end of the session during that time counts as the user's own. */
  readonly leaving: boolean
}

/** Storage of the tokens: local storage and, for the temporary one, session storage. */
const userTokenEntry = 'userToken'
const twoFactorEntry = '2FaToken'

const session = createSlice({
  name: 'session',
  initialState: (): AuthenticationState => ({
    userToken: localStorage.getItem(userTokenEntry),
    requires2FA: twoFactorToken() !== null,
    lastAction: null,
    leaving: false,
  }),
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<string>): AuthenticationState => ({
      userToken: payload,
      requires2FA: false,
      lastAction: null,
      leaving: false,
    }),
    /** The payload is the temporary token, which the store puts into session storage. */
    codeRequired: (state, _token: PayloadAction<string>): AuthenticationState => ({
      ...state,
      requires2FA: true,
    }),
    twoFactorClosed: (state): AuthenticationState => ({ ...state, requires2FA: false }),
    // In every tab, because their sockets report the end too, and it is the user's own action there as well.
    logOffRequested: {
      reducer: (state): AuthenticationState => ({ ...state, leaving: true }),
      prepare: () => ({ payload: null, meta: forEveryTab }),
    },
    logOffFailed: {
      reducer: (state): AuthenticationState => ({ ...state, leaving: false }),
      prepare: () => ({ payload: null, meta: forEveryTab }),
    },
    /**
     * The first reason of an end counts, because the socket, a poll and other tabs may all report the same
     * one.
     */
    sessionEnded: (state, { payload }: PayloadAction<EndReason>): AuthenticationState =>
      state.userToken === null
        ? { ...state, requires2FA: false, leaving: false }
        : {
            userToken: null,
            requires2FA: false,
            lastAction: state.leaving ? 'LOGGED_OUT' : payload,
            leaving: false,
          },
    lastActionRead: (state): AuthenticationState => ({ ...state, lastAction: null }),
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
  lastActionRead,
} = session.actions

/** Logging off has its own page, a first password or passkey a message on the login page. */
const withoutPopup: readonly (EndReason | null)[] = [
  null,
  'LOGGED_OUT',
  'firstSetupSuccess',
  'firstPasskeyAdded',
]

export const needsEndPopup = (lastAction: EndReason | null): boolean => !withoutPopup.includes(lastAction)

/** Stores the user's token for the next page load and for every tab of this browser. */
export function storeUserToken({ userToken, requires2FA }: AuthenticationState): void {
  keep(localStorage, userTokenEntry, userToken)
  if (!requires2FA) storeTwoFactorToken(null)
}

/** The temporary token of a log-in that waits for its code. */
export function twoFactorToken(): string | null {
  return sessionStorage.getItem(twoFactorEntry)
}

export function storeTwoFactorToken(token: string | null): void {
  keep(sessionStorage, twoFactorEntry, token)
}

function keep(storage: Storage, entry: string, value: string | null): void {
  if (value === null) storage.removeItem(entry)
  else if (storage.getItem(entry) !== value) storage.setItem(entry, value)
}

/** Follows the other tabs of this browser: signing out in one signs out in all (docs/rules.md §16). */
export function followOtherTabs(onToken: (userToken: string | null) => void): () => void {
  const handleStorage = (event: StorageEvent): void => {
    if (event.storageArea === localStorage && event.key === userTokenEntry) onToken(event.newValue)
  }
  addEventListener('storage', handleStorage)
  return () => removeEventListener('storage', handleStorage)
}
