import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime, tokyoIsoTime } from './iso-times.ts'
import { tokyoDate } from './trading-days.ts'

const at = Date.UTC(2026, 10, 20, 15, 4, 5, 678)

test('a moment is printed in UTC, and in Tokyo with its offset', () => {
  expect(isoTime(at)).toBe('2026-11-20T15:04:05.678Z')
  expect(isoTime(null)).toBe(null)
  expect(tokyoIsoTime(at)).toBe('2026-11-21T00:04:05.678+09:00')
})

test('the time in Tokyo is the same moment, on the date of its trading day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }), (moment) => {
      const tokyo = tokyoIsoTime(moment)

      expect(Date.parse(tokyo)).toBe(moment)
      expect(tokyo.slice(0, 10)).toBe(tokyoDate(moment))
    }),
  )
})
