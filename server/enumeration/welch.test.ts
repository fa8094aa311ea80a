import fc from 'fast-check'
import { expect, test } from 'vitest'
import { croppedAt, welch } from './welch.ts'

test('it is the textbook value', () => {
  // Computed by hand: means 20.82 and 23.69, variances 7.93 and 19.98, of six and nine values.
  const one = [17.2, 20.9, 22.6, 18.1, 21.7, 24.4]
  const other = [21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 36.5]
  const variance = (values: number[], mean: number) =>
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const expected =
    (mean(one) - mean(other)) / Math.sqrt(variance(one, mean(one)) / 6 + variance(other, mean(other)) / 9)

  expect(welch(one, other).t).toBeCloseTo(expected, 12)
  expect(welch(one, other).t).toBeCloseTo(-1.524, 3)
})

const values = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 2, maxLength: 30 })

test('a sample is like itself, and the order of the two is only a sign', () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      expect(welch(one, one).t).toBe(0)
      expect(welch(one, other).t + welch(other, one).t || 0).toBe(0)
    }),
  )
})

test('a shift of everything by the resolution is told apart, a tenth of it is not', () => {
  const one = Array.from({ length: 1_000 }, (_, i) => 10 + Math.sin(i))
  const { resolution } = welch(one, one)
  const shifted = (by: number) => one.map((value) => value + by)

  expect(welch(shifted(resolution * 1.01), one).t).toBeGreaterThan(5)
  expect(welch(shifted(resolution * 0.1), one).t).toBeLessThan(1)
})

test('cropping leaves out what is slow in both together', () => {
  expect(croppedAt(0.5, [1, 2, 100], [3, 4, 200])).toEqual([[1, 2], [3]])
})
