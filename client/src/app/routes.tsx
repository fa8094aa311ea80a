import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { type ReactNode, Suspense, useEffect } from 'react'
import { createBrowserRouter, Navigate, Outlet, useParams, useSearchParams } from 'react-router'
import { LoginPage } from '../auth/LoginPage.tsx'
import { PublicHeader } from '../header/PublicHeader.tsx'
import { firstProfileTab, mayOpenTab } from '../profile/profile-tabs.ts'
import { type HomePath, homePathOf, useUserQuery } from '../shared/store/current-user.ts'
import { useSearchShortcut } from '../shared/store/search-shortcut.ts'
import { type EndReason, sessionEnded } from '../shared/store/session.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { installation } from '../ui/browser/installation.ts'
import { useLanguage } from '../ui/text/use-text.ts'
import { EntryLayout } from './EntryLayout.tsx'
import { LoadingPage, LoadingScreen } from './LoadingScreen.tsx'
import {
  AboutPage,
  BrokersHome,
  CostAnalysisHome,
  DeskHome,
  FirstLoginPage,
  FirstPasskeyPage,
  ForgotPasswordPage,
  GlobalPopups,
  LocatesHome,
  LoggedOutPage,
  OperationsHome,
  Preferences,
  ProfilePage,
  ProviderReturnPage,
  ResetPasswordPage,
  SignedInLayout,
  StaffPage,
  TraderHome,
  VerifyReceiptPage,
} from './lazy-components.ts'
import { ScreenError } from './ScreenError.tsx'

/** Where the login page is redirected, `/?sign-in` still opens it, so that signing in remains possible. */
const signInAnyway = 'sign-in'

/**
 * Lets users through to their own home and redirects all others: signed-out users to the login page, or to
 * the logged-out page after logging off (docs/specification.md §2).
 */
function HomeGuard({ home }: { home: HomePath }) {
  const { userToken, lastAction } = useAppSelector((state) => state.session)
  const user = useGuardedUser()
  if (userToken === null) return home === '/' ? <Login /> : <Navigate to={wayOut(lastAction)} replace />
  if (!user) return <LoadingPage onRetry={null} />
  const own = homePathOf(user)
  return own === home ? <Outlet /> : <Navigate to={own} replace />
}

export const routes = [
  {
    errorElement: <ScreenError />,
    children: [
      {
        element: <HomeGuard home="/" />,
        children: [{ path: '/', element: <Desk part={StaffPage} page={<StaffPage />} /> }],
      },
      { path: '/forget-password', element: <Entry page={<ForgotPasswordPage />} /> },
      { path: '/sign-in/provider', element: <Entry page={<ProviderReturnPage />} /> },
      { path: '/reset-password', element: <Entry page={<ResetPasswordPage />} /> },
      { path: '/verify-receipt', element: <Entry page={<VerifyReceiptPage />} /> },
      { path: '/about-us', element: <AboutUs /> },
      { path: '/home', element: <Entry page={<LoggedOutPage />} /> },
      {
        element: <HomeGuard home="/first-login" />,
        children: [{ path: '/first-login', element: <Entry page={<FirstLoginPage />} /> }],
      },
      {
        element: <HomeGuard home="/first-passkey" />,
        children: [{ path: '/first-passkey', element: <Entry page={<FirstPasskeyPage />} /> }],
      },
      {
        element: <HomeGuard home="/adverts-home" />,
        children: [{ path: '/adverts-home', element: <Desk part={TraderHome} page={<TraderHome />} /> }],
      },
      {
        element: <TraderGuard />,
        children: [
          {
            path: '/cost-analysis',
            element: <Desk part={CostAnalysisHome} page={<CostAnalysisHome />} />,
          },
          { path: '/desk', element: <Desk part={DeskHome} page={<DeskHome />} /> },
          { path: '/locates', element: <Desk part={LocatesHome} page={<LocatesHome />} /> },
        ],
      },
      {
        element: <HomeGuard home="/brokers-home" />,
        children: [{ path: '/brokers-home', element: <Desk part={BrokersHome} page={<BrokersHome />} /> }],
      },
      {
        element: <HomeGuard home="/operations" />,
        // The console knows its pages, and loads on demand.
        children: [
          { path: '/operations/*', element: <Desk part={OperationsHome} page={<OperationsHome />} /> },
        ],
      },
      {
        element: <ProfileGuard />,
        children: [
          { path: '/profile', element: <ToProfile /> },
          { path: '/profile/:tab/*', element: <Desk part={ProfilePage} page={<ProfileTabs />} /> },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]

/** Where who is not signed in any more is led: after logging off to the farewell, else to the login page. */
const wayOut = (lastAction: EndReason | null): string => (lastAction === 'LOGGED_OUT' ? '/home' : '/')

/**
 * The user, null while loading. If the details cannot be fetched, the token is removed and the login page says
 * that the previous session is over (docs/specification.md §4). A failed refresh of known details ends nothing.
 */
function useGuardedUser(): UserInfo | null {
  const dispatch = useAppDispatch()
  const { data: user, isError } = useUserQuery()
  const isUnknown = isError && !user
  useEffect(() => {
    if (isUnknown) dispatch(sessionEnded('NOT_SIGNED_IN'))
  }, [dispatch, isUnknown])
  return user ?? null
}

/** Lets everybody through whose sign-in is complete. */
function ProfileGuard() {
  const { userToken, lastAction } = useAppSelector((state) => state.session)
  const user = useGuardedUser()
  if (userToken === null) return <Navigate to={wayOut(lastAction)} replace />
  if (!user) return <LoadingPage onRetry={null} />
  return !user.firstLogin && !user.needsPasskey ? <Outlet /> : <Navigate to={homePathOf(user)} replace />
}

/** Lets traders through; everybody else is redirected to their own home. */
function TraderGuard() {
  const { userToken, lastAction } = useAppSelector((state) => state.session)
  const user = useGuardedUser()
  if (userToken === null) return <Navigate to={wayOut(lastAction)} replace />
  if (!user) return <LoadingPage onRetry={null} />
  const own = homePathOf(user)
  return own === '/adverts-home' ? <Outlet /> : <Navigate to={own} replace />
}

function ToProfile() {
  const role = useUserQuery().data?.role ?? 'BROKER'
  return <Navigate to={`/profile/${firstProfileTab(role)}`} replace />
}

/**
 * The tabs that this user may open; any other address redirects to the first of them (docs/specification.md
 * §2).
 */
function ProfileTabs() {
  const { tab } = useParams()
  const role = useUserQuery().data?.role ?? 'BROKER'
  return mayOpenTab(role, tab) ? <ProfilePage preferences={<Preferences />} /> : <ToProfile />
}

/** The login page, or the owner's about page if LOGIN_REDIRECT is set. */
function Login() {
  const [searchParams] = useSearchParams()
  if (installation.loginRedirect && !searchParams.has(signInAnyway)) return <ExternalRedirect />
  return (
    <EntryLayout brokers>
      <LoginPage />
    </EntryLayout>
  )
}

/** The about page: the owner's, or ours. */
function AboutUs() {
  const language = useLanguage()
  if (installation.aboutUrl[language] !== null) return <ExternalRedirect />
  return (
    <>
      <PublicHeader />
      <Suspense fallback={<LoadingScreen onRetry={null} />}>
        <AboutPage />
      </Suspense>
    </>
  )
}

/** Redirects to the owner's about page, in the current language (docs/specification.md §2). */
function ExternalRedirect() {
  const language = useLanguage()
  const url = installation.aboutUrl[language]
  useEffect(() => {
    if (url !== null) location.replace(url)
  }, [url])
  return <LoadingScreen onRetry={null} />
}

function Entry({ page }: { page: ReactNode }) {
  return (
    <EntryLayout>
      <Suspense>{page}</Suspense>
    </EntryLayout>
  )
}

function Desk({ part, page }: { part: { fetch(): void }; page: ReactNode }) {
  // Preloaded, because otherwise it would be requested only after its layout has loaded.
  part.fetch()
  // Preloaded, because it is needed when there is no network.
  GlobalPopups.fetch()
  // Also before the layout has loaded, because users press `/` right after signing in.
  useSearchShortcut(part === TraderHome)
  return (
    <Suspense fallback={<LoadingPage onRetry={null} />}>
      <SignedInLayout>
        <Suspense fallback={<LoadingScreen onRetry={null} />}>{page}</Suspense>
      </SignedInLayout>
    </Suspense>
  )
}

export const createRouter = () => createBrowserRouter(routes)
