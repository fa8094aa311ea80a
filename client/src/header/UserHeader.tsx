import type { ReactNode } from 'react'
import { useUser } from '../app/store/current-user.ts'
import { settingChosen } from '../app/store/settings.ts'
import { useAppDispatch } from '../app/store/store.ts'
import { useIsNarrow } from '../ui/browser/browser-hooks.ts'
import { LanguageSwitch } from '../ui/controls/LanguageSwitch.tsx'
import { Logo } from '../ui/labels/Logo.tsx'
import { AboutLink } from './AboutLink.tsx'
import { ContactPopup } from './account/ContactPopup.tsx'
import { LogOffPopup } from './account/LogOffPopup.tsx'
import { ProfileDropdown } from './account/ProfileDropdown.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { LowRatingNotice } from './rating/LowRatingNotice.tsx'
import { RatingDropdown } from './rating/RatingDropdown.tsx'
import { ConnectionStatus } from './status/ConnectionStatus.tsx'
import { SessionEndWarning } from './status/SessionEndWarning.tsx'
import { SoundHint } from './status/SoundHint.tsx'
import './header.css'

interface Parts {
  bell: ReactNode
  help: ReactNode
}

/** The header over the desks. The bell comes from the notifications, as a part of the page. */
export function UserHeader(parts: Parts) {
  const isNarrow = useIsNarrow()
  return (
    <>
      {isNarrow ? <MobileHeader {...parts} /> : <DesktopHeader {...parts} />}
      <ContactPopup />
      <LogOffPopup />
    </>
  )
}

function DesktopHeader({ bell, help }: Parts) {
  const dispatch = useAppDispatch()
  const rating = useUser()?.credibilityRating ?? null
  return (
    <header className="header">
      <Logo />
      <AboutLink />
      <News />
      <div className="header-end">
        {rating === null ? null : <RatingDropdown rating={rating} />}
        {rating === null ? null : <span className="header-rule" />}
        <LanguageSwitch onChoose={(language) => dispatch(settingChosen({ language }))} />
        <ModeSwitch />
        {help}
        {bell}
        <span className="header-rule" />
        <ProfileDropdown />
      </div>
    </header>
  )
}

/** On a phone: what a located contra needs stays in sight, the rest is in the menu, the news below. */
function MobileHeader({ bell, help }: Parts) {
  const rating = useUser()?.credibilityRating ?? null
  return (
    <header className="header header-mobile">
      <Logo />
      <div className="header-end">
        {bell}
        <ProfileDropdown isSmall />
        <MobileMenu>
          <AboutLink />
          {rating === null ? null : <RatingDropdown rating={rating} />}
          <span className="header-small">
            <ModeSwitch />
            {help}
          </span>
        </MobileMenu>
      </div>
      <div className="header-news">
        <News />
      </div>
    </header>
  )
}

/** What the header has to say: whether it is live, and what a user must not miss. */
function News() {
  return (
    <>
      <ConnectionStatus />
      <SoundHint />
      <SessionEndWarning />
      <LowRatingNotice />
    </>
  )
}
