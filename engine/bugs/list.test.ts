import { expect, test } from 'vitest'
import { planted } from './bug.ts'
import { bugs } from './list.ts'
import { sourceOf } from './workshop.ts'

test.each(bugs)('"$says" can still be planted in $file', (bug) => {
  expect(planted(bug, sourceOf(bug.file))).not.toBe(sourceOf(bug.file))
})

test('each bug is another, and there is one at least to each rule that the engine decides', () => {
  const rules = new Set(bugs.map(({ rule }) => rule))
  const conditions = Array.from({ length: 11 }, (_, index) => `3 E${index + 1}`)
  const sections = [
    '1',
    '2',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
    '14',
    '15',
    '16',
    '17',
    '18',
  ]

  expect(new Set(bugs.map(({ says }) => says)).size).toBe(bugs.length)
  expect([...conditions, ...sections].filter((rule) => !rules.has(rule))).toEqual([])
})

test('a text that is there twice, or no more, is no place for a bug', () => {
  const bug = { rule: '2', says: 'a bug', file: 'a.ts', find: 'one', replace: 'two' }

  expect(planted(bug, 'one $& three')).toBe('two $& three')
  expect(() => planted(bug, 'one one')).toThrow('2 times')
  expect(() => planted(bug, 'three')).toThrow('0 times')
  expect(() => planted({ ...bug, replace: 'one' }, 'one')).toThrow('changes nothing')
})
