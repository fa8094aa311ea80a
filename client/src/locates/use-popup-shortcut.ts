import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useAppSelector } from '../shared/store/store.ts'
import { isComposing } from '../ui/browser/browser-hooks.ts'

/** The key to the popup; with single-key shortcuts off it needs Shift too (WCAG 2.1.4). */
export function useShortcutKey(): 'F8' | 'Shift+F8' {
  return useAppSelector((state) => state.settings.singleKeys) === 'on' ? 'F8' : 'Shift+F8'
}

interface F8 {
  heading: RefObject<HTMLHeadingElement | null>
  goTo: () => void
  /** Remembers where the focus was before it came to the popup. */
  note: (previous: EventTarget | null) => void
  leave: () => void
}

/** F8 moves the focus to the popup, also when pressed twice quickly; Escape returns it. */
export function usePopupShortcut(isShown: boolean): F8 {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const needsShift = useShortcutKey() === 'Shift+F8'
  const goTo = (): void => {
    const popup = heading.current?.closest('.locate-popup')
    if (popup?.contains(document.activeElement)) return
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    heading.current?.focus()
  }
  const leave = useCallback((): void => {
    const target = before.current?.isConnected ? before.current : document.querySelector<HTMLElement>('main')
    target?.focus()
    // Focus must not stay on a popup that is about to close.
    if (document.activeElement !== target && document.activeElement instanceof HTMLElement)
      document.activeElement.blur()
  }, [])
  const note = useCallback((previous: EventTarget | null): void => {
    before.current = previous instanceof HTMLElement ? previous : null
  }, [])
  useEffect(() => {
    if (!isShown) return
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'F8' || isComposing(event)) return
      if (needsShift && !event.shiftKey) return
      event.preventDefault()
      goTo()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  return { heading, goTo, note, leave }
}
