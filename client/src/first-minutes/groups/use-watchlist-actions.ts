import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { cleanCell } from '@aitai/engine/upload/cell-text.ts'
import { useState } from 'react'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import {
  type GroupName,
  groupBeside,
  hasGroup,
  type Position,
  positionBeside,
  sectionOf,
  withGroup,
  withGroupCollapsed,
  withGroupMoved,
  withGroupRenamed,
  withoutGroup,
  withoutSecurity,
  withSecurities,
  withSecurityMoved,
} from './watchlist-order.ts'

/** What gets the focus after a change: a row by its security, or a group by its name. */
export type FocusTarget = { readonly security: string } | { readonly group: GroupName }

export type WatchlistActions = ReturnType<typeof useWatchlistActions>

/**
 * What a trader does to a watchlist. Every change of the order, however it was made, is announced to a screen reader
 * and says where the focus goes.
 */
export function useWatchlistActions(
  list: Watchlist,
  equities: ReadonlyMap<string, Equity>,
  change: (list: Watchlist) => void,
  onFocus: (target: FocusTarget) => void,
) {
  const text = useText()
  const [announcement, setAnnouncement] = useState('')
  const ricOf = (id: string): string => equities.get(id)?.ric ?? id
  const groupText = (group: GroupName): string => group ?? text('watchlist.group.none')

  const moveIn = (before: Watchlist, id: string, to: Position): void => {
    const after = withSecurityMoved(before, id, to)
    const section = sectionOf(after, id)
    if (after === before || !section) return
    change(after)
    onFocus(section.isCollapsed ? { group: section.group } : { security: id })
    const place = {
      security: ricOf(id),
      position: formatNumber(section.ids.indexOf(id) + 1),
      count: formatNumber(section.ids.length),
    }
    setAnnouncement(
      after.groups.length === 0
        ? text('watchlist.moved', place)
        : text('watchlist.moved.in', { ...place, group: groupText(section.group) }),
    )
  }

  const moveGroup = (name: string, before: GroupName): void => {
    const after = withGroupMoved(list, name, before)
    if (after === list) return
    change(after)
    onFocus({ group: name })
    const position = after.groups.findIndex((group) => group.name === name) + 1
    const count = after.groups.length
    setAnnouncement(text('watchlist.group.moved', { group: name, position, count }))
  }

  return {
    announcement,
    moveSecurity: (id: string, to: Position): void => moveIn(list, id, to),
    moveGroup,
    /** One row up or down. A collapsed group opens, so that the row stays in sight. */
    stepSecurity: (id: string, step: -1 | 1): void => {
      const to = positionBeside(list, id, step)
      if (to) moveIn(to.group === null ? list : withGroupCollapsed(list, to.group, false), id, to)
    },
    stepGroup: (name: string, step: -1 | 1): void => {
      const before = groupBeside(list, name, step)
      if (before !== undefined) moveGroup(name, before)
    },
    /** Adds securities, to a new group too; `isMoved` also takes there those that are in the list already. */
    addSecurities: (ids: readonly string[], to: Position, isMoved = false): void => {
      const group = to.group === null ? null : cleanCell(to.group)
      const named = group === null || hasGroup(list, group) ? list : withGroup(list, group)
      const base = isMoved ? ids.reduce(withoutSecurity, named) : named
      change(withSecurities(base, ids, { ...to, group }))
      const security = ids.map(ricOf).join(', ')
      if (ids.length === 1) setAnnouncement(text('watchlist.added.to', { security, group: groupText(group) }))
    },
    removeSecurity: (id: string): void => {
      const section = sectionOf(list, id)
      change(withoutSecurity(list, id))
      const rank = section?.ids.indexOf(id) ?? -1
      const next = section?.ids[rank + 1] ?? section?.ids[rank - 1]
      onFocus(next === undefined ? { group: section?.group ?? null } : { security: next })
      setAnnouncement(text('watchlist.removed', { security: ricOf(id) }))
    },
    /** A new group, with a security that is in the list or empty. */
    addGroup: (typed: string, security: string | null): void => {
      const name = cleanCell(typed)
      const added = withGroup(list, typed)
      change(security === null ? added : withSecurityMoved(added, security, { group: name, before: null }))
      onFocus({ group: name })
      setAnnouncement(text('watchlist.group.added', { group: name }))
    },
    renameGroup: (name: string, typed: string): void => {
      change(withGroupRenamed(list, name, typed))
      onFocus({ group: cleanCell(typed) })
      setAnnouncement(text('watchlist.group.renamed', { group: cleanCell(typed) }))
    },
    removeGroup: (name: string, securities: 'stay' | 'go'): void => {
      const after = withoutGroup(list, name, securities)
      change(after)
      onFocus({ group: after.groups[0]?.name ?? null })
      setAnnouncement(text(`watchlist.group.removed.${securities}`, { group: name }))
    },
    collapse: (name: string, isCollapsed: boolean): void =>
      change(withGroupCollapsed(list, name, isCollapsed)),
  }
}
