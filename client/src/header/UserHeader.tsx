import type { ReactNode } from 'react'
import { settingChosen } from '../settings.ts'
import { useAppDispatch } from '../store.ts'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useIsNarrow } from '../ui/system.ts'
import { useUser } from '../user.ts'
import { AboutLink } from './AboutLink.tsx'
import { ConnectionStrip } from './ConnectionStrip.tsx'
import { ContactPopup } from './ContactPopup.tsx'
import { LogOffPopup } from './LogOffPopup.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { ProfileDropdown } from './ProfileDropdown.tsx'
import { RatingDropdown } from './RatingDropdown.tsx'
import { RatingNone } from './RatingNone.tsx'
import { SessionEnding } from './SessionEnding.tsx'
import { SoundHint } from './SoundHint.tsx'
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
      <ConnectionStrip />
      <SoundHint />
      <SessionEnding />
      <RatingNone />
    </>
  )
}
