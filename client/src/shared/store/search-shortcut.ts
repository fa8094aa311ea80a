import { type RefObject, useLayoutEffect } from 'react'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { useAppSelector } from './store.ts'

let input: HTMLInputElement | null = null
let isRequested = false
/** Characters typed for the search before it is mounted. */
let early = ''

/**
 * The search field for `/` and Ctrl+K, whichever state of the desk shows one. If it is requested before it is
 * mounted, as right after signing in, it takes the focus and the typed characters later.
 */
export const searchInputRef: RefObject<HTMLInputElement | null> = {
  get current() {
    return input
  },
  set current(shown) {
    input = shown
    if (shown && isRequested) goToSearch()
  },
}

function goToSearch(): void {
  isRequested = input === null
  input?.focus()
  if (input && early !== '') types(input, early)
  early = ''
}

/** Enters text as if it were typed, so that the field receives an input event. */
function types(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A character for a search field that is requested but not mounted yet. */
const isEarly = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  isRequested && key.length === 1 && !ctrlKey && !metaKey && !altKey

/** Whether a key types a character, also in a password field. `/` is no part of a number. */
const textFields =
  'input:not([type=checkbox], [type=radio], [type=range], [inputmode=decimal]), textarea, select'

/** `/` or Ctrl+K focuses the search from anywhere, `/` not from a field for text. */
export function useSearchShortcut(isOn: boolean): void {
  const singleKeysAreOn = useAppSelector((state) => state.settings.singleKeys) === 'on'
  // Before the first paint, because keys may be pressed right after it.
  useLayoutEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent): void => {
      if (isComposing(event)) return
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
      isRequested = false
      early = ''
    }
  }, [isOn, singleKeysAreOn])
}
