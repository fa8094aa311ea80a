import { SaltProviderNext } from '@salt-ds/core'
import { lazy, Suspense, useEffect } from 'react'
import { RouterProvider } from 'react-router'
import { createRouter } from './routes.tsx'
import { followOtherTabs, sessionEnded, signedIn } from './session.ts'
import { keepSettings, lookRecalled, modeShown, settingsOf, showSettings } from './settings.ts'
import { useAppDispatch, useAppSelector } from './store.ts'
import { loadFont } from './ui/fonts.ts'
import { useSystemIsDark } from './ui/system.ts'
import { changeTexts } from './ui/text.ts'
import { useUser } from './user.ts'

// What most people never see comes when it is needed.
const Popups = lazy(() => import('./Popups.tsx').then((module) => ({ default: module.Popups })))

const router = createRouter()

/** Everything on the page: the settings that hold everywhere, the screens, the popups over all of them. */
export function App() {
  const settings = useAppSelector((state) => state.settings)
  const systemIsDark = useSystemIsDark()
  useKeptSettings(systemIsDark)
  useOtherTabs()
  return (
    <SaltProviderNext
      mode={modeShown(settings.mode, systemIsDark)}
      density="medium"
      corner="rounded"
      enableStyleInjection={false}
    >
      <RouterProvider router={router} />
      <Suspense>
        <Popups />
      </Suspense>
    </SaltProviderNext>
  )
}

function useKeptSettings(systemIsDark: boolean): void {
  const dispatch = useAppDispatch()
  const settings = useAppSelector((state) => state.settings)
  const email = useUser()?.email ?? null
  useEffect(() => {
    const own = email === null ? null : settingsOf(email)
    if (own) dispatch(lookRecalled(own))
  }, [dispatch, email])
  useEffect(() => {
    showSettings(settings, systemIsDark)
    changeTexts(settings.language)
    loadFont(settings.language)
    keepSettings(settings, email)
  }, [settings, systemIsDark, email])
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
