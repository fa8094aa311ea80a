import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { accountsApi } from '../api/accounts-api.ts'
import { baseApi } from '../api/base-api.ts'
import type { complianceApi } from '../api/console-compliance-api.ts'
import type { api as deskApi } from '../api/desk-api.ts'
import { isCallFailure } from '../api/failure.ts'
import { connectionReducer } from '../connection/connection-state.ts'
import { notificationsCleared, notificationsReducer } from '../connection/received-notifications.ts'
import { broadcastToTabs, isForEveryTab } from './browser-tabs.ts'
import { errorPopupsReducer, failureRaised } from './error-popups.ts'
import { mobileMenuReducer } from './mobile-menu.ts'
import {
  codeRequired,
  sessionEnded,
  sessionReducer,
  signedIn,
  storeTwoFactorToken,
  storeUserToken,
} from './session.ts'
import { settingsReducer } from './settings.ts'
import { unsentReducer } from './unsent-changes.ts'

/**
 * Features declare their own slices: `declare module '../store.ts' { interface FeatureSlices extends
 * WithSlice<typeof desk> {} }` and `rootReducer.inject(desk)`, so that the store knows no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add themselves by declaration merging
export interface FeatureSlices {}

export const rootReducer = combineSlices(baseApi, {
  session: sessionReducer,
  settings: settingsReducer,
  connection: connectionReducer,
  notifications: notificationsReducer,
  popups: errorPopupsReducer,
  unsent: unsentReducer,
  mobileMenu: mobileMenuReducer,
}).withLazyLoadedSlices<FeatureSlices>()

type EndpointName =
  | keyof typeof accountsApi.endpoints
  | keyof typeof deskApi.endpoints
  | keyof typeof complianceApi.endpoints

/** Mutations whose failures their screen displays; failures of all others appear in the error popup. */
const handledByScreens = [
  'login',
  'verifyTwoFactor',
  'requestTwoFactor',
  'beginPasskeyLogin',
  'passkeyLogin',
  'beginProviderLogin',
  'providerLogin',
  'beginPasskeyStep',
  'verifyPasskey',
  'beginPasskey',
  'confirmPasskey',
  'renamePasskey',
  'removePasskey',
  'beginAuthenticator',
  'confirmAuthenticator',
  'removeAuthenticator',
  'beginConfirmation',
  'confirmByCode',
  'confirmByPasskey',
  'beginProviderConfirmation',
  'confirmByProvider',
  'renewRecoveryCodes',
  'updateTempPassword',
  'sendResetLink',
  'resetPassword',
  'updatePassword',
  'contactAccountManager',
  'submitAdvert',
  'modifyAdvert',
  'connectAcceptance',
  'connectRejection',
  'connectBroker',
  'pauseAllAdverts',
  'resumeAllAdverts',
  'cancelAllAdverts',
  'pauseDeskAdverts',
  'resumeDeskAdverts',
  'cancelDeskAdverts',
  'bulkUploadAdverts',
  'prepareRestore',
  'draftRow',
  'submitRow',
  'saveConditions',
  'deleteConditions',
  'setWatchlist',
  'importEquities',
  'importHolidays',
  'setTradingHours',
  'setVenueSettings',
  'searchAuditTrail',
  'viewSurveillance',
] as const satisfies readonly EndpointName[]

/** The store of one page. */
export function createStore() {
  const listening = createListenerMiddleware()
  const store = configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults().prepend(listening.middleware).concat(baseApi.middleware),
    // By default a poll requests a frame at its beginning and its end, in which mostly nothing has changed.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
    devTools: import.meta.env.DEV,
  })

  listening.startListening({
    predicate: (action) => signedIn.match(action) || sessionEnded.match(action),
    effect: () => {
      // No data of one session may be visible in the next one.
      store.dispatch(baseApi.util.resetApiState())
      store.dispatch(notificationsCleared())
    },
  })
  listening.startListening({
    actionCreator: codeRequired,
    effect: ({ payload }) => storeTwoFactorToken(payload),
  })
  listening.startListening({
    predicate: isMutationFailure,
    effect: (action) => {
      const failure = (action as { payload?: unknown }).payload
      if (!isCallFailure(failure) || failure.status === 401) return
      // The screen says that it waits for a second person, or asks for the passkey: nothing has failed.
      if (['APPROVAL_NEEDED', 'CONFIRMATION_REQUIRED'].includes(failure.errorCode ?? '')) return
      store.dispatch(failureRaised(failure))
    },
  })
  listening.startListening({
    predicate: isForEveryTab,
    effect: (action) => broadcastToTabs(action),
  })
  let session = store.getState().session
  store.subscribe(() => {
    if (store.getState().session === session) return
    session = store.getState().session
    storeUserToken(session)
  })
  return store
}

function isMutationFailure(action: unknown): boolean {
  const { type, meta } = action as {
    type: string
    meta?: { arg?: { type?: string; endpointName?: string; track?: boolean } }
  }
  return (
    type === `${baseApi.reducerPath}/executeMutation/rejected` &&
    // Untracked mutations handle each result themselves, as a bulk action does.
    meta?.arg?.track !== false &&
    !handledByScreens.some((name) => name === meta?.arg?.endpointName)
  )
}

export type Store = ReturnType<typeof createStore>
export type State = ReturnType<typeof rootReducer>
export type Dispatch = Store['dispatch']

export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
export const useAppStore = useStore.withTypes<Store>()
