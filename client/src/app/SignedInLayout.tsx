import type { Role } from '@aitai/contract/codes.ts'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { advertSelected, historyToggled } from '../adverts/desk-slice.ts'
import { UserHeader } from '../header/UserHeader.tsx'
import { HelpButton } from '../help/HelpButton.tsx'
import { NotificationBell } from '../notifications/NotificationBell.tsx'
import {
  useAdvertListQuery,
  useBrokerUserExecutionListingQuery,
  useGetEquitiesQuery,
  useUserBrokersListQuery,
} from '../shared/api/desk-api.ts'
import { startLiveSocket } from '../shared/connection/live-socket.ts'
import { announceFocus, joinTabChannel } from '../shared/store/browser-tabs.ts'
import { useUser } from '../shared/store/current-user.ts'
import { useAppDispatch, useAppSelector, useAppStore } from '../shared/store/store.ts'
import { useIsNarrow } from '../ui/browser/browser-hooks.ts'
import { loadFont } from '../ui/browser/fonts.ts'
import { mainContent } from '../ui/browser/main-content.ts'
import { useText } from '../ui/text/use-text.ts'
import { LoadingPage } from './LoadingScreen.tsx'
import './signed-in-layout.css'

/** Needs the size of a desk. The trader's home has a screen of its own for a phone. */
const brokersDesk = '/brokers-home'

/** The layout of every desk, once its data has loaded. */
export function SignedInLayout({ children }: { children: ReactNode }) {
  const { isLoaded, failed, retry } = useDeskData(useUser()?.role)
  if (!isLoaded) return <LoadingPage onRetry={failed ? retry : null} />
  return <DeskLayout>{children}</DeskLayout>
}

interface QueryState {
  readonly data?: unknown
  readonly isError: boolean
}

/** Without the data itself, so that the layout is not rendered again with every poll. */
const selectFromResult = ({ data, isError }: QueryState) => ({ isLoaded: data !== undefined, isError })

/**
 * Loads what the desk of a role needs before its header and its live socket start (docs/specification.md §4):
 * securities, adverts and brokers for traders, agreements for brokers, nothing for staff.
 */
function useDeskData(role: Role | undefined) {
  const trader = { skip: role !== 'TRADER', selectFromResult }
  const broker = { skip: role !== 'BROKER', selectFromResult }
  const queries = {
    TRADER: [
      useGetEquitiesQuery(undefined, trader),
      useAdvertListQuery(undefined, trader),
      useUserBrokersListQuery(undefined, trader),
    ],
    BROKER: [useBrokerUserExecutionListingQuery(undefined, broker)],
    STAFF: [],
  }
  const needed = role ? queries[role] : []
  const missing = needed.filter(({ isLoaded }) => !isLoaded)
  const retry = (): void => {
    for (const { isError, refetch } of missing) if (isError) void refetch()
  }
  return {
    isLoaded: role !== undefined && missing.length === 0,
    failed: missing.some(({ isError }) => isError),
    retry,
  }
}

/** The header with the connection status, and the live socket. */
function DeskLayout({ children }: { children: ReactNode }) {
  const store = useAppStore()
  const userToken = useAppSelector((state) => state.session.userToken)
  const isTrader = useUser()?.role === 'TRADER'
  useEffect(() => {
    if (userToken === null) return
    const live = startLiveSocket(store, userToken)
    return () => live.stop()
  }, [store, userToken])
  const openAdvert = useOpenAdvert()
  const isNarrow = useIsNarrow()
  const isTooNarrow = useLocation().pathname === brokersDesk && isNarrow
  useEffect(() => joinTabChannel(store.dispatch), [store])
  useEffect(announceFocus, [])
  // Japanese names of securities also appear on an English desk.
  useEffect(() => loadFont('Jp'), [])
  return (
    <div className="desk-layout">
      <SkipLink />
      <UserHeader bell={<NotificationBell onOpenAdvert={openAdvert} />} help={isTrader && <HelpButton />} />
      {isTooNarrow && <DesktopOnly />}
      <main className="desk-page" tabIndex={-1} hidden={isTooNarrow}>
        {children}
      </main>
    </div>
  )
}

/** The first stop of Tab: past the header, to the list of IOIs or else to the page. */
function SkipLink() {
  const text = useText()
  const isTrader = useUser()?.role === 'TRADER'
  return (
    <button type="button" className="skip-link" onClick={() => mainContent()?.focus()}>
      {text(isTrader ? 'header.skipToAdverts' : 'header.skip')}
    </button>
  )
}

/** Shows an IOI on the desk, from any page. */
function useOpenAdvert(): (advertId: string) => void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (advertId) => {
    dispatch(historyToggled(false))
    dispatch(advertSelected(advertId))
    void navigate('/adverts-home')
  }
}

/** Shown instead of a desk on a window that is too small (docs/specification.md §1). */
function DesktopOnly() {
  const text = useText()
  return (
    <main className="desktop-only">
      <h1>{text('header.desktopTitle')}</h1>
      <p>{text('header.desktopLead')}</p>
    </main>
  )
}
