import type { IoiCounts as Counts } from '@aitai/contract/schemas/credibility.ts'
import { dateOfDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { type ReactNode, useState } from 'react'
import { Link, NavLink, useParams } from 'react-router'
import { useIoiCountsQuery } from '../shared/api/accounts-api.ts'
import { useCostAnalysisQuery } from '../shared/api/desk-api.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { homePathOf, useUser } from '../shared/store/current-user.ts'
import { formatNumber } from '../ui/format/format.ts'
import { useText } from '../ui/text/use-text.ts'
import { FunnelByDay } from '../ui/totals/FunnelByDay.tsx'
import { mayOpenTab, type ProfileTab, profileTabs } from './profile-tabs.ts'
import { Security } from './Security.tsx'
import './profile.css'

/** The profile: counts and preferences for traders, security for all. */
export function ProfilePage({ preferences }: { preferences: ReactNode }) {
  const text = useText()
  const user = useUser()
  const { tab } = useParams()
  if (!user) return null
  const tabContents: Readonly<Record<ProfileTab, ReactNode>> = {
    'ioi-counts': <IoiCounts />,
    preferences,
    security: <Security />,
  }
  return (
    <div className="profile">
      <div className="profile-head">
        <h1>{text('profile.title')}</h1>
        <Link to={homePathOf(user)}>{text('profile.toDesk')}</Link>
      </div>
      <nav className="profile-tabs" aria-label={text('profile.title')}>
        {profileTabs
          .filter((each) => mayOpenTab(user.role, each))
          .map((each) => (
            <NavLink key={each} to={`/profile/${each}`}>
              {text(`profile.tab.${each}`)}
            </NavLink>
          ))}
      </nav>
      <div className="profile-body">{tabContents[tab as ProfileTab]}</div>
    </div>
  )
}

const shown = ['upload', 'cancel', 'locate', 'accept', 'decline', 'timeout', 'triggerCancel'] as const

const none: Counts = { upload: 0, cancel: 0, locate: 0, accept: 0, decline: 0, timeout: 0, triggerCancel: 0 }

/** The trader's IOI counts, polled every 5 seconds, zero until then. */
function IoiCounts() {
  const text = useText()
  const { data: counts = none } = useIoiCountsQuery(undefined, { pollingInterval: intervals.ioiCountsPoll })
  return (
    <section aria-labelledby="profile-counts">
      <h2 id="profile-counts">{text('profile.tab.ioi-counts')}</h2>
      <p className="profile-lead">{text('profile.counts.lead')}</p>
      <dl className="profile-counts">
        {shown.map((name) => (
          <div key={name}>
            <dt>{text(`profile.counts.${name}`)}</dt>
            <dd>{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
      <IoisByDay />
    </section>
  )
}

const funnelDays = 31

/** How far the IOIs of the last days came, the newest day first. */
function IoisByDay() {
  const text = useText()
  const [today] = useState(() => tradingDay(serverClock.now()))
  const period = `${dateOfDay(today - funnelDays + 1)}..${dateOfDay(today)}`
  const { data } = useCostAnalysisQuery({ period }, { refetchOnMountOrArgChange: true })
  const days = data?.ioisByDay.toReversed()
  return (
    <section className="profile-funnel" aria-labelledby="profile-funnel">
      <h2 id="profile-funnel">{text('profile.funnel')}</h2>
      <p className="profile-lead">{text('profile.funnel.lead', { days: funnelDays })}</p>
      {days?.length ? <FunnelByDay days={days} /> : null}
      {days?.length === 0 ? <p className="profile-lead">{text('profile.funnel.none')}</p> : null}
    </section>
  )
}
