import { expect, test } from 'vitest'
import { formatUtcTimestamp, parseUtcTimestamp } from './utc-timestamp.ts'

test('a time is written with milliseconds and read as it was', () => {
  const at = Date.UTC(2026, 10, 26, 0, 30, 5, 7)
  expect(formatUtcTimestamp(at)).toBe('20261126-00:30:05.007')
  expect(parseUtcTimestamp('20261126-00:30:05.007')).toBe(at)
})

test('a time may have no fraction, or a finer one', () => {
  expect(parseUtcTimestamp('20261126-00:30:05')).toBe(Date.UTC(2026, 10, 26, 0, 30, 5))
  expect(parseUtcTimestamp('20261126-00:30:05.007999')).toBe(Date.UTC(2026, 10, 26, 0, 30, 5, 7))
})

test.each([
  '',
  '20261126',
  '20261301-00:00:00',
  '20260230-00:00:00',
  '20261126-24:00:00',
  '20261126-00:60:00',
])('%j is no time', (value) => {
  expect(parseUtcTimestamp(value)).toBeNull()
})
