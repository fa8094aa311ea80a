import { type RefObject, useLayoutEffect } from 'react'
import { useAppSelector } from './store.ts'

let input: HTMLInputElement | null = null
let isAsked = false
/** What was typed for the search before it was there. */
let early = ''

/**
 * The search that `/` and Ctrl+K lead to, whichever state of the desk shows one. Asked for before it is there,
 * as right after signing in, it takes the focus once it comes: no stroke is lost to a slow line.
 */
export const searchInputRef: RefObject<HTMLInputElement | null> = {
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
  if (input && early !== '') types(input, early)
  early = ''
}

/** As if it were typed: the field hears of it as of any input. */
function types(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A character for the search that was asked for and has not come yet. */
const isEarly = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  isAsked && key.length === 1 && !ctrlKey && !metaKey && !altKey

/** Where a character is a character: in a password, too. */
const textFields = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select'

/** `/` or Ctrl+K goes to the search from anywhere; `/` not from a field, where it is a character. */
export function useSearchShortcut(isOn: boolean): void {
  const singleKeysAreOn = useAppSelector((state) => state.settings.singleKeys) === 'on'
  // With the first frame: after it a stroke may already have come.
  useLayoutEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || event.keyCode === 229) return
      const isTyping = event.target instanceof HTMLElement && event.target.matches(textFields)
      if (isEarly(event) && !isTyping) {
        early += event.key
        event.preventDefault()
        return
      }
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
      early = ''
    }
  }, [isOn, singleKeysAreOn])
}
