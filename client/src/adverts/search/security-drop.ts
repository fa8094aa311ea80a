import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { useEffect, useRef } from 'react'
import { followDrag, type Point } from '../../ui/browser/pointer-drag.ts'

/** Where a security from the results of a search can be dropped. */
export interface SecurityDropTarget {
  readonly scrolls: () => Element | null
  readonly over: (equity: Equity, point: Point) => void
  readonly drop: (equity: Equity, point: Point) => void
  readonly leave: () => void
}

let target: SecurityDropTarget | null = null

/** Takes what is dragged from any search on the screen, while mounted. */
export function useSecurityDrop(own: SecurityDropTarget): void {
  const newest = useRef(own)
  newest.current = own
  useEffect(() => {
    const registered: SecurityDropTarget = {
      scrolls: () => newest.current.scrolls(),
      over: (equity, point) => newest.current.over(equity, point),
      drop: (equity, point) => newest.current.drop(equity, point),
      leave: () => newest.current.leave(),
    }
    target = registered
    return () => {
      if (target === registered) target = null
    }
  }, [])
}

/** Begins to drag a result, if something on the screen takes it. `onDropped` follows a drop. */
export function startSecurityDrag(press: PointerEvent, equity: Equity, onDropped: () => void): void {
  const taking = target
  // A finger scrolls, and chooses with a tap.
  if (!taking || press.button !== 0 || press.pointerType === 'touch') return
  followDrag(press, {
    label: equity.ric,
    scrolls: taking.scrolls(),
    onMove: (point) => taking.over(equity, point),
    onDrop: (point) => {
      taking.drop(equity, point)
      onDropped()
    },
    onEnd: taking.leave,
  })
}
