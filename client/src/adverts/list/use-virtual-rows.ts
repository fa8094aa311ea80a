import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows come and go by so many, so that scrolling seldom draws. */
const step = 20
/** How many steps are drawn before and after the one that is at the top: more than any window shows. */
const before = 1
const after = 5

export interface VirtualRows {
  /** The first row to be drawn, and the one after the last. */
  readonly from: number
  readonly to: number
  onScroll: () => void
  /** Brings a row into sight, drawn or not. */
  show: (index: number) => void
}

const rowHeightOf = (list: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(list).getPropertyValue('--row')) || 28

/**
 * Which rows of a long list are drawn: those in sight, and some around them. A day of two thousand adverts
 * would otherwise draw them all at every push. All rows have the height `--row`.
 */
export function useVirtualRows(list: RefObject<HTMLElement | null>, count: number): VirtualRows {
  const [top, setTop] = useState(0)
  const [shown, show] = useState<{ readonly index: number } | null>(null)
  const onScroll = useCallback(() => {
    if (list.current) setTop(Math.floor(list.current.scrollTop / rowHeightOf(list.current) / step))
  }, [list])
  useLayoutEffect(() => {
    const element = list.current
    if (!element || !shown) return
    const row = rowHeightOf(element)
    const start = shown.index * row
    if (start < element.scrollTop) element.scrollTop = start
    else if (start + row > element.scrollTop + element.clientHeight)
      element.scrollTop = start + row - element.clientHeight
    onScroll()
  }, [shown, list, onScroll])
  // A list that has become shorter is scrolled by the browser, once what is drawn ends with it.
  const from = Math.max(0, Math.min((top - before) * step, count - after * step))
  return { from, to: Math.min(count, (top + after) * step), onScroll, show: (index) => show({ index }) }
}
