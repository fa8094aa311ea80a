import { expect, test } from 'vitest'
import { parseOffset } from './price-conditions.ts'

test.each([
  ['3.5', 3.5],
  ['３．５', 3.5],
  ['5 %', 5],
  ['.25', 0.25],
  ['-1', -1],
  ['−1', -1],
  ['ー１', -1],
  ['101', 101],
  ['3.255', 3.255],
  ['', null],
  ['three', null],
  ['3,5', null],
  ['1e3', null],
])('%j is read as %s, whatever the form then says of it', (typed, number) => {
  expect(parseOffset(typed)).toBe(number)
})
