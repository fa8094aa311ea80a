import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalSample, type RandomSource, seededRandom } from './seeded-random.ts'

const draw = (count: number, next: RandomSource): number[] => Array.from({ length: count }, next)

test('the same seed gives the same numbers, in [0, 1)', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const numbers = draw(100, seededRandom(seed))
      expect(draw(100, seededRandom(seed))).toEqual(numbers)
      expect(numbers.every((each) => each >= 0 && each < 1)).toBe(true)
    }),
  )
})

test('seeds that differ in one character are unrelated', () => {
  const numbers = new Set(draw(1_000, seededRandom('seed|1')))

  expect(draw(1_000, seededRandom('seed|2')).filter((each) => numbers.has(each))).toEqual([])
})

test('normal numbers have mean 0 and deviation 1, and stay within 3.5', () => {
  const chance = seededRandom('normal')
  const numbers = draw(20_000, () => normalSample(chance))
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length
  const variance = numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / numbers.length

  expect(mean).toBeCloseTo(0, 1)
  expect(variance).toBeCloseTo(1, 1)
  expect(Math.max(...numbers.map(Math.abs))).toBeLessThan(3.5)
})
