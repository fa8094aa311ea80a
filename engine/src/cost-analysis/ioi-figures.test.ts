import { expect, test } from 'vitest'
import {
  acceptanceOfAnswers,
  acceptanceOfLocates,
  executedTotal,
  shareOfIoi,
  timeToLocate,
} from './ioi-figures.ts'

// rule: 24.16
test('acceptance of locates counts what was not answered and what was withdrawn, acceptance of answers does not', () => {
  const counts = { accepted: 15, declined: 1, unanswered: 4, withdrawn: 0 }

  expect(acceptanceOfLocates(counts)).toBe(0.75)
  expect(acceptanceOfAnswers(counts)).toBe(15 / 16)
  expect(acceptanceOfLocates({ ...counts, withdrawn: 5 })).toBe(0.6)
  expect(acceptanceOfAnswers({ ...counts, withdrawn: 5 })).toBe(15 / 16)
})

test('there is no rate of nothing', () => {
  const none = { accepted: 0, declined: 0, unanswered: 0, withdrawn: 0 }

  expect([acceptanceOfLocates(none), acceptanceOfAnswers(none)]).toEqual([null, null])
  expect(acceptanceOfAnswers({ ...none, unanswered: 2 })).toBeNull()
  expect(shareOfIoi(0, 0)).toBeNull()
})

test('a share is of the IOI as it was sent, and the time to locate begins when it was', () => {
  expect(shareOfIoi(25_000, 40_000)).toBe(0.625)
  expect(timeToLocate(1_000, 65_600)).toBe(64_600)
})

test('executions add up, at their average price', () => {
  expect(executedTotal()).toBeNull()
  expect(executedTotal([])).toBeNull()
  expect(
    executedTotal([
      { quantity: 4_000, price: 2_000 },
      { quantity: 1_000, price: 2_005 },
    ]),
  ).toEqual({ quantity: 5_000, value: 10_005_000, price: 2_001 })
})
