import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { cleanCell } from '@aitai/engine/upload/cell-text.ts'
import { useState } from 'react'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import type { WatchlistChange } from '../use-watchlist.ts'
import {
  type GroupName,
  groupBeside,
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
  const groupText = (group: GroupName): string => group ?? text('watchlist.group.none')

  /** `prepare` is applied first: a collapsed group opens for what steps into it. */
  const moveIn = (
    prepare: WatchlistChange,
    ids: readonly string[],
    to: Position,
    focused: string | null = null,
  ): void => {
    const before = prepare(list)
    const after = withSecuritiesMoved(before, ids, to)
    const id = focused ?? securitiesOf(after).find((each) => ids.includes(each)) ?? ''
    const section = sectionOf(after, id)
    if (after === before || !section) return
    change((now) => withSecuritiesMoved(prepare(now), ids, to))
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
    change((now) => withGroupMoved(now, name, before))
    onFocus({ group: name })
    const position = after.groups.findIndex((group) => group.name === name) + 1
    const count = after.groups.length
    setAnnouncement(text('watchlist.group.moved', { group: name, position, count }))
  }

  return {
    announcement,
    announce: setAnnouncement,
    moveSecurities: (ids: readonly string[], to: Position): void => moveIn(unchanged, ids, to),
    moveGroup,
    /**
     * Rows, as one block, up or down by one row from the one that goes first; the focus stays in its row. A collapsed
     * group opens, so that they stay in sight.
     */
    stepSecurities: (ids: readonly string[], step: -1 | 1, focused: string): void => {
      const moved = securitiesOf(list).filter((id) => ids.includes(id))
      const to = positionBeside(list, moved.at(step === 1 ? -1 : 0) ?? '', step)
      if (!to) return
      const { group } = to
      moveIn((now) => (group === null ? now : withGroupCollapsed(now, group, false)), moved, to, focused)
    },
    stepGroup: (name: string, step: -1 | 1): void => {
      const before = groupBeside(list, name, step)
      if (before !== undefined) moveGroup(name, before)
    },
    /** Adds securities, to a new group too; `isMoved` also takes there those that are in the list already. */
    addSecurities: (ids: readonly string[], to: Position, isMoved = false): void => {
      const group = to.group === null ? null : cleanCell(to.group)
      change((now) => {
        const named = group === null || hasGroup(now, group) ? now : withGroup(now, group)
        return withSecurities(isMoved ? withoutSecurities(named, ids) : named, ids, { ...to, group })
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
      change((now) => withSecuritiesMoved(withGroup(now, typed), ids, { group: name, before: null }))
      onFocus({ group: name })
      setAnnouncement(text('watchlist.group.added', { group: name }))
    },
    renameGroup: (name: string, typed: string): void => {
      change((now) => withGroupRenamed(now, name, typed))
      onFocus({ group: cleanCell(typed) })
      setAnnouncement(text('watchlist.group.renamed', { group: cleanCell(typed) }))
    },
    removeGroup: (name: string, securities: 'stay' | 'go'): void => {
      // Those that were seen in it: another window may have moved others there.
      const gone = securities === 'go' ? securitiesIn(list, name) : []
      change((now) => withoutGroup(withoutSecurities(now, gone), name))
      onFocus({ group: withoutGroup(list, name).groups[0]?.name ?? null })
      setAnnouncement(text(`watchlist.group.removed.${securities}`, { group: name }))
    },
    collapse: (name: string, isCollapsed: boolean): void =>
      change((now) => withGroupCollapsed(now, name, isCollapsed)),
  }
}

const unchanged: WatchlistChange = (list) => list
