import { SaltProviderNext } from '@salt-ds/core'
import { Suspense, useEffect } from 'react'
import { RouterProvider } from 'react-router'
import { useNewVersion } from './new-version.ts'
import { Popups } from './parts.tsx'
import { failureRaised } from './popups.ts'
import { createRouter } from './routes.tsx'
import { LastResort } from './ScreenError.tsx'
import { followOtherTabs, needsSaying, sessionEnded, signedIn } from './session.ts'
import { keepSettings, lookRecalled, modeShown, settingChosen, settingsOf, showSettings } from './settings.ts'
import { useAppDispatch, useAppSelector } from './store.ts'
import { shownLanguage } from './ui/catalogue.ts'
import { loadFont } from './ui/fonts.ts'
import { useSystemIsDark } from './ui/system.ts'
import { changeTexts, useLanguage } from './ui/text.ts'
import { useUser } from './user.ts'

const router = createRouter()

/** Everything on the page: the settings that hold everywhere, the screens, the popups over all of them. */
export function App() {
  const settings = useAppSelector((state) => state.settings)
  const systemIsDark = useSystemIsDark()
  useKeptSettings(systemIsDark)
  useOtherTabs()
  const needsPopup = useNeedsPopup()
  return (
    <SaltProviderNext
      mode={modeShown(settings.mode, systemIsDark)}
      density="medium"
      corner="rounded"
      enableStyleInjection={false}
    >
      <LastResort>
        <RouterProvider router={router} />
        {needsPopup && (
          <Suspense>
            <Popups />
          </Suspense>
        )}
      </LastResort>
    </SaltProviderNext>
  )
}

/** What most people never see is fetched when there is something to say. */
function useNeedsPopup(): boolean {
  const hasFailure = useAppSelector((state) => state.popups.failures.length > 0)
  const hasEnded = useAppSelector((state) => needsSaying(state.session.ended))
  const isOld = useNewVersion()
  return hasFailure || hasEnded || isOld
}

function useKeptSettings(systemIsDark: boolean): void {
  const dispatch = useAppDispatch()
  const settings = useAppSelector((state) => state.settings)
  const email = useUser()?.email ?? null
  useEffect(() => {
    const own = email === null ? null : settingsOf(email)
    if (own) dispatch(lookRecalled(own))
  }, [dispatch, email])
  // The texts of another language may have to come first, or not come at all.
  const language = useLanguage()
  useEffect(() => {
    showSettings({ ...settings, language }, systemIsDark)
    keepSettings(settings, email)
  }, [settings, language, systemIsDark, email])
  useEffect(() => loadFont(settings.language), [settings.language])
  useEffect(() => {
    const before = shownLanguage()
    changeTexts(settings.language, () => {
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
