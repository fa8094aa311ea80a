import { type RefObject, useEffect } from 'react'
import { useAppSelector } from './store.ts'

let input: HTMLInputElement | null = null
let isAsked = false

/**
 * The search that `/` and Ctrl+K lead to, whichever state of the desk shows one. Asked for before it is there,
 * as right after signing in, it takes the focus once it comes: no stroke is lost to a slow line.
 */
export const searchInput: RefObject<HTMLInputElement | null> = {
  get current() {
    return input
  },
  set current(shown) {
    input = shown
    if (shown && isAsked) goToSearch()
  },
}

function goToSearch(): void {
  isAsked = input === null
  input?.focus()
}

const textFields = 'input:not([type]), input[type=text], textarea, select'

/** `/` or Ctrl+K goes to the search from anywhere; `/` not from a field, where it is a character. */
export function useSearchKeys(isOn: boolean): void {
  const singleKeysAreOn = useAppSelector((state) => state.settings.singleKeys) === 'on'
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || event.keyCode === 229) return
      const isTyping = event.target instanceof HTMLElement && event.target.matches(textFields)
      const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isCtrlK && (event.key !== '/' || isTyping || !singleKeysAreOn)) return
      if (document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      goToSearch()
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      isAsked = false
    }
  }, [isOn, singleKeysAreOn])
}
