import { expect, test } from 'vitest'
import { type SeenFile, StableFiles } from './stable-files.ts'

const file = (name: string, more: Partial<SeenFile> = {}): SeenFile => ({
  name,
  size: 100,
  changedAt: 1,
  inode: 1,
  ...more,
})

/** The names that each listing finds complete; a listing every second, files that must not change for two. */
function completeNames(...seen: readonly (readonly SeenFile[])[]): string[][] {
  const stable = new StableFiles(2_000)
  return seen.map((files, second) => stable.completeFiles(files, second * 1_000).map(({ name }) => name))
}

test('a file is complete once it has not changed for the time', () => {
  const one = file('a.csv')

  expect(completeNames([one], [one], [one], [one])).toEqual([[], [], ['a.csv'], ['a.csv']])
})

test.each([
  ['grows', { size: 200 }],
  ['is written again in the same size', { changedAt: 2 }],
  ['is replaced by another of the same size and time', { inode: 2 }],
])('a file that %s begins to wait again', (_, change) => {
  const [one, other] = [file('a.csv'), file('a.csv', change)]

  expect(completeNames([one], [one], [other], [other], [other])).toEqual([[], [], [], [], ['a.csv']])
})

test('a file that was away begins to wait again', () => {
  const one = file('a.csv')

  expect(completeNames([one], [one], [], [one], [one], [one])).toEqual([[], [], [], [], [], ['a.csv']])
})

test('the oldest file comes first, and temporary or hidden names never', () => {
  const files = [file('b.csv', { changedAt: 2 }), file('a.csv', { changedAt: 3 }), file('c.csv')]
  const unread = [file('d.csv.tmp'), file('d.TMP'), file('.e.csv')]

  expect(completeNames([...files, ...unread], [...files, ...unread], [...files, ...unread]).at(-1)).toEqual([
    'c.csv',
    'b.csv',
    'a.csv',
  ])
})
