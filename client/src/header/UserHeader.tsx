import type { ReactNode } from 'react'
import { settingChosen } from '../settings.ts'
import { useAppDispatch } from '../store.ts'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Logo } from '../ui/Logo.tsx'
import { Stars } from '../ui/Stars.tsx'
import { useText } from '../ui/text.ts'
import { useUser } from '../user.ts'
import { ConnectionStrip } from './ConnectionStrip.tsx'
import { LogOffPopup } from './LogOffPopup.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { ProfileDropdown } from './ProfileDropdown.tsx'
import { SessionEnding } from './SessionEnding.tsx'
import { SoundHint } from './SoundHint.tsx'
import './header.css'

/** Under this nobody is matched, whatever they ask for: the lowest hurdle there is (rules 14). */
const lowestHurdle = 10

/** The header over the desks. The bell comes from the notifications, as a part of the page. */
export function UserHeader({ bell, help }: { bell: ReactNode; help: ReactNode }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const rating = useUser()?.credibilityRating ?? null
  return (
    <header className="header">
      <Logo />
      <ConnectionStrip />
      <SoundHint />
      <SessionEnding />
      <div className="header-end">
        {rating === null ? null : (
          <span title={rating < lowestHurdle ? text('header.ratingNone') : text('header.ratingTitle')}>
            <Stars rating={rating} />
          </span>
        )}
        {rating === null ? null : <span className="header-rule" />}
        <LanguageSwitch onChoose={(language) => dispatch(settingChosen({ language }))} />
        <ModeSwitch />
        {help}
        {bell}
        <span className="header-rule" />
        <ProfileDropdown />
      </div>
      <LogOffPopup />
    </header>
  )
}
