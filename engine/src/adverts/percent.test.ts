import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basisPointsOf, isInSteps, percentOf, percentStep } from './percent.ts'

test.each([
  [0, 0],
  [0.29, 29],
  [3, 300],
  [4.35, 435],
  [9.99, 999],
])('%s percent are %i basis points, and back', (percent, basisPoints) => {
  expect(basisPointsOf(percent)).toBe(basisPoints)
  expect(percentOf(basisPoints)).toBe(percent)
})

test('every whole number of basis points is a percentage with two decimals and converts back unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 10_000 }), (basisPoints) => {
      expect(isInSteps(percentOf(basisPoints), percentStep)).toBe(true)
      expect(basisPointsOf(percentOf(basisPoints))).toBe(basisPoints)
    }),
  )
})

test.each([
  [0.29, 0.01, true],
  [0.295, 0.01, false],
  [0.290_000_1, 0.01, false],
  [3, 1, true],
  [3.5, 1, false],
] as const)('%s in steps of %s: %s', (value, step, isIn) => {
  expect(isInSteps(value, step)).toBe(isIn)
})
