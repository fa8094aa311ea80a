import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Point } from '../../ui/browser/pointer-drag.ts'
import { type GroupName, hasGroup, type Position, sectionsOf } from './watchlist-order.ts'

interface Drop<To> {
  readonly to: To
  /** Where the line is drawn; null where something is dropped beside the table. */
  readonly mark: { readonly row: HTMLElement; readonly edge: 'before' | 'after' | 'into' } | null
}

const elementAt = ({ x, y }: Point): Element | null => document.elementFromPoint(x, y)

const isUpperHalf = (element: Element, { y }: Point): boolean => {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2
}

/** The group of a part of the table; undefined beside the list. */
const groupOf = (row: Element | null): GroupName | undefined => {
  const name = row?.closest<HTMLElement>('tbody[data-group]')?.dataset.group
  return name === '' ? null : name
}

/** Where a security is dropped: beside a row, at the top of an open group, or at the end of a collapsed one. */
export function securityDrop(list: Watchlist, point: Point): Drop<Position> | null {
  const row = elementAt(point)?.closest<HTMLElement>('.watchlist-section tr')
  const group = groupOf(row ?? null)
  if (!row || group === undefined) return null
  const section = sectionsOf(list).find((each) => each.group === group)
  if (!section) return null
  const over = row.dataset.security
  if (over === undefined) {
    const before = section.isCollapsed ? null : (section.ids[0] ?? null)
    return { to: { group, before }, mark: { row, edge: 'into' } }
  }
  if (isUpperHalf(row, point)) return { to: { group, before: over }, mark: { row, edge: 'before' } }
  const next = section.ids[section.ids.indexOf(over) + 1] ?? null
  return { to: { group, before: next }, mark: { row, edge: 'after' } }
}

/** The group in front of which another is dropped; null below all of them. */
export function groupDrop(list: Watchlist, point: Point): Drop<GroupName> | null {
  const part = elementAt(point)?.closest<HTMLElement>('tbody[data-group]')
  const group = groupOf(part ?? null)
  if (!part || group === undefined) return null
  if (group === null) {
    const [row] = part.querySelectorAll<HTMLElement>('tr')
    return row ? { to: null, mark: { row, edge: 'before' } } : null
  }
  const rows = [...part.querySelectorAll<HTMLElement>('tr')]
  const at = list.groups.findIndex(({ name }) => name === group)
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last || !hasGroup(list, group)) return null
  if (isUpperHalf(part, point)) return { to: group, mark: { row: first, edge: 'before' } }
  return { to: list.groups[at + 1]?.name ?? null, mark: { row: last, edge: 'after' } }
}

/** Shows where a drop would insert, and hides the previous line. Set on the row elements: no row renders again. */
export function markDrop(within: Element | null, mark: Drop<unknown>['mark']): void {
  const attribute = 'data-drop'
  for (const row of within?.querySelectorAll(`[${attribute}]`) ?? [])
    if (row !== mark?.row) row.removeAttribute(attribute)
  mark?.row.setAttribute(attribute, mark.edge)
}
