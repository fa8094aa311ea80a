import { afterEach, expect, test, vi } from 'vitest'
import { formatHourRange, formatLocalAndUtc, formatTimeWithZone } from './format.ts'

/*
 * Readers outside Tokyo. The other tests need one time zone only, so that they also run in threads, which cannot
 * set their own.
 */

afterEach(() => void vi.unstubAllEnvs())

const tokyoMorning = Date.UTC(2026, 10, 20, 0, 5, 9)
const londonSummer = Date.UTC(2026, 6, 1, 8, 0, 0)

// spec: 9.25
test.each([
  ['Asia/Tokyo', tokyoMorning, '09:05:09 JST'],
  ['Europe/London', tokyoMorning, '00:05:09 GMT'],
  ['Europe/London', londonSummer, '09:00:00 BST'],
  ['America/New_York', londonSummer, '04:00:00 EDT'],
  ['Asia/Singapore', tokyoMorning, '08:05:09 GMT+8'],
])('in %s times are local, on 24 hours, with the zone by its short name', (zone, time, shown) => {
  vi.stubEnv('TZ', zone)
  expect(formatTimeWithZone(time, 'En')).toBe(shown)
})

test.each([
  ['Europe/London', tokyoMorning, '23:00–08:00'],
  ['Europe/London', londonSummer, '00:00–09:00'],
  ['America/New_York', tokyoMorning, '18:00–03:00'],
  ['America/New_York', londonSummer, '19:00–04:00'],
  ['Australia/Sydney', tokyoMorning, '10:00–19:00'],
  ['Australia/Sydney', londonSummer, '09:00–18:00'],
])('in %s platform hours are local, by the daylight saving time of the day', (zone, time, shown) => {
  vi.stubEnv('TZ', zone)
  expect(formatHourRange('23:00 to 08:00', time, 'En')).toBe(shown)
})

test.each([
  ['Asia/Tokyo', tokyoMorning, '09:05 JST · 00:05 UTC'],
  ['Europe/London', londonSummer, '09:00 BST · 08:00 UTC'],
  ['Europe/London', tokyoMorning, '00:05 UTC'],
])("in %s an expiry has the reader's time first and UTC beside it", (zone, time, shown) => {
  vi.stubEnv('TZ', zone)
  expect(formatLocalAndUtc(time, 'En')).toBe(shown)
})
