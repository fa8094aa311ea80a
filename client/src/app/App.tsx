import { SaltProviderNext } from '@salt-ds/core'
import { Suspense, useEffect } from 'react'
import { RouterProvider } from 'react-router'
import { useUser } from '../shared/store/current-user.ts'
import { failureRaised } from '../shared/store/error-popups.ts'
import { followOtherTabs, needsEndPopup, sessionEnded, signedIn } from '../shared/store/session.ts'
import {
  applySettings,
  effectiveMode,
  lookRecalled,
  settingChosen,
  storedSettings,
  storeSettings,
} from '../shared/store/settings.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { usePrefersDark } from '../ui/browser/browser-hooks.ts'
import { loadFont } from '../ui/browser/fonts.ts'
import { currentLanguage } from '../ui/text/i18n.ts'
import { changeLanguage, useLanguage } from '../ui/text/use-text.ts'
import { GlobalPopups } from './lazy-components.ts'
import { useNewVersion } from './popups/use-new-version.ts'
import { createRouter } from './routes.tsx'
import { RootErrorBoundary } from './ScreenError.tsx'

const router = createRouter()

/** The whole page: providers, screens, and popups above all screens. */
export function App() {
  const settings = useAppSelector((state) => state.settings)
  const systemIsDark = usePrefersDark()
  useStoredSettings(systemIsDark)
  useOtherTabs()
  const needsPopup = useNeedsPopup()
  return (
    <SaltProviderNext
      mode={effectiveMode(settings.mode, systemIsDark)}
      density="medium"
      corner="rounded"
      enableStyleInjection={false}
    >
      <RootErrorBoundary>
        <RouterProvider router={router} />
        {needsPopup && (
          <Suspense>
            <GlobalPopups />
          </Suspense>
        )}
      </RootErrorBoundary>
    </SaltProviderNext>
  )
}

/** Popups that are rarely needed are loaded when there is something to show. */
function useNeedsPopup(): boolean {
  const hasFailure = useAppSelector((state) => state.popups.failures.length > 0)
  const hasEnded = useAppSelector((state) => needsEndPopup(state.session.lastAction))
  const isOld = useNewVersion()
  return hasFailure || hasEnded || isOld
}

function useStoredSettings(systemIsDark: boolean): void {
  const dispatch = useAppDispatch()
  const settings = useAppSelector((state) => state.settings)
  const email = useUser()?.email ?? null
  useEffect(() => {
    const own = email === null ? null : storedSettings(email)
    if (own) dispatch(lookRecalled(own))
  }, [dispatch, email])
  // The texts of another language may have to be loaded first, which may fail.
  const language = useLanguage()
  useEffect(() => {
    applySettings({ ...settings, language }, systemIsDark)
    storeSettings(settings, email)
  }, [settings, language, systemIsDark, email])
  useEffect(() => loadFont(settings.language), [settings.language])
  useEffect(() => {
    const before = currentLanguage()
    changeLanguage(settings.language, () => {
      dispatch(settingChosen({ language: before }))
      dispatch(failureRaised({ status: 0, errorCode: 'ERR_NETWORK', message: '' }))
    })
  }, [settings.language, dispatch])
}

function useOtherTabs(): void {
  const dispatch = useAppDispatch()
  useEffect(
    () =>
      followOtherTabs((userToken) =>
        dispatch(userToken === null ? sessionEnded('LOGGED_OUT') : signedIn(userToken)),
      ),
    [dispatch],
  )
}
