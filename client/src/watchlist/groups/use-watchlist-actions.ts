import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { cleanCell } from '@aitai/engine/upload/cell-text.ts'
import { useState } from 'react'
import { randomKey } from '../../shared/api/request.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import type { WatchlistChange } from '../use-watchlist.ts'
import {
  type GroupName,
  groupBeside,
  groupNameIn,
  hasGroup,
  type Position,
  positionBeside,
  sectionOf,
  securitiesIn,
  securitiesOf,
  withGroup,
  withGroupCollapsed,
  withGroupMoved,
  withGroupRenamed,
  withoutGroup,
  withoutSecurities,
  withSecurities,
  withSecuritiesMoved,
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
  change: (by: WatchlistChange) => void,
  onFocus: (target: FocusTarget) => void,
) {
  const text = useText()
  const [announcement, setAnnouncement] = useState('')
  const ricOf = (id: string): string => equities.get(id)?.ric ?? id
  /**
   * A change that names groups as this window shows them: in the list to which it is applied they may be renamed,
   * because another window came first.
   */
  const changeByName = (
    by: (now: Watchlist, nameIn: <N extends GroupName>(name: N) => N) => Watchlist,
  ): void =>
    change((now) =>
      by(now, <N extends GroupName>(name: N) => (name === null ? name : groupNameIn(now, list, name)) as N),
    )
  const groupText = (group: GroupName): string => group ?? text('watchlist.group.none')

  /** `opens`: a collapsed group opens for what steps into it. */
  const moveIn = (
    ids: readonly string[],
    to: Position,
    opens = false,
    focused: string | null = null,
  ): void => {
    const prepared = (now: Watchlist, group: GroupName): Watchlist =>
      opens && group !== null ? withGroupCollapsed(now, group, false) : now
    const before = prepared(list, to.group)
    const after = withSecuritiesMoved(before, ids, to)
    const id = focused ?? securitiesOf(after).find((each) => ids.includes(each)) ?? ''
    const section = sectionOf(after, id)
    if (after === before || !section) return
    changeByName((now, nameIn) => {
      const group = nameIn(to.group)
      return withSecuritiesMoved(prepared(now, group), ids, { ...to, group })
    })
    onFocus(section.isCollapsed ? { group: section.group } : { security: id })
    if (ids.length > 1) {
      const count = formatNumber(ids.length)
      return setAnnouncement(text('watchlist.chosen.moved', { count, group: groupText(section.group) }))
    }
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
    changeByName((now, nameIn) => withGroupMoved(now, nameIn(name), nameIn(before)))
    onFocus({ group: name })
    const position = after.groups.findIndex((group) => group.name === name) + 1
    const count = after.groups.length
    setAnnouncement(text('watchlist.group.moved', { group: name, position, count }))
  }

  return {
    announcement,
    announce: setAnnouncement,
    moveSecurities: (ids: readonly string[], to: Position): void => moveIn(ids, to),
    moveGroup,
    /**
     * Rows, as one block, up or down by one row from the one that goes first; the focus stays in its row. A collapsed
     * group opens, so that they stay in sight.
     */
    stepSecurities: (ids: readonly string[], step: -1 | 1, focused: string): void => {
      const moved = securitiesOf(list).filter((id) => ids.includes(id))
      const to = positionBeside(list, moved.at(step === 1 ? -1 : 0) ?? '', step)
      if (!to) return
      moveIn(moved, to, true, focused)
    },
    stepGroup: (name: string, step: -1 | 1): void => {
      const before = groupBeside(list, name, step)
      if (before !== undefined) moveGroup(name, before)
    },
    /** Adds securities, to a new group too; `isMoved` also takes there those that are in the list already. */
    addSecurities: (ids: readonly string[], to: Position, isMoved = false): void => {
      const group = to.group === null ? null : cleanCell(to.group)
      const groupId = randomKey()
      changeByName((now, nameIn) => {
        const name = nameIn(group)
        const named = name === null || hasGroup(now, name) ? now : withGroup(now, name, groupId)
        return withSecurities(isMoved ? withoutSecurities(named, ids) : named, ids, { ...to, group: name })
      })
      const security = ids.map(ricOf).join(', ')
      if (ids.length === 1) setAnnouncement(text('watchlist.added.to', { security, group: groupText(group) }))
    },
    removeSecurities: (ids: readonly string[]): void => {
      const [first = ''] = securitiesOf(list).filter((id) => ids.includes(id))
      const section = sectionOf(list, first)
      change((now) => withoutSecurities(now, ids))
      const rank = section?.ids.indexOf(first) ?? -1
      const left = (some: readonly string[] = []) => some.filter((id) => !ids.includes(id))
      const next = left(section?.ids.slice(rank))[0] ?? left(section?.ids.slice(0, Math.max(0, rank))).at(-1)
      onFocus(next === undefined ? { group: section?.group ?? null } : { security: next })
      setAnnouncement(
        ids.length === 1
          ? text('watchlist.removed', { security: ricOf(first) })
          : text('watchlist.chosen.removed', { count: formatNumber(ids.length) }),
      )
    },
    /** A new group, with securities that are in the list or empty. */
    addGroup: (typed: string, ids: readonly string[]): void => {
      const name = cleanCell(typed)
      const groupId = randomKey()
      change((now) => withSecuritiesMoved(withGroup(now, typed, groupId), ids, { group: name, before: null }))
      onFocus({ group: name })
      setAnnouncement(text('watchlist.group.added', { group: name }))
    },
    renameGroup: (name: string, typed: string): void => {
      changeByName((now, nameIn) => withGroupRenamed(now, nameIn(name), typed))
      onFocus({ group: cleanCell(typed) })
      setAnnouncement(text('watchlist.group.renamed', { group: cleanCell(typed) }))
    },
    removeGroup: (name: string, securities: 'stay' | 'go'): void => {
      // Those that were seen in it: another window may have moved others there.
      const gone = securities === 'go' ? securitiesIn(list, name) : []
      changeByName((now, nameIn) => withoutGroup(withoutSecurities(now, gone), nameIn(name)))
      onFocus({ group: withoutGroup(list, name).groups[0]?.name ?? null })
      setAnnouncement(text(`watchlist.group.removed.${securities}`, { group: name }))
    },
    collapse: (name: string, isCollapsed: boolean): void =>
      changeByName((now, nameIn) => withGroupCollapsed(now, nameIn(name), isCollapsed)),
  }
}
