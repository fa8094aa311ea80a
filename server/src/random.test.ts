import { expect, test } from 'vitest'
import { randomId, randomPassword, randomSeed } from './random.ts'

// rule: 9.2
test('a password has 8 characters that are easy to read and to hear', () => {
  for (let i = 0; i < 1_000; i += 1) expect(randomPassword()).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
})

// rule: 9.3
test('each of the 31 characters occurs, about equally often', () => {
  const count = new Map<string, number>()
  for (let i = 0; i < 20_000; i += 1)
    for (const each of randomPassword()) count.set(each, (count.get(each) ?? 0) + 1)
  expect(count.size).toBe(31)
  // 160,000 draws, 5,161 of each expected with a deviation of 71: eight deviations never occur by chance.
  for (const times of count.values()) expect(Math.abs(times - 160_000 / 31)).toBeLessThan(570)
})

// rule: 15.13
test('ids have 128 bits and seeds 256, and never repeat', () => {
  expect(randomId()).toMatch(/^[0-9a-f]{32}$/)
  expect(randomSeed()).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(Array.from({ length: 1_000 }, randomId)).size).toBe(1_000)
})
