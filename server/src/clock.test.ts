import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

/** A wall clock and a steady clock, both advanced by hand. */
function hands() {
  const hand = { wall: 1_000_000, steady: 0 }
  return {
    hand,
    now: createClock(
      () => hand.wall,
      () => hand.steady,
    ),
  }
}

test('the clock follows the wall clock, also after a jump ahead', () => {
  const { hand, now } = hands()
  expect(now()).toBe(1_000_000)
  hand.wall += 3_600_000
  hand.steady += 5
  expect(now()).toBe(4_600_000)
})

test('with a wall clock set back an hour, 30 seconds stay 30 seconds within 100 ms', () => {
  const { hand, now } = hands()
  const before = now()
  hand.wall -= 3_600_000
  for (let i = 0; i < 300; i += 1) {
    hand.wall += 100
    hand.steady += 100
    now()
  }
  expect(now() - before).toBeGreaterThanOrEqual(29_900)
  expect(now() - before).toBeLessThanOrEqual(30_000)
})

test('it converges with a wall clock that was set back', () => {
  const { hand, now } = hands()
  hand.wall -= 3_000
  for (let i = 0; i < 1_001; i += 1) {
    hand.wall += 1_000
    hand.steady += 1_000
    now()
  }
  expect(now()).toBe(hand.wall)
})

test('it never goes back', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: -5_000, max: 5_000 }), fc.nat(5_000)), { minLength: 2 })
  fc.assert(
    fc.property(steps, (moves) => {
      const { hand, now } = hands()
      let last = now()
      for (const [wall, steady] of moves) {
        hand.wall += wall
        hand.steady += steady
        const shown = now()
        expect(shown).toBeGreaterThanOrEqual(last)
        expect(Number.isInteger(shown)).toBe(true)
        last = shown
      }
    }),
  )
})
