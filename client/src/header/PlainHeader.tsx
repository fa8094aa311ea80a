import { Link } from 'react-router'
import { settingChosen } from '../settings.ts'
import { useAppDispatch } from '../store.ts'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useText } from '../ui/text.ts'
import { ModeSwitch } from './ModeSwitch.tsx'
import './header.css'

/** The header of the pages before sign-in: the mark, the language, the theme. */
export function PlainHeader() {
  const text = useText()
  const dispatch = useAppDispatch()
  return (
    <header className="header">
      <Logo />
      <div className="header-end">
        <Link className="header-about" to="/about-us">
          {text('about.link')}
        </Link>
        <ModeSwitch />
        <LanguageSwitch onChoose={(language) => dispatch(settingChosen({ language }))} />
      </div>
    </header>
  )
}
