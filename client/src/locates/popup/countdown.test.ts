import { expect, test } from 'vitest'
import { createServerClock } from '../../shared/connection/server-clock.ts'
import { countdownAt } from './CountdownRing.tsx'

const locate = { locateTime: 1_000_000, deadline: 1_030_000 }

test.each([
  [1_000_000, 30, 1],
  [1_000_001, 30, 0.99997],
  [1_012_000, 18, 0.6],
  [1_029_001, 1, 0.0333],
  [1_030_000, 0, 0],
  [1_099_000, 0, 0],
])('at %d it shows %d seconds', (now, seconds, fraction) => {
  const countdown = countdownAt(locate, now)

  expect(countdown.seconds).toBe(seconds)
  expect(countdown.fraction).toBeCloseTo(fraction, 3)
  expect(countdown.isOver).toBe(seconds === 0)
})

test('a computer whose clock is minutes off, opened at second 12, shows 18', () => {
  for (const wrongBy of [-240_000, 0, 3_600_000]) {
    const clock = createServerClock(() => 1_012_000 + wrongBy)
    clock.addSample(1_012_000)

    expect(countdownAt(locate, clock.now()).seconds).toBe(18)
  }
})

test('all countdowns change together, each within a second of what is left, and show 0 when it is over', () => {
  const deadlines = [30_000, 30_001, 30_500, 30_999]

  for (let now = 0; now <= 32_000; now += 50)
    for (const deadline of deadlines) {
      const secondsAt = (at: number) => countdownAt({ locateTime: 0, deadline }, at).seconds
      const seconds = secondsAt(now)
      const isFullSecond = now % 1_000 === 0
      const hasJustEnded = now >= deadline && now - 50 < deadline
      expect(Math.abs(seconds - Math.max(0, deadline - now) / 1_000)).toBeLessThan(1)
      expect(seconds === 0).toBe(now >= deadline)
      expect(isFullSecond || hasJustEnded || seconds === secondsAt(now - 50)).toBe(true)
    }
})
