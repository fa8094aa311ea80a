import { expect, test } from 'vitest'
import { axisEnd, axisLabel } from './axis.ts'

test.each([
  [[], 1],
  [[0.3, -0.1], 1],
  [[1], 1],
  [[-1.01], 2],
  [[69.8, -12], 100],
  [[-50], 50],
  [[501], 1_000],
])('an axis for %j ends at %d', (values, end) => {
  expect(axisEnd(values)).toBe(end)
})

test('the numbers of an axis are round and signed', () => {
  expect([100, 0, -100].map(axisLabel)).toEqual(['+100', '0', '\u2212100'])
})
