import { type RefObject, useEffect, useRef } from 'react'
import { useAppSelector } from '../store.ts'

const textFields = 'input:not([type]), input[type=text], textarea, select'

/** `/` or Ctrl+K goes to the search from anywhere; `/` not from a field, where it is a character. */
export function useSearchKeys(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const singleKeysAreOn = useAppSelector((state) => state.settings.singleKeys) === 'on'
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || event.keyCode === 229) return
      const isTyping = event.target instanceof HTMLElement && event.target.matches(textFields)
      const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isCtrlK && (event.key !== '/' || isTyping || !singleKeysAreOn)) return
      if (document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [singleKeysAreOn])
  return input
}

/** Closing or leaving the page with changes that are not sent asks first. */
export function useLeavingAsks(hasEdits: boolean): void {
  useEffect(() => {
    if (!hasEdits) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasEdits])
}
