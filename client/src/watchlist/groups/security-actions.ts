import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { cleanCell } from '@aitai/engine/upload/cell-text.ts'
import { randomKey } from '../../shared/api/request.ts'
import { formatNumber } from '../../ui/format/format.ts'
import type { WatchlistEdit } from './watchlist-edit.ts'
import {
  type GroupName,
  hasGroup,
  type Position,
  positionBeside,
  sectionOf,
  securitiesOf,
  withGroup,
  withGroupCollapsed,
  withoutSecurities,
  withSecurities,
  withSecuritiesMoved,
} from './watchlist-order.ts'

/** What a trader does to the securities of a watchlist. `ricOf` returns the RIC of a security. */
export function securityActions(
  { list, text, change, changeByName, groupText, onFocus, announce }: WatchlistEdit,
  ricOf: (id: string) => string,
) {
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
      return announce(text('watchlist.chosen.moved', { count, group: groupText(section.group) }))
    }
    const place = {
      security: ricOf(id),
      position: formatNumber(section.ids.indexOf(id) + 1),
      count: formatNumber(section.ids.length),
    }
    announce(
      after.groups.length === 0
        ? text('watchlist.moved', place)
        : text('watchlist.moved.in', { ...place, group: groupText(section.group) }),
    )
  }

  return {
    moveSecurities: (ids: readonly string[], to: Position): void => moveIn(ids, to),
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
      if (ids.length === 1) announce(text('watchlist.added.to', { security, group: groupText(group) }))
    },
    removeSecurities: (ids: readonly string[]): void => {
      const [first = ''] = securitiesOf(list).filter((id) => ids.includes(id))
      const section = sectionOf(list, first)
      change((now) => withoutSecurities(now, ids))
      const rank = section?.ids.indexOf(first) ?? -1
      const left = (some: readonly string[] = []) => some.filter((id) => !ids.includes(id))
      const next = left(section?.ids.slice(rank))[0] ?? left(section?.ids.slice(0, Math.max(0, rank))).at(-1)
      onFocus(next === undefined ? { group: section?.group ?? null } : { security: next })
      announce(
        ids.length === 1
          ? text('watchlist.removed', { security: ricOf(first) })
          : text('watchlist.chosen.removed', { count: formatNumber(ids.length) }),
      )
    },
  }
}
