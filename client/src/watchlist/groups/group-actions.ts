import { cleanCell } from '@aitai/engine/upload/cell-text.ts'
import { randomKey } from '../../shared/api/request.ts'
import type { WatchlistEdit } from './watchlist-edit.ts'
import {
  type GroupName,
  groupBeside,
  securitiesIn,
  withGroup,
  withGroupCollapsed,
  withGroupMoved,
  withGroupRenamed,
  withoutGroup,
  withoutSecurities,
  withSecuritiesMoved,
} from './watchlist-order.ts'

/** What a trader does to the groups of a watchlist. */
export function groupActions({ list, text, change, changeByName, onFocus, announce }: WatchlistEdit) {
  const moveGroup = (name: string, before: GroupName): void => {
    const after = withGroupMoved(list, name, before)
    if (after === list) return
    changeByName((now, nameIn) => withGroupMoved(now, nameIn(name), nameIn(before)))
    onFocus({ group: name })
    const position = after.groups.findIndex((group) => group.name === name) + 1
    const count = after.groups.length
    announce(text('watchlist.group.moved', { group: name, position, count }))
  }

  return {
    moveGroup,
    stepGroup: (name: string, step: -1 | 1): void => {
      const before = groupBeside(list, name, step)
      if (before !== undefined) moveGroup(name, before)
    },
    /** A new group, with securities that are in the list or empty. */
    addGroup: (typed: string, ids: readonly string[]): void => {
      const name = cleanCell(typed)
      const groupId = randomKey()
      change((now) => withSecuritiesMoved(withGroup(now, typed, groupId), ids, { group: name, before: null }))
      onFocus({ group: name })
      announce(text('watchlist.group.added', { group: name }))
    },
    renameGroup: (name: string, typed: string): void => {
      changeByName((now, nameIn) => withGroupRenamed(now, nameIn(name), typed))
      onFocus({ group: cleanCell(typed) })
      announce(text('watchlist.group.renamed', { group: cleanCell(typed) }))
    },
    removeGroup: (name: string, securities: 'stay' | 'go'): void => {
      // Those that were seen in it: another window may have moved others there.
      const gone = securities === 'go' ? securitiesIn(list, name) : []
      changeByName((now, nameIn) => withoutGroup(withoutSecurities(now, gone), nameIn(name)))
      onFocus({ group: withoutGroup(list, name).groups[0]?.name ?? null })
      announce(text(`watchlist.group.removed.${securities}`, { group: name }))
    },
    collapse: (name: string, isCollapsed: boolean): void =>
      changeByName((now, nameIn) => withGroupCollapsed(now, nameIn(name), isCollapsed)),
  }
}
