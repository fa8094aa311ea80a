import { expect, test } from 'vitest'
import { staleSince } from './stale-since.ts'

const answered = 1_000_000
const poll = 10_000

test('data that has just arrived is fresh', () => {
  expect(staleSince({ fulfilledTimeStamp: answered, isError: false }, poll, answered + 14_000)).toBeNull()
})

test('a failed poll makes the data as old as the last response', () => {
  expect(staleSince({ fulfilledTimeStamp: answered, isError: true }, poll, answered + 100)).toBe(answered)
})

test('so does a poll without a response, half an interval after it was due', () => {
  expect(staleSince({ fulfilledTimeStamp: answered, isError: false }, poll, answered + 15_001)).toBe(answered)
})

test('without any response there is nothing that could be stale', () => {
  expect(staleSince({ isError: true }, poll, answered)).toBeNull()
})
