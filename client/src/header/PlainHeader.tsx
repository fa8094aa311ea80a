import { settingChosen } from '../settings.ts'
import { useAppDispatch } from '../store.ts'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import './header.css'

/** The header of the pages before sign-in: the mark, the language, the theme. */
export function PlainHeader() {
  const dispatch = useAppDispatch()
  return (
    <header className="header">
      <Logo />
      <div className="header-end">
        <ModeSwitch />
        <LanguageSwitch onChoose={(language) => dispatch(settingChosen({ language }))} />
      </div>
    </header>
  )
}
