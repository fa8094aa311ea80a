import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

test("the server's clock counts, not the computer's", () => {
  const local = 1_000_000
  const clock = createServerClock(() => local)
  expect(clock.now()).toBe(1_000_000)

  clock.addSample(1_060_000)

  expect(clock.now()).toBe(1_060_000)
})

test('a delayed message does not set the clock back', () => {
  let local = 0
  const clock = createServerClock(() => local)
  clock.addSample(100_000)

  local = 12_000
  // Written at 100,000 and delivered again twelve seconds later.
  clock.addSample(100_000)

  expect(clock.now()).toBe(112_000)
})

test('after a sleep, during which the local clock stood still, the next response corrects it', () => {
  let local = 0
  const clock = createServerClock(() => local)
  clock.addSample(100_000)

  local = 5
  clock.addSample(400_000)

  expect(clock.now()).toBe(400_000)
})
