import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { DesktopOnly } from './DesktopOnly.tsx'
import { UserHeader } from './header/UserHeader.tsx'
import { KeysHelp } from './help/KeysHelp.tsx'
import { startLive } from './live.ts'
import { NotificationBell } from './notifications/NotificationBell.tsx'
import { useAppSelector, useAppStore } from './store.ts'
import { joinTabs, tellWhenInFront } from './tabs.ts'
import { loadFont } from './ui/fonts.ts'
import { useIsNarrow } from './ui/system.ts'
import { useUser } from './user.ts'
import './layout.css'
import './narrow.css'

/** The two homes need the room of a desk; the profile does not. */
const desks: readonly string[] = ['/adverts-home', '/brokers-home']

/** What every desk stands in: the header, which says whether it is live, and the live socket itself. */
export function SignedInLayout({ children }: { children: ReactNode }) {
  const store = useAppStore()
  const userToken = useAppSelector((state) => state.session.userToken)
  const isTrader = useUser()?.role === 'TRADER'
  useEffect(() => {
    if (userToken === null) return
    const live = startLive(store, userToken)
    return () => live.stop()
  }, [store, userToken])
  const isNarrow = useIsNarrow()
  const isTooNarrow = desks.includes(useLocation().pathname) && isNarrow
  useEffect(() => joinTabs(store.dispatch), [store])
  useEffect(tellWhenInFront, [])
  // Securities carry their Japanese names on an English desk too.
  useEffect(() => loadFont('Jp'), [])
  return (
    <div className="desk-layout">
      <UserHeader bell={<NotificationBell />} help={isTrader && <KeysHelp />} />
      {isTooNarrow && <DesktopOnly />}
      <main className="desk-page" hidden={isTooNarrow}>
        {children}
      </main>
    </div>
  )
}
