import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { baseApi } from './base-api.ts'
import { connectionReducer } from './connection.ts'
import { isCallFailure } from './failure.ts'
import { mobileMenuReducer } from './mobile-menu.ts'
import { noticesForgotten, noticesReducer } from './notices.ts'
import { failureRaised, popupsReducer } from './popups.ts'
import { keepTokens, sessionEnded, sessionReducer, signedIn } from './session.ts'
import { settingsReducer } from './settings.ts'
import { isForEveryTab, tellTabs } from './tabs.ts'
import { unsentReducer } from './unsent.ts'

/**
 * Slices of single features are declared by them: `declare module '../store.ts' { interface FeatureSlices
 * extends WithSlice<typeof desk> {} }` and `rootReducer.inject(desk)`, so that the store knows no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add themselves by declaration merging
export interface FeatureSlices {}

export const rootReducer = combineSlices(baseApi, {
  session: sessionReducer,
  settings: settingsReducer,
  connection: connectionReducer,
  notices: noticesReducer,
  popups: popupsReducer,
  unsent: unsentReducer,
  mobileMenu: mobileMenuReducer,
}).withLazyLoadedSlices<FeatureSlices>()

/** Mutations whose failures have a face of their own on their screen; all others meet the error popup. */
const facedByTheirScreen: readonly string[] = [
  'login',
  'verifyTwoFactor',
  'requestTwoFactor',
  'updateTempPassword',
  'forgotPassword',
  'resetPassword',
  'updatePassword',
  'contactAccountManager',
  'submitAdvert',
  'modifyAdvert',
  'connectAcceptance',
  'connectRejection',
  'connectBroker',
  'bulkUploadAdverts',
  'prepareRestore',
  'draftRow',
  'submitRow',
]

/** The store of one page. */
export function createStore() {
  const listening = createListenerMiddleware()
  const store = configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults().prepend(listening.middleware).concat(baseApi.middleware),
    devTools: import.meta.env.DEV,
  })

  listening.startListening({
    predicate: (action) => signedIn.match(action) || sessionEnded.match(action),
    effect: () => {
      // Nothing of one session may be seen in the next one.
      store.dispatch(baseApi.util.resetApiState())
      store.dispatch(noticesForgotten())
    },
  })
  listening.startListening({
    predicate: isMutationFailure,
    effect: (action) => {
      const failure = (action as { payload?: unknown }).payload
      if (isCallFailure(failure) && failure.status !== 401) store.dispatch(failureRaised(failure))
    },
  })
  listening.startListening({
    predicate: isForEveryTab,
    effect: (action) => tellTabs(action),
  })
  let session = store.getState().session
  store.subscribe(() => {
    if (store.getState().session === session) return
    session = store.getState().session
    keepTokens(session)
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
    // Who asks without tracking takes each answer itself, as a run over several adverts does.
    meta?.arg?.track !== false &&
    !facedByTheirScreen.includes(meta?.arg?.endpointName ?? '')
  )
}

export type Store = ReturnType<typeof createStore>
export type State = ReturnType<typeof rootReducer>
export type Dispatch = Store['dispatch']

export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
export const useAppStore = useStore.withTypes<Store>()
