import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useUser } from '../shared/store/current-user.ts'
import { settingChosen } from '../shared/store/settings.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { useIsNarrow } from '../ui/browser/browser-hooks.ts'
import { installation } from '../ui/browser/installation.ts'
import { LanguageSwitch } from '../ui/controls/LanguageSwitch.tsx'
import { Logo } from '../ui/labels/Logo.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { ContactPopup } from './account/Contact.tsx'
import { LogOffPopup } from './account/LogOff.tsx'
import { ProfileDropdown } from './account/ProfileDropdown.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { RatingDropdown } from './rating/RatingDropdown.tsx'
import { HeaderStatus } from './status/HeaderStatus.tsx'
import './header.css'

interface HeaderItems {
  bell: ReactNode
  help: ReactNode
}

/** The header above the desks. The bell is passed in by the page. */
export function UserHeader(items: HeaderItems) {
  const isNarrow = useIsNarrow()
  return (
    <>
      {isNarrow ? <MobileHeader {...items} /> : <DesktopHeader {...items} />}
      <ContactPopup />
      <LogOffPopup />
    </>
  )
}

function DesktopHeader({ bell, help }: HeaderItems) {
  const dispatch = useAppDispatch()
  const rating = useUser()?.credibilityRating ?? null
  return (
    <header className="header">
      <Logo />
      <AboutLink />
      <LocatesLink />
      <DeskLink />
      <HeaderStatus />
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

/**
 * On a phone: what is needed to answer a locate stays visible, the rest is in the menu, and warnings are
 * below.
 */
function MobileHeader({ bell, help }: HeaderItems) {
  const rating = useUser()?.credibilityRating ?? null
  return (
    <header className="header header-mobile">
      <Logo />
      <div className="header-end">
        {bell}
        <ProfileDropdown isSmall />
        <MobileMenu>
          <AboutLink />
          <DeskLink />
          {rating === null ? null : <RatingDropdown rating={rating} />}
          <span className="header-small">
            <ModeSwitch />
            {help}
          </span>
        </MobileMenu>
      </div>
      <div className="header-updates">
        <HeaderStatus />
      </div>
    </header>
  )
}

/** To the table of a trader's locates, which is too wide for a phone: there the popup lists them. */
function LocatesLink() {
  const text = useText()
  if (useUser()?.role !== 'TRADER') return null
  return (
    <NavLink className="header-desk" to="/locates">
      {text('blotter.title')}
    </NavLink>
  )
}

/** To the IOIs of the desk, for a desk head, who may have no own IOI. */
function DeskLink() {
  const text = useText()
  const user = useUser()
  if (!user?.isDeskHead) return null
  return (
    <NavLink className="header-desk" to="/desk">
      {text('header.desk')}
    </NavLink>
  )
}

/** Opens the about page, the owner's or ours, in a new tab, so that the desk stays. */
function AboutLink() {
  const text = useText()
  const language = useLanguage()
  return (
    <a
      className="header-about"
      title={text('about.link')}
      href={installation.aboutUrl[language] ?? '/about-us'}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text('about.link')} <span aria-hidden>↗</span>
      <span className="visually-hidden">{text('header.newTab')}</span>
    </a>
  )
}
