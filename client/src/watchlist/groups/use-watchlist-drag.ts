import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type RefObject, useRef } from 'react'
import { useSecurityDrop } from '../../adverts/search/security-drop.ts'
import { followDrag, type Point } from '../../ui/browser/pointer-drag.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { groupDrop, markDrop, securityDrop } from './drop-position.ts'
import type { WatchlistActions } from './use-watchlist-actions.ts'
import { type GroupName, securitiesOf } from './watchlist-order.ts'

export type WatchlistDrag = ReturnType<typeof useWatchlistDrag>

/** A press with a mouse drags from anywhere in a row; a finger scrolls there, and drags by the handle. */
const mayDrag = ({ button, pointerType, target }: PointerEvent): boolean =>
  button === 0 &&
  target instanceof Element &&
  target.closest('.watchlist-action') === null &&
  (pointerType !== 'touch' || target.closest('.watchlist-grip') !== null)

/** Dragging within the watchlist, and into it from the results of a search. */
export function useWatchlistDrag(
  within: RefObject<HTMLElement | null>,
  list: Watchlist,
  actions: WatchlistActions,
  /** The group for what is dropped beside the table. */
  target: GroupName,
  isKnown: boolean,
  /** What is dragged together, if the dragged row is one of them. */
  chosen: readonly string[],
) {
  // A drop comes after later renders: what it changes is the newest list.
  const newest = useRef({ list, actions, target })
  newest.current = { list, actions, target }
  const end = (): void => markDrop(within.current, null)
  const scrolls = (): Element | null =>
    scrollingParent(within.current?.querySelector('.watchlist-table') ?? null)
  const isOver = ({ x, y }: Point): boolean =>
    within.current?.contains(document.elementFromPoint(x, y)) === true

  const drop = (ids: readonly string[], point: Point): void => {
    const { list: now, actions: act, target: group } = newest.current
    const watched = new Set(securitiesOf(now))
    const isWatched = ids.some((id) => watched.has(id))
    const to = securityDrop(now, point)?.to ?? (isOver(point) && !isWatched ? { group, before: null } : null)
    if (to) (isWatched ? act.moveSecurities : act.addSecurities)(ids, to)
  }
  const over = (point: Point): void =>
    markDrop(within.current, securityDrop(newest.current.list, point)?.mark ?? null)

  useSecurityDrop({
    scrolls,
    over: (_, point) => over(point),
    drop: ({ equityId }, point) => isKnown && drop([equityId], point),
    leave: end,
  })
  return {
    dragSecurity: (press: PointerEvent, { equityId, ric }: Equity): void => {
      if (!mayDrag(press)) return
      const ids = chosen.includes(equityId) ? chosen : [equityId]
      const others = ids.length - 1
      const label = others === 0 ? ric : `${ric} +${formatNumber(others)}`
      const onDrop = (point: Point): void => drop(ids, point)
      followDrag(press, { label, scrolls: scrolls(), onMove: over, onDrop, onEnd: end })
    },
    dragGroup: (press: PointerEvent, name: string): void => {
      if (!mayDrag(press)) return
      followDrag(press, {
        label: name,
        scrolls: scrolls(),
        onMove: (point) => markDrop(within.current, groupDrop(newest.current.list, point)?.mark ?? null),
        onDrop: (point) => {
          const to = groupDrop(newest.current.list, point)?.to
          if (to !== undefined) newest.current.actions.moveGroup(name, to)
        },
        onEnd: end,
      })
    },
  }
}

/** What scrolls the table: a part of the watchlist, or of the page. */
function scrollingParent(element: Element | null): Element | null {
  for (let each = element; each; each = each.parentElement)
    if (each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY))
      return each
  return document.scrollingElement
}
