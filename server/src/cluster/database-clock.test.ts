import { expect, test } from 'vitest'
import {
  clockDifference,
  clockSentence,
  clockWarning,
  DatabaseClock,
  isRightClock,
} from './database-clock.ts'

test.each([
  ['in between', { sentAt: 1_000, receivedAt: 1_200, theirs: 1_100 }, 0],
  ['as late as possible', { sentAt: 1_000, receivedAt: 1_200, theirs: 1_200 }, 0],
  ['before the query', { sentAt: 31_000, receivedAt: 31_200, theirs: 1_000 }, 30_000],
  ['after the reply', { sentAt: 1_000, receivedAt: 1_200, theirs: 31_200 }, -30_000],
])(
  'a clock that shows a time %s is off by what the way of the answer cannot explain',
  (_, reading, difference) => {
    expect(clockDifference(reading)).toBe(difference)
  },
)

test('a difference of a second is allowed, in both directions', () => {
  expect([1_000, -1_000].map(isRightClock)).toEqual([true, true])
  expect([1_001, -1_001].map(isRightClock)).toEqual([false, false])
})

test('the time of the database is shown by a process whose own clock is wrong', async () => {
  const own = { at: 50_000 }
  const clock = new DatabaseClock(() => own.at)
  expect(clock.now()).toBe(50_000)
  expect(await clock.compare(async () => 20_000)).toBe(30_000)
  own.at += 5
  expect(clock.now()).toBe(20_005)
})

test('a clock that stays wrong is reported once, and again after it was right', () => {
  const reported: string[] = []
  const warn = clockWarning((error) => reported.push((error as Error).message))
  for (const difference of [0, 30_000, 29_000, 0, -2_000]) warn(difference)
  expect(reported).toEqual([clockSentence(30_000), clockSentence(-2_000)])
  expect(clockSentence(-2_000)).toMatch(/^the clock is 2\.0 s behind the database's/)
})
