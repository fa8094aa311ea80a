import { maxWatchlistLength, watchlistGroups } from '@aitai/contract/codes.ts'
import type { Watchlist, WatchlistGroup } from '@aitai/contract/schemas/preferences.ts'
import { cleanCell, normalizeText } from '@aitai/engine/upload/cell-text.ts'

/** Where a security is in a watchlist: the name of its group, or null for those that are in no group. */
export type GroupName = string | null

export interface Position {
  readonly group: GroupName
  /** The security that follows; null at the end. */
  readonly before: string | null
}

interface Section {
  readonly group: GroupName
  readonly ids: readonly string[]
  readonly isCollapsed: boolean
}

export const emptyWatchlist: Watchlist = { securityIds: [], groups: [] }

/** The parts of a watchlist from top to bottom: the groups, and after them what is in none. */
export const sectionsOf = ({ groups, securityIds }: Watchlist): readonly Section[] => [
  ...groups.map(({ name, isCollapsed, securityIds: ids }) => ({ group: name, ids, isCollapsed })),
  { group: null, ids: securityIds, isCollapsed: false },
]

/** All securities, from top to bottom. */
export const securitiesOf = (list: Watchlist): readonly string[] => sectionsOf(list).flatMap(({ ids }) => ids)

export const sectionOf = (list: Watchlist, id: string): Section | undefined =>
  sectionsOf(list).find(({ ids }) => ids.includes(id))

export const hasGroup = ({ groups }: Watchlist, name: GroupName): boolean =>
  groups.some((group) => group.name === name)

/**
 * The name in one list of a group that has another name in another list, because it was renamed in between. A name that
 * the other list does not have is a new one, and stays.
 */
export function groupNameIn(now: Watchlist, list: Watchlist, name: string): string {
  const id = list.groups.find((group) => group.name === name)?.id
  return now.groups.find((group) => group.id === id)?.name ?? name
}

const withIds = (
  list: Watchlist,
  change: (ids: readonly string[], group: GroupName) => readonly string[],
): Watchlist => ({
  securityIds: [...change(list.securityIds, null)],
  groups: list.groups.map((group) => ({
    ...group,
    securityIds: [...change(group.securityIds, group.name)],
  })),
})

const inserted = (ids: readonly string[], added: readonly string[], before: string | null): string[] => {
  const at = before === null ? -1 : ids.indexOf(before)
  return at === -1 ? [...ids, ...added] : [...ids.slice(0, at), ...added, ...ids.slice(at)]
}

export function withoutSecurities(list: Watchlist, ids: readonly string[]): Watchlist {
  const removed = new Set(ids)
  return withIds(list, (own) => own.filter((id) => !removed.has(id)))
}

/** Adds those that are not in the list, as far as there is room; a group that is not there any more is no group. */
export function withSecurities(
  list: Watchlist,
  ids: readonly string[],
  { group, before }: Position,
): Watchlist {
  const present = new Set(securitiesOf(list))
  const room = Math.max(0, maxWatchlistLength - present.size)
  const added = [...new Set(ids)].filter((id) => !present.has(id)).slice(0, room)
  const target = hasGroup(list, group) ? group : null
  return withIds(list, (own, name) => (name === target ? inserted(own, added, before) : own))
}

/** Moves securities of the list, which keep their order; the same list if they are there already. */
export function withSecuritiesMoved(
  list: Watchlist,
  ids: readonly string[],
  { group, before }: Position,
): Watchlist {
  const chosen = new Set(ids)
  const moved = securitiesOf(list).filter((id) => chosen.has(id))
  const target = sectionsOf(list).find((section) => section.group === group)?.ids ?? []
  // What is moved cannot be what follows it.
  const rest = before === null || !target.includes(before) ? [] : target.slice(target.indexOf(before))
  const next = rest.find((id) => !chosen.has(id)) ?? null
  const after = withSecurities(withoutSecurities(list, moved), moved, { group, before: next })
  return hasSameOrder(list, after) ? list : after
}

const hasSameOrder = (a: Watchlist, b: Watchlist): boolean => {
  const others = sectionsOf(b)
  return sectionsOf(a).every(({ ids }, i) => ids.join() === others[i]?.ids.join())
}

/** The position one row up or down; at the end of a group that is the next one, which a key press opens. */
export function positionBeside(list: Watchlist, id: string, step: -1 | 1): Position | null {
  const sections = sectionsOf(list)
  const at = sections.findIndex(({ ids }) => ids.includes(id))
  const own = sections[at]
  if (!own) return null
  const rank = own.ids.indexOf(id)
  if (step === -1 && rank > 0) return { group: own.group, before: own.ids[rank - 1] ?? null }
  if (step === 1 && rank < own.ids.length - 1) return { group: own.group, before: own.ids[rank + 2] ?? null }
  const next = sections[at + step]
  if (!next) return null
  return { group: next.group, before: step === -1 ? null : (next.ids[0] ?? null) }
}

/** Why a group cannot have a name, or null. */
export type NameFault = 'empty' | 'long' | 'taken' | 'many'

/** `before` is the present name of the group, null for a new one. */
export function nameFault({ groups }: Watchlist, typed: string, before: GroupName): NameFault | null {
  const name = cleanCell(typed)
  if (name === '') return 'empty'
  if ([...name].length > watchlistGroups.longestName) return 'long'
  const others = groups.filter((group) => group.name !== before)
  if (others.some((group) => normalizeText(group.name) === normalizeText(name))) return 'taken'
  return others.length >= watchlistGroups.most ? 'many' : null
}

/** Adds an empty group above the securities that are in none; the same list if the name cannot be used. */
export function withGroup(list: Watchlist, typed: string, id: string): Watchlist {
  if (nameFault(list, typed, null)) return list
  const added: WatchlistGroup = { id, name: cleanCell(typed), isCollapsed: false, securityIds: [] }
  return { ...list, groups: [...list.groups, added] }
}

const withGroupChanged = (list: Watchlist, name: string, change: Partial<WatchlistGroup>): Watchlist => ({
  ...list,
  groups: list.groups.map((group) => (group.name === name ? { ...group, ...change } : group)),
})

export const withGroupRenamed = (list: Watchlist, name: string, typed: string): Watchlist =>
  nameFault(list, typed, name) ? list : withGroupChanged(list, name, { name: cleanCell(typed) })

export const withGroupCollapsed = (list: Watchlist, name: string, isCollapsed: boolean): Watchlist =>
  withGroupChanged(list, name, { isCollapsed })

/** The securities of a group; none if there is no such group. */
export const securitiesIn = ({ groups }: Watchlist, name: string): readonly string[] =>
  groups.find((group) => group.name === name)?.securityIds ?? []

/** Removes a group; its securities are then in none. */
export const withoutGroup = (list: Watchlist, name: string): Watchlist => ({
  securityIds: [...list.securityIds, ...securitiesIn(list, name)],
  groups: list.groups.filter((group) => group.name !== name),
})

/** Moves a group in front of another, or below all others; the same list if it is there already. */
export function withGroupMoved(list: Watchlist, name: string, before: GroupName): Watchlist {
  const moved = list.groups.find((group) => group.name === name)
  if (!moved || before === name) return list
  if ((list.groups[list.groups.indexOf(moved) + 1]?.name ?? null) === before) return list
  const others = list.groups.filter((group) => group !== moved)
  const at = others.findIndex((group) => group.name === before)
  return { ...list, groups: others.toSpliced(at === -1 ? others.length : at, 0, moved) }
}

/** The group in front of which another comes that moves one up or down; undefined where it cannot. */
export function groupBeside({ groups }: Watchlist, name: string, step: -1 | 1): GroupName | undefined {
  const at = groups.findIndex((group) => group.name === name)
  if (at === -1 || !groups[at + step]) return undefined
  return groups[step === -1 ? at - 1 : at + 2]?.name ?? null
}
