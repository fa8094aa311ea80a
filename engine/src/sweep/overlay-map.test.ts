import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OverlayMap } from './overlay-map.ts'

const key = fc.constantFrom('a', 'b', 'c', 'd')
const change = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }),
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('clear' as const) }),
)

test('an overlay holds what a copy would hold, and leaves the map below it as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat())), fc.array(change), (entries, changes) => {
      const base = new Map(entries)
      const overlay = new OverlayMap(base)
      const copy = new Map(base)
      for (const each of changes)
        for (const map of [overlay, copy])
          if (each.kind === 'set') map.set(each.key, each.value)
          else if (each.kind === 'delete') map.delete(each.key)
          else map.clear()

      const everything = (map: Map<string, number>) => {
        const visited: [string, number][] = []
        map.forEach((value, name) => {
          visited.push([name, value])
        })
        const reads = ['a', 'b', 'c', 'd', 'e'].map((name) => [map.get(name), map.has(name)])
        return { size: map.size, reads, entries: [...map].sort(), visited: visited.sort() }
      }
      expect(everything(overlay)).toEqual(everything(copy))
      expect([...overlay.values()].sort()).toEqual([...copy.values()].sort())
      expect([...base]).toEqual([...new Map(entries)])
    }),
  )
})

test('new entries come after those of the map below, in the order in which they are set', () => {
  const overlay = new OverlayMap(
    [['a', 1] as const, ['b', 2] as const].reduce((map, [k, v]) => map.set(k, v), new Map<string, number>()),
  )
  overlay.set('d', 4).set('c', 3).set('a', 5)

  expect([...overlay]).toEqual([
    ['a', 5],
    ['b', 2],
    ['d', 4],
    ['c', 3],
  ])
})

test('a deleted entry that was set again is there, and deleting what is not there says so', () => {
  const overlay = new OverlayMap(new Map([['a', 1]]))
  expect([overlay.delete('a'), overlay.delete('a'), overlay.delete('z')]).toEqual([true, false, false])
  overlay.set('a', 2)

  expect([overlay.get('a'), overlay.size]).toEqual([2, 1])
})
