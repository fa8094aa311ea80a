import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asvsFaults, asvsFile, withCounts } from './asvs-page.ts'
import { requirements } from './requirements.ts'

const page = readFileSync(asvsFile, 'utf8')
const firstRow = /^\| 1\.1\.1 \|.*$/m

test('the standard has 70 requirements of level 1 and 183 of level 2', () => {
  const levels = [...requirements.values()]
  expect([1, 2].map((level) => levels.filter((each) => each === level).length)).toEqual([70, 183])
})

test('every requirement has one row, and each row that is met names files that exist', () => {
  expect(asvsFaults(page)).toEqual([])
})

test('the counts are those of the rows', () => {
  expect(withCounts(page)).toBe(page)
  const other = withCounts(page.replace(firstRow, '| 1.1.1 | 2 | x | not met | x |'))
  expect(other).not.toContain(/\| both .*/.exec(page)?.[0])
})

test.each([
  ['', '1.1.1 is missing'],
  ['| 1.1.1 | 2 | x | met | no file |', '1.1.1 is met and names no file'],
  ['| 1.1.1 | 2 | x | met | `server/src/no-such-file.ts` |', /^1\.1\.1 names .* missing$/],
  ['| 1.1.1 | 1 | x | not met | x |', '1.1.1 is of level 2'],
  ['| 1.1.1 | 2 | x | done | x |', '1.1.1 has the unknown status "done"'],
  ['| 1.1.1 | 2 | x | not met |  |', '1.1.1 has no reason'],
  [`| 1.1.1 | 2 |${' x'.repeat(13)} | not met | x |`, '1.1.1 is not put in 1 to 12 words'],
  ['| 1.1.1 | 2 | x | not met | x |\n| 1.1.1 | 2 | x | not met | x |', '1.1.1 occurs twice'],
  ['| 1.1.1 | 2 | x | not met | x |\n| 1.1.3 | 2 | x | not met | x |', /^1\.1\.3 is no requirement/],
])('a wrong row is found: %s', (row, fault) => {
  expect(asvsFaults(page.replace(firstRow, row))).toEqual([expect.stringMatching(fault)])
})
