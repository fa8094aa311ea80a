import { expect, test } from 'vitest'
import { formatPercent, parsePercent } from './percent.ts'

test('a percentage has two decimals and a sign that is a minus', () => {
  expect(formatPercent(2.5)).toBe('2.50')
  expect(formatPercent(-1.53)).toBe('−1.53')
})

test.each([
  ['3.5', 3.5],
  ['３．５', 3.5],
  ['5 %', 5],
  ['.25', 0.25],
  ['0', 0],
  ['3.255', null],
  ['-1', null],
  ['3,5', null],
  ['101', null],
  ['', null],
])('%j is read as %s percent', (typed, percent) => {
  expect(parsePercent(typed)).toBe(percent)
})
