import { maxWatchlistLength, watchlistGroups } from '@aitai/contract/codes.ts'
import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type GroupName,
  groupBeside,
  groupNameIn,
  nameFault,
  positionBeside,
  sectionOf,
  sectionsOf,
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

const list = (
  ungrouped: string,
  ...groups: readonly (readonly [name: string, ids: string])[]
): Watchlist => ({
  securityIds: [...ungrouped],
  groups: groups.map(([name, ids]) => ({ id: name, name, isCollapsed: false, securityIds: [...ids] })),
})

/** A list as "ab|A:cd|B:": what is in no group, then the groups. */
const shown = ({ securityIds, groups }: Watchlist): string =>
  [securityIds.join(''), ...groups.map((group) => `${group.name}:${group.securityIds.join('')}`)].join('|')

const anyList = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...'abcdefghij')),
    fc.array(fc.nat(3), { minLength: 10, maxLength: 10 }),
    fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    fc.nat(3),
  )
  .map(([ids, sections, collapsed, count]): Watchlist => {
    const idsIn = (section: number) => ids.filter((_, i) => (sections[i] ?? 0) % (count + 1) === section)
    const groups = ['A', 'B', 'C'].slice(0, count).map((name, i) => ({
      id: name,
      name,
      isCollapsed: collapsed[i] === true,
      securityIds: idsIn(i + 1),
    }))
    return { securityIds: idsIn(0), groups }
  })

const anyId = fc.constantFrom(...'abcdefghijxyz')
const anyGroup = fc.constantFrom<GroupName>('A', 'B', 'C', 'gone', null)
const anyStep = fc.constantFrom(-1 as const, 1 as const)
const sorted = (of: Watchlist): string[] => securitiesOf(of).toSorted()

test('every change of the order keeps each security once, and changes no other security in the order', () => {
  fc.assert(
    fc.property(anyList, anyId, anyGroup, fc.option(anyId), anyStep, (before, id, group, next, step) => {
      const beside = positionBeside(before, id, step)
      const moved = [
        withSecuritiesMoved(before, [id], { group, before: next }),
        ...(beside ? [withSecuritiesMoved(before, [id], beside)] : []),
        withGroup(before, 'New', 'new'),
        withGroupRenamed(before, 'A', 'Other'),
        withGroupCollapsed(before, 'A', true),
        withoutGroup(before, group ?? 'A'),
        withGroupMoved(before, 'A', group),
      ]
      for (const after of moved) expect(sorted(after)).toEqual(sorted(before))

      for (const after of moved.slice(0, beside ? 2 : 1))
        for (const [i, section] of sectionsOf(after).entries())
          expect(section.ids.filter((each) => each !== id)).toEqual(
            sectionsOf(before)[i]?.ids.filter((each) => each !== id),
          )
    }),
  )
})

test('a security lands in front of the one it is moved to, and in the group', () => {
  fc.assert(
    fc.property(anyList, anyId, anyId, (before, id, next) => {
      const to = sectionOf(before, next)
      if (id === next || !to || !sectionOf(before, id)) return
      const after = withSecuritiesMoved(before, [id], { group: to.group, before: next })
      const section = sectionOf(after, id)
      expect(section?.group).toBe(to.group)
      expect(section?.ids.indexOf(id)).toBe((section?.ids.indexOf(next) ?? Number.NaN) - 1)
    }),
  )
})

test('one step and one back leave the list as it was, and steps go from the first row to the last', () => {
  fc.assert(
    fc.property(anyList, anyId, anyStep, (before, id, step) => {
      const there = positionBeside(before, id, step)
      if (!there) return
      const moved = withSecuritiesMoved(before, [id], there)
      const back = positionBeside(moved, id, step === 1 ? -1 : 1)
      expect(back && withSecuritiesMoved(moved, [id], back)).toEqual(before)
    }),
  )
  let down = list('e', ['A', 'ab'], ['B', ''], ['C', 'cd'])
  const seen = [shown(down)]
  for (let to = positionBeside(down, 'a', 1); to; to = positionBeside(down, 'a', 1)) {
    down = withSecuritiesMoved(down, ['a'], to)
    seen.push(shown(down))
  }
  expect(seen).toEqual([
    'e|A:ab|B:|C:cd',
    'e|A:ba|B:|C:cd',
    'e|A:b|B:a|C:cd',
    'e|A:b|B:|C:acd',
    'e|A:b|B:|C:cad',
    'e|A:b|B:|C:cda',
    'ae|A:b|B:|C:cd',
    'ea|A:b|B:|C:cd',
  ])
})

test('securities are added once, in the group, in front of a row, and never more than there is room', () => {
  const before = list('ab', ['A', 'cd'])
  expect(shown(withSecurities(before, ['x', 'a', 'y', 'x'], { group: 'A', before: 'd' }))).toBe('ab|A:cxyd')
  expect(shown(withSecurities(before, ['x'], { group: null, before: null }))).toBe('abx|A:cd')
  expect(shown(withSecurities(before, ['x'], { group: 'gone', before: 'c' }))).toBe('abx|A:cd')
  const ids = Array.from({ length: maxWatchlistLength - 1 }, (_, i) => String(i))
  const nearlyFull = { securityIds: ids, groups: [] }
  expect(securitiesOf(withSecurities(nearlyFull, ['x', 'y'], { group: null, before: null }))).toEqual([
    ...ids,
    'x',
  ])
})

test('of a removed group the securities stay below', () => {
  const before = list('ab', ['A', 'cd'], ['B', 'e'])
  expect(shown(withoutGroup(before, 'A'))).toBe('abcd|B:e')
  expect(shown(withoutSecurities(before, ['d', 'b', 'gone']))).toBe('a|A:c|B:e')
})

test('several securities are moved together, in their order, also in front of one of them', () => {
  const before = list('abc', ['A', 'defg'], ['B', ''])
  const moved = (ids: string, group: GroupName, next: string | null): string =>
    shown(withSecuritiesMoved(before, [...ids], { group, before: next }))
  expect(moved('gbd', 'B', null)).toBe('ac|A:ef|B:dgb')
  expect(moved('gd', 'A', 'f')).toBe('abc|A:edgf|B:')
  expect(moved('fd', 'A', 'f')).toBe('abc|A:edfg|B:')
  expect(moved('fg', 'A', 'g')).toBe('abc|A:defg|B:')
  expect(moved('cx', 'A', 'd')).toBe('ab|A:cdefg|B:')
  expect(moved('cd', 'gone', 'e')).toBe('abdc|A:efg|B:')
  expect(withSecuritiesMoved(before, ['b', 'c'], { group: null, before: null })).toBe(before)
})

test('a change that is applied again to what it has made changes nothing', () => {
  fc.assert(
    fc.property(anyList, fc.array(anyId), anyGroup, fc.option(anyId), (before, ids, group, next) => {
      const again = (change: (to: Watchlist) => Watchlist): void =>
        expect(change(change(before))).toEqual(change(before))
      again((to) => withSecuritiesMoved(to, ids, { group, before: next }))
      again((to) => withSecurities(to, ids, { group, before: next }))
      again((to) => withoutSecurities(to, ids))
      again((to) => withGroup(to, 'New', 'new'))
      again((to) => withoutGroup(to, group ?? 'A'))
    }),
  )
})

test('a group is the same one in a list in which it has another name, also if its name belongs to another', () => {
  const before = list('', ['A', 'a'], ['B', 'b'])
  const after = withGroup(withGroupRenamed(before, 'A', 'C'), 'A', 'another')
  expect(['A', 'B', 'New'].map((name) => groupNameIn(after, before, name))).toEqual(['C', 'B', 'New'])
})

test('groups move one up or down, and not beyond the ends', () => {
  const before = list('', ['A', 'a'], ['B', 'b'], ['C', 'c'])
  const step = (name: string, by: -1 | 1): string => {
    const to = groupBeside(before, name, by)
    return to === undefined ? 'none' : shown(withGroupMoved(before, name, to))
  }
  expect(step('A', 1)).toBe('|B:b|A:a|C:c')
  expect(step('B', 1)).toBe('|A:a|C:c|B:b')
  expect(step('C', -1)).toBe('|A:a|C:c|B:b')
  expect([step('A', -1), step('C', 1), step('gone', 1)]).toEqual(['none', 'none', 'none'])
})

test('a name is cleaned as the server does, and refused when it is empty, long, taken or one too many', () => {
  const before = list('', ['Basket A', ''], ['監視', ''])
  expect(shown(withGroup(before, ' Ｂasket　Ｂ\u200b', 'b'))).toBe('|Basket A:|監視:|Basket B:')
  expect(shown(withGroupRenamed(before, '監視', 'Watching'))).toBe('|Basket A:|Watching:')
  expect(shown(withGroupRenamed(before, 'Basket A', 'BASKET A'))).toBe('|BASKET A:|監視:')
  expect(nameFault(before, ' \u200b', null)).toBe('empty')
  expect(nameFault(before, '㌖'.repeat(7), null)).toBe('long')
  expect(nameFault(before, '𠮷'.repeat(32), null)).toBe(null)
  expect(nameFault(before, 'ｂＡＳＫＥＴ a', '監視')).toBe('taken')
  expect(shown(withGroupRenamed(before, '監視', 'basket a'))).toBe(shown(before))
  const full = Array.from({ length: watchlistGroups.most }, (_, i) => [`G${i}`, ''] as const)
  expect(nameFault(list('', ...full), 'One more', null)).toBe('many')
  expect(nameFault(list('', ...full), 'Renamed', 'G0')).toBe(null)
})
