import { expect, test } from 'vitest'
import { staleSince } from './stale-since.ts'

const answered = 1_000_000
const poll = 10_000

test('what was answered a moment ago is fresh', () => {
  expect(staleSince({ fulfilledTimeStamp: answered, isError: false }, poll, answered + 14_000)).toBeNull()
})

test('a poll that failed makes what is shown as old as the last answer', () => {
  expect(staleSince({ fulfilledTimeStamp: answered, isError: true }, poll, answered + 100)).toBe(answered)
})

test('so does a poll that hangs, half an interval after it was due', () => {
  expect(staleSince({ fulfilledTimeStamp: answered, isError: false }, poll, answered + 15_001)).toBe(answered)
})

test('before the first answer nothing is shown that could be old', () => {
  expect(staleSince({ isError: true }, poll, answered)).toBeNull()
})
