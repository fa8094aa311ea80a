import type { ReactNode } from 'react'
import { Link, NavLink, useParams } from 'react-router'
import { homePathOf, useUser } from '../app/store/current-user.ts'
import { useText } from '../ui/text/use-text.ts'
import { IoiCounts } from './IoiCounts.tsx'
import { mayOpenTab, type ProfileTab, profileTabs } from './profile-tabs.ts'
import { Security } from './Security.tsx'
import './profile.css'

/** Of whoever is signed in: counts and preferences of a trader, security of all (specification 2). */
export function ProfilePage({ preferences }: { preferences: ReactNode }) {
  const text = useText()
  const user = useUser()
  const { tab } = useParams()
  if (!user) return null
  const faces: Readonly<Record<ProfileTab, ReactNode>> = {
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
      <div className="profile-body">{faces[tab as ProfileTab]}</div>
    </div>
  )
}
