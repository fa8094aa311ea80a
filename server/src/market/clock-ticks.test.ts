import { expect, test } from 'vitest'
import { untilNextTick } from './clock-ticks.ts'

test.each([
  ['at the start', 0, 20],
  ['on time', 20, 20],
  ['half a millisecond early', 19.5, 20.5],
  ['late', 27, 13],
  ['so late that two were missed', 71, 9],
])('a tick %s leaves the later ones on the grid', (_, elapsed, delay) => {
  expect(untilNextTick(elapsed, 20)).toBe(delay)
})
