import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { starsOf } from '@aitai/engine/rating/credibility.ts'
import { expect, test } from 'vitest'
import { hurdleAfter } from './AdvertDefaults.tsx'

const stars = [1, 2, 3, 4, 5] as const

test.each([
  [10, [10, 30, 50, 70, 90]],
  [30, [10, 21, 50, 70, 90]],
  [61, [10, 21, 41, 61, 81]],
  [100, [10, 21, 41, 61, 81]],
])('from a hurdle of %i the five stars set %j', (hurdle, set) => {
  expect(stars.map((star) => hurdleAfter(hurdle, star))).toEqual(set)
})

// spec: 5.preferences.10
test('pressing a star makes it the last filled one and sets a hurdle that can be saved', () => {
  const { min, max } = defaultLimits.credibilityHurdle
  for (let hurdle = min; hurdle <= max; hurdle += 1)
    for (const star of stars) {
      const after = hurdleAfter(hurdle, star)
      expect(starsOf(after), `${hurdle}, star ${star}`).toBe(star)
      expect(after >= min && after <= max, `${hurdle}, star ${star}`).toBe(true)
    }
})
