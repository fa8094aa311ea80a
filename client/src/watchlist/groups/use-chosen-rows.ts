import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { isComposing } from '../../ui/browser/browser-hooks.ts'

export interface ChosenRows {
  /** From top to bottom. */
  readonly ids: readonly string[]
  readonly toggle: (id: string) => void
  readonly chooseNone: () => void
  /** A click in a row; whether it chose something, and so opens nothing. */
  readonly press: (event: MouseEvent, id: string) => boolean
  /** A key in a row. */
  readonly pressKey: (event: KeyboardEvent<HTMLElement>, id: string) => void
}

/**
 * The rows that are chosen together, with the keys and clicks of the other tables of the desk: Control and a click or
 * Space on the name add one, Shift and a click or an arrow extend, Control and A choose all, Escape chooses none.
 * @param shown the rows on the screen, from top to bottom; what is not shown is not chosen
 */
export function useChosenRows(shown: readonly string[], onFocus: (id: string) => void): ChosenRows {
  const [state, setState] = useState<{ readonly ids: ReadonlySet<string>; readonly from: string | null }>({
    ids: new Set(),
    from: null,
  })
  const ids = shown.filter((id) => state.ids.has(id))

  const toggle = (id: string): void =>
    setState({ ids: new Set(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]), from: id })
  const chooseNone = (): void => setState({ ids: new Set(), from: null })
  const extend = (start: string, id: string): void => {
    const from = ids.length > 0 && state.from !== null && shown.includes(state.from) ? state.from : start
    const [first = 0, last = 0] = [shown.indexOf(from), shown.indexOf(id)].toSorted((a, b) => a - b)
    setState({ ids: new Set(shown.slice(first, last + 1)), from })
  }
  const goBy = (step: -1 | 1, id: string, isExtended: boolean): void => {
    const next = shown[shown.indexOf(id) + step]
    if (next === undefined) return
    if (isExtended) extend(id, next)
    onFocus(next)
  }

  return {
    ids,
    toggle,
    chooseNone,
    press: ({ ctrlKey, metaKey, shiftKey }, id) => {
      if (!ctrlKey && !metaKey && !shiftKey) return false
      if (shiftKey) extend(id, id)
      else toggle(id)
      return true
    },
    pressKey: (event, id) => {
      if (isComposing(event) || event.altKey) return
      const { key, shiftKey } = event
      const isName = event.target instanceof Element && event.target.matches('.desk-card-choice')
      if (event.ctrlKey || event.metaKey) {
        if (key.toLowerCase() !== 'a') return
        setState({ ids: new Set(shown), from: id })
      } else if (key === 'ArrowDown' || key === 'ArrowUp') goBy(key === 'ArrowDown' ? 1 : -1, id, shiftKey)
      else if (key === ' ' && isName) toggle(id)
      else if (key === 'Escape' && ids.length > 0) {
        chooseNone()
        event.stopPropagation()
      } else return
      event.preventDefault()
    },
  }
}
