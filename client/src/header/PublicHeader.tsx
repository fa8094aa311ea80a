import { Link } from 'react-router'
import { menuToggled } from '../shared/store/mobile-menu.ts'
import { settingChosen } from '../shared/store/settings.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { useIsNarrow } from '../ui/browser/browser-hooks.ts'
import { LanguageSwitch } from '../ui/controls/LanguageSwitch.tsx'
import { Logo } from '../ui/labels/Logo.tsx'
import { useText } from '../ui/text/use-text.ts'
import { MobileMenu } from './MobileMenu.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import './header.css'

/** The header of the pages before sign-in: logo, about page, theme, language. */
export function PublicHeader() {
  const dispatch = useAppDispatch()
  const isNarrow = useIsNarrow()
  return (
    <header className="header">
      <Logo />
      {isNarrow ? (
        <div className="header-end">
          <MobileMenu>
            <AboutLink />
            <ModeSwitch />
          </MobileMenu>
        </div>
      ) : (
        <div className="header-end">
          <AboutLink />
          <ModeSwitch />
          <LanguageSwitch onChoose={(language) => dispatch(settingChosen({ language }))} />
        </div>
      )}
    </header>
  )
}

function AboutLink() {
  const text = useText()
  const dispatch = useAppDispatch()
  return (
    <Link className="header-about" to="/about-us" onClick={() => dispatch(menuToggled(false))}>
      {text('about.link')}
    </Link>
  )
}
