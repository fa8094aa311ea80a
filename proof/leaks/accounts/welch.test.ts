import fc from 'fast-check'
import { expect, test } from 'vitest'
import { croppedAt, welchTest } from './welch.ts'

test('t is the difference of the means over its standard error', () => {
  // Means 2.5 and 6, variances 5/3 and 10: -3.5 / √(5/12 + 2).
  const { means, t, resolution } = welchTest([1, 2, 3, 4], [2, 4, 6, 8, 10])
  expect(means).toEqual([2.5, 6])
  expect(t).toBeCloseTo(-2.2514, 4)
  expect(resolution).toBeCloseTo(7.7728, 4)
})

const values = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 2, maxLength: 30 })

test('a sample does not differ from itself, and the order of two samples changes only the sign', () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      expect(welchTest(one, one).t).toBe(0)
      expect(welchTest(one, other).t + welchTest(other, one).t || 0).toBe(0)
    }),
  )
})

test('a shift by the resolution is detected, and a tenth of it is not', () => {
  const one = Array.from({ length: 1_000 }, (_, i) => 10 + Math.sin(i))
  const { resolution } = welchTest(one, one)
  const shifted = (by: number) => one.map((value) => value + by)

  expect(welchTest(shifted(resolution * 1.01), one).t).toBeGreaterThan(5)
  expect(welchTest(shifted(resolution * 0.1), one).t).toBeLessThan(1)
})

test('cropping drops the slowest values of both samples together', () => {
  expect(croppedAt(0.5, [1, 2, 100], [3, 4, 200])).toEqual([[1, 2], [3]])
})
