import type { KeyboardEvent, MouseEvent } from 'react'

/**
 * For a button that is replaced, or covered by a popup, when it is pressed: the second click of a double click,
 * or a repeating key, must not press what comes next.
 */
export const pressedOnce = (press: () => void) => ({
  onClick: ({ detail }: MouseEvent) => {
    if (detail < 2) press()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
})
