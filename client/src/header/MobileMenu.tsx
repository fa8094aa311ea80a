import { type ReactNode, useEffect, useId, useRef } from 'react'
import { menuToggled } from '../shared/store/mobile-menu.ts'
import { settingChosen } from '../shared/store/settings.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { LanguageSwitch } from '../ui/controls/LanguageSwitch.tsx'
import { useText } from '../ui/text/use-text.ts'
import './mobile-menu.css'

/** The header's menu on a phone: dims the page behind it, and closes when a language is chosen. */
export function MobileMenu({ children }: { children?: ReactNode }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const isOpen = useAppSelector((state) => state.mobileMenu)
  const menuId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => void dispatch(menuToggled(false))
  // A larger window or another page closes the menu, and it does not reopen.
  useEffect(() => () => void dispatch(menuToggled(false)), [dispatch])
  useEffect(() => {
    if (!isOpen) return
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      dispatch(menuToggled(false))
      button.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOpen, dispatch])
  return (
    <div className="mobile-menu">
      <button
        ref={button}
        type="button"
        className="mobile-menu-button"
        aria-expanded={isOpen}
        aria-controls={menuId}
        aria-label={text(isOpen ? 'header.menuClose' : 'header.menuOpen')}
        onClick={() => dispatch(menuToggled(!isOpen))}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={isOpen ? 'M4 4l12 12M16 4 4 16' : 'M3 5h14M3 10h14M3 15h14'} />
        </svg>
      </button>
      {isOpen && <div className="mobile-menu-dim" aria-hidden onPointerDown={close} />}
      <div id={menuId} className="mobile-menu-panel" hidden={!isOpen}>
        <LanguageSwitch
          onChoose={(language) => {
            dispatch(settingChosen({ language }))
            close()
          }}
        />
        {children}
      </div>
    </div>
  )
}
