import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useAppSelector } from '../shared/store/store.ts'
import { isComposing } from '../ui/browser/browser-hooks.ts'
import { mainContent } from '../ui/browser/main-content.ts'

/** The key to the popup; with single-key shortcuts off it needs Shift too (WCAG 2.1.4). */
export function useShortcutKey(): 'F8' | 'Shift+F8' {
  return useAppSelector((state) => state.settings.singleKeys) === 'on' ? 'F8' : 'Shift+F8'
}

interface PopupShortcut {
  /** What F8 moves the focus to, unless something else is named. */
  heading: RefObject<HTMLHeadingElement | null>
  goTo: () => void
  /** Remembers where the focus was before it came to the popup. */
  note: (previous: EventTarget | null) => void
  leave: () => void
}

/**
 * F8 moves the focus to the popup, also when pressed twice quickly; Escape returns it. If the focus came from
 * nowhere it goes to the list of IOIs: not to a row, which the browser would scroll into view.
 * @param onAgain F8 was pressed with the focus in the popup
 * @param part what F8 moves the focus to in place of the popup's heading
 */
export function usePopupShortcut(
  isShown: boolean,
  onAgain: () => void,
  part?: RefObject<HTMLElement | null>,
): PopupShortcut {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const needsShift = useShortcutKey() === 'Shift+F8'
  const goTo = (): void => {
    const target = part?.current ?? heading.current
    const popup = target?.closest('.locate-popup') ?? target
    if (popup?.contains(document.activeElement)) return onAgain()
    before.current = placeOf(document.activeElement)
    target?.focus()
  }
  const leave = useCallback((): void => {
    const previous = before.current?.isConnected ? before.current : null
    const target = previous ?? mainContent()
    target?.focus()
    // Focus must not stay on a popup that is about to close.
    if (document.activeElement !== target && document.activeElement instanceof HTMLElement)
      document.activeElement.blur()
  }, [])
  const note = useCallback((previous: EventTarget | null): void => {
    before.current = placeOf(previous)
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

/** An element to return the focus to. The page itself, which has it when nothing else has, does not count. */
const placeOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement && target !== document.body ? target : null
